/**
 * How the tone becomes firmer towards the expiry.
 * The rows of the strategy's table, at both ends of each, and the amounts from which on one is high.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { amountTier, rhythmFor, toneAt } from '#lib/domain/follow-up/rhythm.ts';

const toneOf = (dueInMinutes: number, expiresInMinutes: number, isLast = true) =>
  toneAt({ dueInMinutes, expiresInMinutes, isLast }, 'middle');

describe('the tone ladder', () => {
  it.each([
    [0, 200, 'gentle'],
    [99, 200, 'gentle'],
    [100, 200, 'professional'],
    [170, 200, 'professional'],
    [171, 200, 'urgent'],
    [1, 1, 'urgent'],
    [121, 240, 'professional'],
    [121, 241, 'professional'],
    [122, 241, 'urgent'],
    [1224, 1440, 'professional'],
    [1225, 1440, 'urgent'],
    [300, 421, 'professional'],
    [302, 421, 'urgent'],
  ])('a last slot at minute %i of %i has the tone %s', (due, expires, tone) => {
    expect(toneOf(due, expires)).toBe(tone);
  });

  it('only the last slot is urgent, and never for a low amount', () => {
    expect(toneOf(1400, 1440, false)).toBe('professional');
    expect(toneAt({ dueInMinutes: 1400, expiresInMinutes: 1440, isLast: true }, 'low')).toBe('professional');
  });

  it('a slot for a high amount is never gentle', () => {
    expect(toneAt({ dueInMinutes: 0, expiresInMinutes: 1440, isLast: false }, 'high')).toBe('professional');
  });

  it('the tone never gets milder as time passes', () => {
    const tier = fc.constantFrom('low', 'middle', 'high' as const);
    const window = fc.integer({ min: 1, max: 3_000 });
    fc.assert(
      fc.property(
        tier,
        window,
        fc.nat(4_000),
        fc.nat(4_000),
        fc.boolean(),
        (amount, expiresInMinutes, a, b, isLast) => {
          const [earlier, later] = a < b ? [a, b] : [b, a];
          const first = toneAt({ dueInMinutes: earlier, expiresInMinutes, isLast: false }, amount);
          const second = toneAt({ dueInMinutes: later, expiresInMinutes, isLast }, amount);
          expect(TONES.indexOf(second)).toBeGreaterThanOrEqual(TONES.indexOf(first));
        },
      ),
    );
  });
});

it.each([
  [1, 'every_15m', 0, 0, 'expires within 20 minutes'],
  [19, 'every_15m', 9, 0, 'expires within 20 minutes'],
  [20, 'every_15m', 10, 1, 'expires within 1 hour'],
  [60, 'every_15m', 30, 1, 'expires within 1 hour'],
  [61, 'every_1h', 30, 2, 'expires within 4 hours'],
  [240, 'every_1h', 30, 2, 'expires within 4 hours'],
  [241, 'every_2h', 60, 3, 'expires within 12 hours'],
  [720, 'every_2h', 60, 3, 'expires within 12 hours'],
  [721, 'every_6h', 60, 3, 'expires within 2 days'],
  [2880, 'every_6h', 60, 3, 'expires within 2 days'],
  [2881, 'daily', 240, 2, 'expires within 14 days'],
  [4320, 'daily', 240, 3, 'expires within 14 days'],
  [20_160, 'daily', 240, 7, 'expires within 14 days'],
  [20_161, 'daily', 1440, 7, 'expires after more than 14 days'],
  [525_600, 'daily', 505_440, 7, 'expires after more than 14 days'],
])('a collection that expires after %i minutes is followed up %s, from %i on, %i times: it %s', (...row) => {
  const [minutes, cadence, startAfterMinutes, maxAttempts, window] = row;
  expect(rhythmFor(minutes)).toEqual({ cadence, startAfterMinutes, maxAttempts, window });
});

it.each([
  ['NGN', 1_000_000, 50_000_000],
  ['GHS', 10_000, 500_000],
  ['USD', 1_000, 50_000],
])('an amount in %s is low below %i minor units, and high from %i on', (currency, low, high) => {
  const tierOf = (minor: number) => amountTier({ minor, currency });
  expect([low - 1, low, high - 1, high].map(tierOf)).toEqual(['low', 'middle', 'middle', 'high']);
});
