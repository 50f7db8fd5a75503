/** How much an amount is worth following up: fixed thresholds per currency, no exchange rates. */
import type { Money } from '#lib/domain/money.ts';

export type AmountTier = 'low' | 'middle' | 'high';

/** In minor units: below `low` is low, from `high` on is high. */
const THRESHOLDS = new Map([
  ['NGN', { low: 10_000_00, high: 500_000_00 }],
  ['GHS', { low: 100_00, high: 5_000_00 }],
  ['USD', { low: 10_00, high: 500_00 }],
]);

/** A currency without thresholds is always in the middle. */
export const amountTier = ({ minor, currency }: Money): AmountTier => {
  const threshold = THRESHOLDS.get(currency);
  if (threshold === undefined) return 'middle';
  if (minor < threshold.low) return 'low';
  return minor < threshold.high ? 'middle' : 'high';
};
