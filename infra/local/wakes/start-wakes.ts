/** Puts time together: the schedules that ring by themselves, the sweeper, and the clock that can be moved through both. */
import type { AwsStandIns } from '#infra/local/aws/start-aws-stand-ins.ts';
import type { DomainClock } from '#infra/local/domain-clock.ts';
import { advanceTo } from './advance.ts';
import { type Functions, SWEEP } from './functions.ts';
import { liveInRealTime } from './real-time.ts';
import { ringSchedules } from './ring-schedules.ts';
import { createSweeps } from './sweeps.ts';
import { createTurns, type Turns } from './turns.ts';

export type Wakes = {
  advanceTo(target: Date): Promise<void>;
  inTurn: Turns;
  /** Resolves when nothing rings any more. */
  stop(): Promise<void>;
};

type Parts = {
  clock: DomainClock;
  schedules: AwsStandIns['schedules'];
  functions: Functions;
  deadLetters: string;
  settled(): Promise<void>;
  afterWrite(): void;
};

export function startWakes({ clock, schedules, functions, deadLetters, settled, afterWrite }: Parts): Wakes {
  const stop = new AbortController();
  const stopping = stop.signal;
  const inTurn = createTurns();
  const ringAll = ringSchedules({ schedules, run: functions.run, rung: clock.keep, deadLetters, stopping });
  const sweeps = createSweeps({ now: clock.now, run: () => functions.run(SWEEP, {}) });
  const due = () => schedules.due(clock.now());
  const living = liveInRealTime({ due, ringAll, sweeps, inTurn, afterWrite, stopping });
  return {
    inTurn,
    advanceTo: (target) => advanceTo(target, { clock, schedules, ringAll, sweeps, settled, stopping }),
    stop: async () => {
      stop.abort();
      await living;
      // What moves the clock ends its turn too.
      await inTurn(async () => {});
    },
  };
}
