/** The waits between the attempts of a webhook, and the pause for which a receiver asks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DeliveryAttempt,
  nextAttemptAt,
  retryAfterMs,
  WAITS_MS,
  withAttempt,
} from '#lib/domain/webhook/delivery.ts';

const NOW = new Date('2026-07-01T09:00:00.000Z');
const HOUR = 3_600_000;
const waitOf = (attempt: number, jitter: number) => nextAttemptAt(attempt, NOW, jitter)?.getTime() ?? Number.NaN;

describe('the ladder', () => {
  it('the ladder has nine waits, of 75 hours and 36 minutes together', () => {
    expect(WAITS_MS).toHaveLength(9);
    expect(WAITS_MS.reduce((sum, wait) => sum + wait, 0)).toBe(75.6 * HOUR);
  });

  it('a wait is as long as the ladder says, and up to a tenth longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, jitter) => {
        const wait = waitOf(attempt, jitter) - NOW.getTime();
        const step = WAITS_MS[attempt - 1] ?? 0;
        expect(wait).toBeGreaterThanOrEqual(step);
        expect(wait).toBeLessThanOrEqual(1.1 * step + 1);
      }),
    );
  });

  it('after the tenth attempt there is no other', () => {
    expect(nextAttemptAt(10, NOW, 0)).toBeUndefined();
  });
});

describe('Retry-After', () => {
  it.each([
    ['1', 1_000],
    [' 120 ', 120_000],
    ['36000', 10 * HOUR],
    ['36001', 10 * HOUR],
    ['999999999', 10 * HOUR],
    ['Wed, 01 Jul 2026 09:00:30 GMT', 30_000],
    ['Fri, 31 Jul 2026 09:00:00 GMT', 10 * HOUR],
  ])('a receiver that asks with %j is left alone for %i ms', (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it.each([undefined, '', '0', '-5', '1.5', '1e3', 'soon', '2026-07-01T10:00:00Z', 'Wed, 01 Jul 2026 08:59:59 GMT'])(
    'a receiver that asks with %j is not left alone',
    (header) => {
      expect(retryAfterMs(header, NOW)).toBeUndefined();
    },
  );
});

it('the log of a delivery keeps its latest thirty attempts', () => {
  const attempts = Array.from({ length: 31 }, (_, n): DeliveryAttempt => ({ at: NOW.toISOString(), milliseconds: n }));
  const logged = attempts.reduce<DeliveryAttempt[]>((log, attempt) => withAttempt(log, attempt), []);
  expect(withAttempt([], attempts[0] as DeliveryAttempt)).toHaveLength(1);
  expect(logged).toEqual(attempts.slice(1));
});
