/** A claim: the rows that say a slot is taken, and what must still be true of the collection for it to be. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { RunDecision } from './decide.ts';
import type { PlacedSlot } from './place-slots.ts';
import { type FollowUpPlan, toneOf } from './plan.ts';

export type SlotClaim = {
  ref: CollectionRef;
  /** The claim holds only while these are the collection's, and it can still be paid. */
  expected: { nextSlot: number; runNumber: number };
  /** Consecutive slots from `nextSlot` on: skipped ones, and at most one, the last, that is being sent. */
  attempts: readonly [Attempt, ...Attempt[]];
  /** When the collection is to be run next. */
  nextRunAt: string | undefined;
  /** Unique to the invocation, at most 36 characters; also in its attempts. */
  token: string;
  now: Date;
};

type Due = RunDecision & { kind: 'send' | 'skip' };

export function claimOf(
  collection: Collection,
  plan: Pick<FollowUpPlan, 'slots'>,
  decision: Due,
  { token, now }: { token: string; now: Date },
): SlotClaim {
  const { ref, nextSlot, runNumber } = collection;
  const attempts = plan.slots.slice(nextSlot - 1, decision.slot).map((placed, index) => {
    const slot = nextSlot + index;
    const late = slot < decision.slot;
    const reason = late ? 'late' : decision.kind === 'skip' ? decision.reason : undefined;
    return attemptFor(collection, { placed, slot, token, now, reason });
  });
  const [first, ...others] = attempts;
  if (first === undefined) throw new RangeError('a claim of no slot');
  return {
    ref,
    expected: { nextSlot, runNumber },
    attempts: [first, ...others],
    nextRunAt: decision.nextRunAt,
    token,
    now,
  };
}

type Claimed = { placed: PlacedSlot; slot: number; token: string; now: Date; reason: string | undefined };

function attemptFor(collection: Collection, { placed, slot, token, now, reason }: Claimed): Attempt {
  const claimedAt = now.toISOString();
  const status = reason === undefined ? 'sending' : 'skipped';
  return {
    slot,
    status,
    dueAt: new Date(placed.dueAt).toISOString(),
    claimedAt,
    tone: toneOf(collection, placed),
    token,
    channelsTried: [],
    at: { [status]: claimedAt },
    ...(reason !== undefined && { reason }),
  };
}
