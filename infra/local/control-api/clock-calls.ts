/** `/_local/clock`: reads the domain clock, and moves it forward through everything that falls due on the way. */
import type { DomainClock } from '#infra/local/domain-clock.ts';
import type { RunExclusive } from '#infra/local/scheduler/mutex.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readObject } from './plain-json.ts';

type Parts = {
  clock: DomainClock;
  /** Moves the clock, and with it everything that falls due on the way. */
  advanceTo(target: Date): Promise<void>;
  /** How many runs have been run so far. */
  followUpRuns(): number;
  runExclusive: RunExclusive;
};

const MINUTE_MS = 60_000;
const INSTANT = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/;
const LATEST = Date.parse('9999-01-01T00:00:00.000Z');

export const clockCalls = ({ clock, advanceTo, followUpRuns, runExclusive }: Parts): LocalCalls => ({
  'GET /_local/clock': () => plainJson(200, { now: clock.now().toISOString() }),
  // One after the other: each starts from where the one before left the clock.
  'POST /_local/clock': ({ body }) =>
    runExclusive(async () => {
      const target = readTarget(body, clock.now());
      const before = followUpRuns();
      await advanceTo(target);
      return plainJson(200, { now: clock.now().toISOString(), fired: followUpRuns() - before });
    }),
});

function readTarget(body: string, now: Date): Date {
  const given = readObject(body, ['now', 'advanceMinutes']);
  if (Object.keys(given).length !== 1) throw new BadCall('Give either now or advanceMinutes');
  const target = 'now' in given ? instantOf(given.now) : now.getTime() + minutesOf(given.advanceMinutes);
  if (target < now.getTime()) throw new BadCall(`The clock does not go backwards; it shows ${now.toISOString()}`);
  if (target > LATEST) throw new BadCall('The clock ends with the year 9998');
  return new Date(target);
}

function instantOf(value: unknown): number {
  const instant = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(instant)) throw new BadCall('now must be an ISO 8601 instant, such as 2030-01-31T09:00:00.000Z');
  return instant;
}

function minutesOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadCall('advanceMinutes must be a number');
  return value * MINUTE_MS;
}
