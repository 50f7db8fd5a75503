/** A claim: the attempts that reserve slots, the tone of each, and what must be true of the collection when the claim is saved. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Person, PersonRef } from '#lib/domain/person/person.ts';
import { lifeOf } from '#lib/domain/time/due-day.ts';
import type { OpeningHours } from '#lib/domain/time/local-time.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { RunDecision } from './decide.ts';
import { toneOnDay } from './due-rhythm.ts';
import { firmnessOf } from './earlier-slots.ts';
import { isSaid, TONES, type Tone } from './follow-up.ts';
import type { PlacedSlot } from './place-slots.ts';
import type { FollowUpPlan } from './plan.ts';
import { type AmountTier, amountTier, toneAt } from './rhythm.ts';
import { dayOfPerson, type PlannedCollection } from './timetable.ts';

export type SlotClaim = {
  ref: CollectionRef;
  /**
   * The claim is saved only if the collection still has these values and can be paid. The message names what is owed, and
   * the laws on people hold once it is overdue.
   */
  expected: Pick<Collection, 'status' | 'nextSlot' | 'runNumber' | 'entryCount'>;
  /** Consecutive slots from `nextSlot` on. Only the last one may be sent; the others are skipped. */
  attempts: readonly [...Attempt[], Attempt];
  /** The deferred attempt that a retry replaces with `attempts`. */
  retried?: Attempt;
  nextRunAt: string | undefined;
  /** The person as they are with the message; saved with the claim, on the version that was read. */
  person?: { ref: PersonRef; person: Person };
  /** Slots of the person's other collections, for which the message speaks, too. All are claimed, or none. */
  others?: readonly OtherClaim[];
  /** Unique to the invocation, at most 36 characters. The attempts contain it too. */
  token: string;
  now: Date;
};

export type OtherClaim = Pick<SlotClaim, 'ref' | 'expected' | 'nextRunAt'> & {
  /** Consecutive ones, one at least. */
  attempts: readonly Attempt[];
};

/** The attempt of the slot that may be sent. */
export const lastOf = ({ attempts }: Pick<SlotClaim, 'attempts'>): Attempt => attempts[attempts.length - 1] as Attempt;

type Due = RunDecision & { kind: 'send' | 'skip' };

export function claimOf(
  collection: Collection,
  plan: FollowUpPlan,
  decision: Due,
  { token, now, textOf }: { token: string; now: Date; textOf?: TextOf },
): SlotClaim {
  const { ref, status, nextSlot, runNumber, entryCount } = collection;
  const attempts = plan.slots.slice(nextSlot - 1, decision.slot).map((placed, index) => {
    const slot = nextSlot + index;
    const late = slot < decision.slot;
    const reason = reasonOf(decision, late);
    const tone = toneOf(collection, plan, slot, now);
    const attempt = attemptFor({ placed, tone, slot, token, now, reason });
    return decision.kind === 'send' && !late ? asClaimedFor(attempt, decision.channels, textOf) : attempt;
  });
  const last = attempts.pop();
  if (last === undefined) throw new RangeError('a claim of no slot');
  return {
    ref,
    expected: { status, nextSlot, runNumber, entryCount },
    attempts: [...attempts, last],
    nextRunAt: decision.nextRunAt,
    token,
    now,
  };
}

/** What a restore leaves out is left out whole. */
function reasonOf(decision: Due, isLate: boolean): string | undefined {
  if (decision.kind === 'skip' && (decision.reason === 'restored' || !isLate)) return decision.reason;
  return isLate ? 'late' : undefined;
}

type TextOf = (attempt: Attempt) => Pick<Attempt, 'text' | 'own'>;

const asClaimedFor = (attempt: Attempt, [channel]: readonly Channel[], textOf: TextOf | undefined): Attempt => ({
  ...attempt,
  ...(channel && { claimedFor: channel }),
  ...textOf?.(attempt),
});

type Retrying = {
  channels: readonly Channel[];
  nextRunAt?: string | undefined;
  token: string;
  now: Date;
  textOf: TextOf;
};

/** The slot of a deferred attempt again, with a fresh token; its next slot stays. */
export function retryClaimOf(
  { ref, status, nextSlot, runNumber, entryCount }: Collection,
  retried: Attempt,
  { channels, nextRunAt, token, now, textOf }: Retrying,
): SlotClaim {
  const claimedAt = now.toISOString();
  const { retryAt: _now, text: _before, own: _then, channel, messageId, reason, cost, at, ...kept } = retried;
  const failed = messageId !== undefined && at.failed !== undefined;
  const earlier = failed && {
    ...{ messageId, at, ...(channel && { channel }) },
    ...(reason !== undefined && { reason }),
    ...(cost && { cost }),
  };
  const claimed: Attempt = {
    ...kept,
    status: 'sending',
    claimedAt,
    token,
    at: { ...(!failed && at), sending: claimedAt },
    ...(earlier && { earlier }),
  };
  const attempt = asClaimedFor(claimed, channels, textOf);
  const expected = { status, nextSlot, runNumber, entryCount };
  return { ref, expected, attempts: [attempt], retried, nextRunAt, token, now };
}

type AttemptTerms = {
  placed: PlacedSlot;
  tone: Tone;
  slot: number;
  token: string;
  now: Date;
  reason: string | undefined;
};

export function attemptFor({ placed, tone, slot, token, now, reason }: AttemptTerms): Attempt {
  const claimedAt = now.toISOString();
  const status = reason === undefined ? 'sending' : 'skipped';
  return {
    slot,
    status,
    dueAt: new Date(placed.dueAt).toISOString(),
    claimedAt,
    tone,
    token,
    ...(placed.asked?.by && { by: placed.asked.by }),
    channelsTried: [],
    at: { [status]: claimedAt },
    ...(reason !== undefined && { reason }),
  };
}

/** Of a collection that was reopened, after that. */
export const minutesAfterCreation = (collection: Parameters<typeof lifeOf>[0], at: number): number =>
  Math.floor((at - lifeOf(collection).startsAt) / MINUTE_MS);

/** The last slot of the plan may be urgent. `now`: when it is claimed. */
export function toneOf(
  collection: PlannedCollection & Pick<Collection, 'deferral'>,
  { slots, mildest, hours }: FollowUpPlan,
  slot: number,
  now?: Date,
): Tone {
  const { nominalAt, dueAt, asked } = slots[slot - 1] as PlacedSlot;
  if (asked) return asked.tone;
  if (!collection.followUp.enabled) throw new RangeError('a collection without follow-ups has no slots');
  // Every answer shows it.
  const isFirst = slot === 1 && collection.plan === undefined;
  if (isFirst && collection.dueDay === undefined) return collection.followUp.tone;
  const { dueDay, deferral } = collection;
  const until = deferral?.slot === slot ? Date.parse(deferral.until) : dueAt;
  // What hours, caps or a restore put off until after the due day finds a debt that is late.
  const at = dueDay === undefined ? nominalAt : Math.max(dueAt, until, now?.getTime() ?? dueAt);
  return toneAtInstant(collection, { nominalAt: at, isLast: slot === slots.length, mildest, hours });
}

type TonePosition = { nominalAt: number; isLast: boolean; mildest: Tone | undefined; hours: OpeningHours };

/** A tone that the caller gave is never raised but by a broken promise. */
export function toneAtInstant(collection: PlannedCollection, position: TonePosition): Tone {
  const { followUp, dueDay, plan } = collection;
  const { mildest } = position;
  const given = followUp.enabled && isSaid(followUp, 'tone') ? followUp.tone : undefined;
  const tone = given ?? chosenTone(collection, position);
  // By the due day alone: it may have been moved since the last reminder.
  const least = given === undefined && dueDay === undefined && mildest !== undefined ? firmnessOf(mildest) : 0;
  return TONES[Math.max(firmnessOf(tone) + (plan?.firmer ?? 0), least)] ?? 'urgent';
}

function chosenTone(collection: PlannedCollection, { nominalAt, isLast, hours }: TonePosition): Tone {
  const { dueDay, amount } = collection;
  if (dueDay !== undefined) return toneOnDay(dayOfPerson(hours, nominalAt) - dueDay);
  const dueInMinutes = minutesAfterCreation(collection, nominalAt);
  const { minutes: expiresInMinutes } = lifeOf(collection);
  return toneAt({ dueInMinutes, expiresInMinutes, isLast }, tierFor(collection, amountTier(amount)));
}

/** A first message that is months ahead of the end is gentle whatever the amount. */
const tierFor = ({ followUp }: PlannedCollection, tier: AmountTier): AmountTier =>
  followUp.enabled && followUp.steps === 'life' && tier === 'high' ? 'middle' : tier;
