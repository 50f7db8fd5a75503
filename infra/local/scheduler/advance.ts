/** Moves the clock forward: everything that falls due on the way runs in order, each at its own instant. */

import type { Schedules } from '#infra/local/fakes/fake-scheduler.ts';
import type { RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import type { DomainClock } from './domain-clock.ts';
import type { FeedRuns, InvokeSchedules } from './run-due.ts';
import type { Sweeps } from './sweeps.ts';
import type { WebhookFeed } from './webhook-feed.ts';

export type AdvanceNeeds = {
  clock: DomainClock;
  schedules: Pick<Schedules, 'earliest' | 'recurring'>;
  invokeSchedules: InvokeSchedules;
  queue: Pick<RunsQueue, 'earliest'>;
  feedRuns: FeedRuns;
  webhooks?: Pick<WebhookFeed, 'earliest' | 'feed'>;
  sweeps: Pick<Sweeps, 'nextUseful' | 'sweep'>;
  /** Resolves when no function is running and the relay has handled everything written so far. */
  idle(): Promise<void>;
  stopping: AbortSignal;
};

type Step = { at: Date; run(): Promise<void> };

/** `runsRecurring`: what recurs runs at its times, too. */
type StepNeeds = AdvanceNeeds & { runsRecurring?: boolean };

/** There can be hundreds of accounts, each with thousands of hours: then it runs once, at the end. */
const MAX_RECURRING = 200;

/** How often what recurs falls due on the way. */
const countRecurring = (target: Date, { schedules }: AdvanceNeeds): number =>
  schedules
    .recurring(target)
    .reduce((sum, { at, everyMs = 1 }) => sum + Math.floor((target.getTime() - Date.parse(at)) / everyMs) + 1, 0);

/** The clock is held during each step, so that a run that takes long does not make the next one late. */
export async function advanceTo(target: Date, parts: AdvanceNeeds): Promise<void> {
  const { clock } = parts;
  clock.holdAt(clock.now());
  try {
    await runAllUntil(target, { ...parts, runsRecurring: countRecurring(target, parts) <= MAX_RECURRING });
    await runRecurring(target, parts);
    await clock.moveTo(target);
  } catch (error) {
    await clock.moveTo(clock.now());
    throw error;
  }
}

async function runAllUntil(target: Date, parts: StepNeeds): Promise<void> {
  const { clock, idle, stopping } = parts;
  for (;;) {
    await idle();
    const step = await nextStep(target, parts);
    if (step === undefined) return;
    clock.holdAt(step.at);
    await step.run();
    if (stopping.aborted) throw new Error('The local run is stopping');
  }
}

/** What recurs and has not run on the way runs once, at the end. What its runs have scheduled up to the same instant runs after it. */
async function runRecurring(target: Date, parts: AdvanceNeeds): Promise<void> {
  const recurring = parts.schedules.recurring(target);
  if (recurring.length === 0) return;
  parts.clock.holdAt(target);
  await parts.invokeSchedules(recurring);
  await runAllUntil(target, parts);
}

/** Of what is due at one instant, what is queued comes first and a sweep last: it repeats what did not come by itself. */
async function nextStep(target: Date, parts: StepNeeds): Promise<Step | undefined> {
  const { schedules, invokeSchedules, queue, feedRuns, webhooks, sweeps, runsRecurring = false } = parts;
  const queued = queue.earliest(target);
  const told = webhooks?.earliest(target) ?? [];
  const scheduled = schedules.earliest(target);
  const [recurring] = runsRecurring ? schedules.recurring(target) : [];
  const steps: Step[] = [
    ...queued.slice(0, 1).map(({ at }) => ({ at: new Date(at), run: () => feedRuns(queued) })),
    ...told.slice(0, 1).map(({ at }) => ({ at: new Date(at), run: async () => webhooks?.feed(told) })),
    ...scheduled.slice(0, 1).map(({ at }) => ({ at: new Date(at), run: () => invokeSchedules(scheduled) })),
    ...(recurring ? [{ at: new Date(recurring.at), run: () => invokeSchedules([recurring]) }] : []),
  ];
  const [first] = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const sweepAt = await sweeps.nextUseful(first?.at ?? target);
  return sweepAt === undefined || sweepAt.getTime() === first?.at.getTime()
    ? first
    : { at: sweepAt, run: sweeps.sweep };
}
