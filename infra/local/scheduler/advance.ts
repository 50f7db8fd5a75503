/** Time as a test moves it: everything that falls due on the way happens in order, each at its own instant. */

import type { DomainClock } from '#infra/local/domain-clock.ts';
import type { Schedules } from '#infra/local/fakes/schedules.ts';
import type { InvokeAll } from './invoke-schedules.ts';
import type { Sweeps } from './sweeps.ts';

export type AdvanceParts = {
  clock: DomainClock;
  schedules: Pick<Schedules, 'earliest'>;
  invokeAll: InvokeAll;
  sweeps: Pick<Sweeps, 'nextUseful' | 'sweep'>;
  /** Resolves when no function is in flight and the relay has handled everything written so far. */
  idle(): Promise<void>;
  stopping: AbortSignal;
};

type Step = { at: Date; run(): Promise<void> };

/** The clock stands still all the way, so that however long a run takes, the next is not late for it. */
export async function advanceTo(target: Date, parts: AdvanceParts): Promise<void> {
  const { clock } = parts;
  clock.holdAt(clock.now());
  try {
    await runAllUntil(target, parts);
    await clock.moveTo(target);
  } catch (error) {
    await clock.moveTo(clock.now());
    throw error;
  }
}

async function runAllUntil(target: Date, parts: AdvanceParts): Promise<void> {
  const { clock, idle, stopping } = parts;
  for (;;) {
    await idle();
    const step = await nextStep(target, parts);
    if (step === undefined) return;
    clock.holdAt(step.at);
    await step.run();
    if (stopping.aborted) throw new Error('The run stops');
  }
}

async function nextStep(target: Date, { schedules, invokeAll, sweeps }: AdvanceParts): Promise<Step | undefined> {
  const due = schedules.earliest(target);
  const invokeAt = due[0] && new Date(due[0].at);
  // What has run has moved its run on: what the index still holds from before has no schedule.
  const sweepAt = await sweeps.nextUseful();
  if (sweepAt !== undefined && sweepAt <= (invokeAt ?? target)) return { at: sweepAt, run: sweeps.sweep };
  return invokeAt && { at: invokeAt, run: () => invokeAll(due) };
}
