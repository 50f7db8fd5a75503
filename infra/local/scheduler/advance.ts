/** Moves the clock forward: everything that falls due on the way runs in order, each at its own instant. */
import type { Schedules } from '#infra/local/fakes/schedules.ts';
import type { DomainClock } from './domain-clock.ts';
import type { InvokeSchedules } from './invoke-schedules.ts';
import type { Sweeps } from './sweeps.ts';

export type AdvanceParts = {
  clock: DomainClock;
  schedules: Pick<Schedules, 'earliest' | 'recurring'>;
  invokeSchedules: InvokeSchedules;
  sweeps: Pick<Sweeps, 'nextUseful' | 'sweep'>;
  /** Resolves when no function is running and the relay has handled everything written so far. */
  idle(): Promise<void>;
  stopping: AbortSignal;
};

type Step = { at: Date; run(): Promise<void> };

/** The clock is held during each step, so that a run that takes long does not make the next one late. */
export async function advanceTo(target: Date, parts: AdvanceParts): Promise<void> {
  const { clock } = parts;
  clock.holdAt(clock.now());
  try {
    await runAllUntil(target, parts);
    await runRecurring(target, parts);
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
    if (stopping.aborted) throw new Error('The local run is stopping');
  }
}

/**
 * What recurs runs once, at the end, however often it fell due on the way: there can be hundreds of accounts, each with
 * thousands of hours. What its runs have scheduled up to the same instant runs after it.
 */
async function runRecurring(target: Date, parts: AdvanceParts): Promise<void> {
  const recurring = parts.schedules.recurring(target);
  if (recurring.length === 0) return;
  parts.clock.holdAt(target);
  await parts.invokeSchedules(recurring);
  await runAllUntil(target, parts);
}

async function nextStep(target: Date, { schedules, invokeSchedules, sweeps }: AdvanceParts): Promise<Step | undefined> {
  const due = schedules.earliest(target);
  const invokeAt = due[0] && new Date(due[0].at);
  const sweepAt = await sweeps.nextUseful();
  if (sweepAt !== undefined && sweepAt <= (invokeAt ?? target)) return { at: sweepAt, run: sweeps.sweep };
  return invokeAt && { at: invokeAt, run: () => invokeSchedules(due) };
}
