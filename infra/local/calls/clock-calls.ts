/** `/_local/clock`: reads the domain clock, and moves it forward once all that was begun is done. */
import type { DomainClock } from '#infra/local/domain-clock.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readObject } from './plain-json.ts';

type Parts = {
  clock: DomainClock;
  /** Resolves when no request is in flight and the relay has handled everything written so far. */
  settled(): Promise<void>;
};

const MINUTE_MS = 60_000;
const INSTANT = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/;
const LATEST = Date.parse('9999-01-01T00:00:00.000Z');

export function clockCalls({ clock, settled }: Parts): LocalCalls {
  let lastMove: Promise<unknown> = Promise.resolve();
  const move = async (body: string) => {
    const target = readTarget(body, clock.now());
    await settled();
    await clock.moveTo(target);
    return plainJson(200, { now: clock.now().toISOString(), fired: 0 });
  };
  return {
    'GET /_local/clock': () => plainJson(200, { now: clock.now().toISOString() }),
    'POST /_local/clock': (body) => {
      // One after the other: each starts from where the one before left the clock.
      const moved = lastMove.then(() => move(body));
      lastMove = moved.catch(() => {});
      return moved;
    },
  };
}

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
