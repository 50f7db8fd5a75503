/** Puts time together: the schedules that run by themselves, the sweeper, and the clock that can be moved through both. */

import type { DomainClock } from '#infra/local/domain-clock.ts';
import type { AwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';
import { advanceTo } from './advance.ts';
import { type Functions, SWEEP } from './functions.ts';
import { invokeSchedules } from './invoke-schedules.ts';
import { createMutex, type RunExclusive } from './mutex.ts';
import { liveInRealTime } from './real-time.ts';
import { createSweeps } from './sweeps.ts';

export type LocalScheduler = {
  advanceTo(target: Date): Promise<void>;
  runExclusive: RunExclusive;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
};

type Parts = {
  clock: DomainClock;
  schedules: AwsFakes['schedules'];
  functions: Functions;
  deadLetters: string;
  idle(): Promise<void>;
  afterWrite(): void;
};

export function startScheduler({ clock, schedules, functions, deadLetters, idle, afterWrite }: Parts): LocalScheduler {
  const stop = new AbortController();
  const stopping = stop.signal;
  const runExclusive = createMutex();
  const invokeAll = invokeSchedules({ schedules, run: functions.run, invoked: clock.keep, deadLetters, stopping });
  const sweeps = createSweeps({ now: clock.now, run: () => functions.run(SWEEP, {}) });
  const due = () => schedules.due(clock.now());
  const living = liveInRealTime({ due, invokeAll, sweeps, runExclusive, afterWrite, stopping });
  return {
    runExclusive,
    advanceTo: (target) => advanceTo(target, { clock, schedules, invokeAll, sweeps, idle, stopping }),
    stop: async () => {
      stop.abort();
      await living;
      // What moves the clock ends its turn too.
      await runExclusive(async () => {});
    },
  };
}
