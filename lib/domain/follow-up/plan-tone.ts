/** The tone of each slot of a plan. */

import type { Collection } from '#lib/domain/collection.ts';
import { MINUTE_MS } from '#lib/domain/time-units.ts';
import { firmnessOf } from './earlier-slots.ts';
import { TONES, type Tone } from './follow-up.ts';
import type { PlacedSlot } from './place-slots.ts';
import type { FollowUpPlan, PlannedCollection } from './plan.ts';
import { amountTier, toneAt } from './rhythm.ts';

export const minutesAfterCreation = ({ createdAt }: Pick<Collection, 'createdAt'>, at: number): number =>
  Math.floor((at - Date.parse(createdAt)) / MINUTE_MS);

/** The last slot of the plan may be urgent. */
export function toneOf(collection: PlannedCollection, { slots, mildest }: FollowUpPlan, slot: number): Tone {
  const { nominalAt, asked } = slots[slot - 1] as PlacedSlot;
  if (asked) return asked.tone;
  if (!collection.followUp.enabled) throw new RangeError('a collection without follow-ups has no slots');
  // Every answer shows it.
  if (slot === 1 && collection.plan === undefined) return collection.followUp.tone;
  return toneAtInstant(collection, { nominalAt, isLast: slot === slots.length, mildest });
}

type TonePosition = { nominalAt: number; isLast: boolean; mildest: Tone | undefined };

/** A tone that the caller gave is never raised but by a broken promise. */
export function toneAtInstant(collection: PlannedCollection, { nominalAt, isLast, mildest }: TonePosition): Tone {
  const { followUp, amount, expiresInMinutes, plan } = collection;
  const given = followUp.enabled && followUp.given.includes('tone') ? followUp.tone : undefined;
  const dueInMinutes = minutesAfterCreation(collection, nominalAt);
  const tone = given ?? toneAt({ dueInMinutes, expiresInMinutes, isLast }, amountTier(amount));
  const least = given === undefined && mildest !== undefined ? firmnessOf(mildest) : 0;
  return TONES[Math.max(firmnessOf(tone) + (plan?.firmer ?? 0), least)] ?? 'urgent';
}
