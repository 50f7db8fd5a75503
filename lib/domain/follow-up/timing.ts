/** When reminders go out, and how many: the caller's word where there is one, else the table's, by amount. */
import type { AmountTier } from './amount-tier.ts';
import type { Cadence, GivenFollowUp } from './follow-up.ts';
import { type Rhythm, rhythmFor } from './rhythm.ts';

/** What was chosen, and why. */
export type Choice<Value> = { value: Value; reasons: readonly string[] };

/** `maxAttempts` is absent when only the caps limit the number. */
export type Timing = { startAfterMinutes: number; cadence: Cadence; maxAttempts?: number };

const EXTRA_ATTEMPTS = { low: -1, middle: 0, high: 1 } as const satisfies Record<AmountTier, number>;

/** Zero when the table has no room at all, or when what it has is not worth it. */
const chooseAttempts = ({ maxAttempts, window }: Rhythm, tier: AmountTier): Choice<number> => {
  if (maxAttempts === 0) return { value: 0, reasons: [`${window}: no room for a useful reminder`] };
  const value = maxAttempts + EXTRA_ATTEMPTS[tier];
  return {
    value,
    reasons: [
      `${window}: at most ${maxAttempts}`,
      ...(tier === 'low' ? ['low amount: one reminder fewer'] : []),
      ...(tier === 'high' ? ['high amount: one reminder more'] : []),
    ],
  };
};

export const chooseTiming = (given: GivenFollowUp, minutes: number, tier: AmountTier): Choice<Timing> => {
  const table = rhythmFor(minutes);
  const { startAfter: startAfterMinutes = table.startAfterMinutes, cadence = table.cadence } = given;
  const start =
    given.startAfter === undefined
      ? `${table.window}: first reminder after ${startAfterMinutes} minutes`
      : 'startAfter given';
  if (given.cadence !== undefined) {
    return { value: { startAfterMinutes, cadence }, reasons: [start, 'cadence given: as many as the caps allow'] };
  }
  const attempts = chooseAttempts(table, tier);
  if (given.startAfter !== undefined && attempts.value === 0) {
    // Whoever names a start has asked for a reminder, whatever the table says.
    return { value: { startAfterMinutes, cadence, maxAttempts: 1 }, reasons: [start, `${table.window}: at most 1`] };
  }
  const value = { startAfterMinutes, cadence, maxAttempts: attempts.value };
  return {
    value,
    reasons: attempts.value === 0 ? attempts.reasons : [start, `${table.window}: ${cadence}`, ...attempts.reasons],
  };
};
