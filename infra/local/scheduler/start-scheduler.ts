/** Starts the local scheduler: schedules and sweeps run as real time passes, and as the clock is moved. */
import type { AwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';
import { advanceTo } from './advance.ts';
import { type BackgroundFunctions, SWEEP } from './background-functions.ts';
import type { DomainClock } from './domain-clock.ts';
import { createInvokeSchedules } from './invoke-schedules.ts';
import { createMutex, type RunExclusive } from './mutex.ts';
import { runInRealTime } from './real-time.ts';
import { createSweeps } from './sweeps.ts';

export type LocalScheduler = {
  /** Moves the clock; to be called inside `runExclusive`. */
  advanceTo(target: Date): Promise<void>;
  runExclusive: RunExclusive;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
};

type Parts = {
  clock: DomainClock;
  schedules: AwsFakes['schedules'];
  functions: BackgroundFunctions;
  deadLetters: string;
  idle(): Promise<void>;
  afterWrite(): void;
};

export function startScheduler({ clock, schedules, functions, deadLetters, idle, afterWrite }: Parts): LocalScheduler {
  const stop = new AbortController();
  const stopping = stop.signal;
  const runExclusive = createMutex();
  const { run } = functions;
  const { now, keep: afterRun } = clock;
  const invokeSchedules = createInvokeSchedules({ schedules, now, run, afterRun, deadLetters, stopping });
  const sweeps = createSweeps({ now: clock.now, run: () => run(SWEEP, {}) });
  const due = () => schedules.due(clock.now());
  const running = runInRealTime({ due, invokeSchedules, sweeps, runExclusive, afterWrite, stopping });
  return {
    runExclusive,
    advanceTo: (target) => advanceTo(target, { clock, schedules, invokeSchedules, sweeps, idle, stopping }),
    stop: async () => {
      stop.abort();
      await running;
      // Waits for a move of the clock that is still in progress.
      await runExclusive(async () => {});
    },
  };
}
