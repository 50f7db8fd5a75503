/** The tone ladder: how firm a reminder is, by how much of the collection's time has passed. */
import type { AmountTier } from './amount-tier.ts';
import type { Tone } from './follow-up.ts';

/** Where a slot stands before quiet hours move it. */
export type SlotPosition = { dueInMinutes: number; expiresInMinutes: number; isLast: boolean };

/** In a short window two hours are most of it, so there only the share counts. */
const TWO_HOURS_RULE_ABOVE = 240;

/**
 * Tones never fall from one slot to the next, and at most one is urgent: therefore only the last may be. A low amount
 * is never urgent, a high one never gentle.
 */
export const toneAt = ({ dueInMinutes, expiresInMinutes, isLast }: SlotPosition, tier: AmountTier): Tone => {
  const share = dueInMinutes / expiresInMinutes;
  const nearlyOver = expiresInMinutes > TWO_HOURS_RULE_ABOVE && expiresInMinutes - dueInMinutes < 120;
  if ((share > 0.85 || nearlyOver) && isLast && tier !== 'low') return 'urgent';
  return share >= 0.5 || tier === 'high' ? 'professional' : 'gentle';
};
