/** `/_local/clock` reads the domain clock and moves it forward; `/_local/schedules` lists what is to run. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Schedules } from '#infra/local/fakes/fake-scheduler.ts';
import type { DomainClock } from '#infra/local/scheduler/domain-clock.ts';
import type { LocalScheduler } from '#infra/local/scheduler/start-scheduler.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { BadCall, type LocalCalls, plainJson, readObject } from './local-call.ts';

type ClockNeeds = {
  clock: DomainClock;
  scheduler: Pick<LocalScheduler, 'advanceTo' | 'runExclusive'>;
  /** The number of runs since the start. */
  followUpRuns(): number;
  schedules: Pick<Schedules, 'list'>;
  /** Resolves when the relay has made the schedules of everything written so far. */
  caughtUp(): Promise<void>;
};

const INSTANT = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/;
const LATEST = Date.parse('9999-01-01T00:00:00.000Z');

/** The relay never catches up while the scheduler's fake fails: the call then answers with what there is. */
const MAX_WAIT_MS = 1_000;

export const clockCalls = ({ clock, scheduler, followUpRuns, schedules, caughtUp }: ClockNeeds): LocalCalls => ({
  'GET /_local/clock': () => plainJson(200, { now: clock.now().toISOString() }),

  // One at a time: each move starts from where the one before left the clock.
  'POST /_local/clock': ({ body }) =>
    scheduler.runExclusive(async () => {
      const target = readTarget(body, clock.now());
      const before = followUpRuns();
      await scheduler.advanceTo(target);
      return plainJson(200, { now: clock.now().toISOString(), fired: followUpRuns() - before });
    }),

  'GET /_local/schedules': async () => {
    await Promise.race([caughtUp(), sleep(MAX_WAIT_MS)]);
    const pending = schedules.list().map(({ name, at, target }) => ({ name, at, target }));
    return plainJson(200, pending);
  },
});

function readTarget(body: string, now: Date): Date {
  const given = readObject(body, ['now', 'advanceMinutes']);
  if (Object.keys(given).length !== 1) throw new BadCall('Give either now or advanceMinutes');
  const target = 'now' in given ? readInstant(given.now) : now.getTime() + readMinutes(given.advanceMinutes);
  if (target < now.getTime()) throw new BadCall(`The clock does not go backwards; it shows ${now.toISOString()}`);
  if (target > LATEST) throw new BadCall('The clock ends with the year 9998');
  return new Date(target);
}

function readInstant(value: unknown): number {
  const instant = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(instant)) throw new BadCall('now must be an ISO 8601 instant, such as 2030-01-31T09:00:00.000Z');
  return instant;
}

function readMinutes(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadCall('advanceMinutes must be a number');
  return value * MINUTE_MS;
}
