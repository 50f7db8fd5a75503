/** The rows of the strategy's table, at both ends of each, and the amounts from which on one is high. */
import { expect, it } from 'vitest';
import { amountTier, rhythmFor } from '#lib/domain/follow-up/rhythm.ts';

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
