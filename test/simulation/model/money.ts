/** Money in whole minor units, and its form in messages. */
import type { Amount } from './wire.ts';

/** ISO 4217: the currencies without exactly two decimals. */
const DECIMALS: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
]);

export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2;

export const toMinor = ({ value, currency }: Amount): number => Math.round(value * 10 ** decimalsOf(currency));

/** `NGN 45,000.00`: the code, thousands with commas, and all decimals of the currency. */
export function format(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === 0 ? `${currency} ${whole}` : `${currency} ${whole}.${digits.slice(-decimals)}`;
}

export type Tier = 'low' | 'mid' | 'high';

/** Bounds in major units (docs/decisions/0015-plans-are-computed.md). Other currencies are in the middle tier. */
const TIERS: Record<string, { low: number; high: number }> = {
  NGN: { low: 10_000, high: 500_000 },
  GHS: { low: 100, high: 5_000 },
  USD: { low: 10, high: 500 },
};

/** An amount below the first bound is low; one at or above the second is high. */
export function tierOf(minor: number, currency: string): Tier {
  const bounds = TIERS[currency];
  if (bounds === undefined) return 'mid';
  const unit = 10 ** decimalsOf(currency);
  return minor < bounds.low * unit ? 'low' : minor >= bounds.high * unit ? 'high' : 'mid';
}
