/** The strategy's tables: how many reminders, how often and how firm, by time to expiry and by amount. */

import type { Money } from '#lib/domain/money.ts';
import { MINUTES_A_DAY } from '#lib/domain/time/time-units.ts';
import type { Cadence, Tone } from './follow-up.ts';

export type AmountTier = 'low' | 'middle' | 'high';

/** In minor units: below `low` is low, from `high` on is high. Fixed, as the service has no exchange rates. */
const THRESHOLDS = new Map([
  ['NGN', { low: 10_000_00, high: 500_000_00 }],
  ['GHS', { low: 100_00, high: 5_000_00 }],
  ['USD', { low: 10_00, high: 500_00 }],
]);

export const amountTier = ({ minor, currency }: Money): AmountTier => {
  const threshold = THRESHOLDS.get(currency);
  if (threshold === undefined) return 'middle';
  if (minor < threshold.low) return 'low';
  return minor < threshold.high ? 'middle' : 'high';
};

export type Rhythm = { startAfterMinutes: number; cadence: Cadence; maxAttempts: number; window: string };

type Row = {
  cadence: Cadence;
  startAfter: number | ((minutes: number) => number);
  attempts: number | ((minutes: number) => number);
  window: string;
};

const FORTNIGHT = 14 * MINUTES_A_DAY;

const ROWS: readonly (Row & { upToMinutes: number })[] = [
  {
    upToMinutes: 19,
    // No reminders of our own. Start and cadence complete what a caller gave in part.
    cadence: 'every_15m',
    startAfter: (minutes) => Math.floor(minutes / 2),
    attempts: 0,
    window: 'expires within 20 minutes',
  },
  {
    upToMinutes: 60,
    cadence: 'every_15m',
    startAfter: (minutes) => Math.floor(minutes / 2),
    attempts: 1,
    window: 'expires within 1 hour',
  },
  {
    upToMinutes: 240,
    cadence: 'every_1h',
    startAfter: 30,
    attempts: 2,
    window: 'expires within 4 hours',
  },
  {
    upToMinutes: 720,
    cadence: 'every_2h',
    startAfter: 60,
    attempts: 3,
    window: 'expires within 12 hours',
  },
  {
    upToMinutes: 2 * MINUTES_A_DAY,
    cadence: 'every_6h',
    startAfter: 60,
    attempts: 3,
    window: 'expires within 2 days',
  },
  {
    upToMinutes: FORTNIGHT,
    cadence: 'daily',
    startAfter: 240,
    attempts: (minutes) => Math.min(Math.floor(minutes / MINUTES_A_DAY), 7),
    window: 'expires within 14 days',
  },
];

const LAST_ROW: Row = {
  cadence: 'daily',
  startAfter: (minutes) => Math.max(MINUTES_A_DAY, minutes - FORTNIGHT),
  attempts: 7,
  window: 'expires after more than 14 days',
};

export function rhythmFor(expiresInMinutes: number): Rhythm {
  for (const row of ROWS) if (expiresInMinutes <= row.upToMinutes) return rhythmOf(row, expiresInMinutes);
  return rhythmOf(LAST_ROW, expiresInMinutes);
}

const rhythmOf = ({ cadence, startAfter, attempts, window }: Row, minutes: number): Rhythm => ({
  cadence,
  startAfterMinutes: typeof startAfter === 'number' ? startAfter : startAfter(minutes),
  maxAttempts: typeof attempts === 'number' ? attempts : attempts(minutes),
  window,
});

const EXTRA_ATTEMPTS = { low: -1, middle: 0, high: 1 } as const satisfies Record<AmountTier, number>;

/** Zero if the row has no reminders, or if its only reminder is not worth sending for a low amount. */
export const attemptsFor = ({ maxAttempts }: Rhythm, tier: AmountTier): number =>
  maxAttempts === 0 ? 0 : maxAttempts + EXTRA_ATTEMPTS[tier];

export type SlotPosition = { dueInMinutes: number; expiresInMinutes: number; isLast: boolean };

/** In a shorter window, two hours are most of the time, so only the share of the time counts. */
const TWO_HOURS_RULE_ABOVE = 240;

/** Tones never get milder; only the last slot may be urgent. Low amounts are never urgent, high ones never gentle. */
export const toneAt = ({ dueInMinutes, expiresInMinutes, isLast }: SlotPosition, tier: AmountTier): Tone => {
  const share = dueInMinutes / expiresInMinutes;
  const nearlyOver = expiresInMinutes > TWO_HOURS_RULE_ABOVE && expiresInMinutes - dueInMinutes < 120;
  if ((share > 0.85 || nearlyOver) && isLast && tier !== 'low') return 'urgent';
  return share >= 0.5 || tier === 'high' ? 'professional' : 'gentle';
};
