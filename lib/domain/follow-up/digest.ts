/** One message for several debts of a person: which debts it names, and which of their slots it speaks for. */
import type { Account } from '#lib/domain/account.ts';
import { heldAt } from '#lib/domain/answers.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { outstandingOf } from '#lib/domain/money.ts';
import { judge } from '#lib/domain/person/judge.ts';
import type { Person } from '#lib/domain/person/person.ts';
import type { PersonRules } from '#lib/domain/person/policy.ts';
import { endOfDay } from '#lib/domain/time/due-day.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { attemptFor, type OtherClaim, toneOf } from './claim.ts';
import { isLeftOut, nextRun } from './decide.ts';
import { pauseAt, promisedFor } from './follow-up.ts';
import type { FollowUpPlan } from './plan.ts';

/** A slot that is due so soon is not sent beside the message. */
const AHEAD_MS = DAY_MS;

/** Two writes each, in one transaction with the message's own claim. */
const MAX_SLOTS = 20;

/** Whether something is still to be paid, and can be paid. */
export const isOwed = (collection: Collection, now: Date): boolean =>
  isPayable(collection.status) && collection.expiresAt > now.toISOString() && outstandingOf(collection).minor > 0;

/** Whether its customer is reminded of it now: nothing has been said or agreed that stops its reminders. */
export const isReminded = (collection: Collection, now: Date): boolean =>
  isOwed(collection, now) &&
  collection.followUp.enabled &&
  collection.arm !== 'held_out' &&
  pauseAt(collection.pause, now) === undefined &&
  heldAt(collection, now) === undefined &&
  promisedFor(collection.promise) === undefined;

/** Whether a message about it names other debts, and theirs name it: what its rule says comes before what the account says. */
export const isDigested = ({ followUp }: Pick<Collection, 'followUp'>, { digest }: Pick<Account, 'digest'>): boolean =>
  (followUp.rule?.digest ?? digest) !== 'off';

/** Compares two debts, the oldest first: by the end of the due day; without one, of the time in which it can be paid. */
export function byAge({ country }: Pick<Account, 'country'>) {
  const end = ({ dueDay, expiresAt }: Collection) =>
    dueDay === undefined ? Date.parse(expiresAt) : endOfDay(dueDay, country);
  return (one: Collection, other: Collection): number =>
    end(one) - end(other) || (one.createdAt < other.createdAt ? -1 : 1);
}

/** Another debt of the person, with the rules for people as they hold for it. */
export type OtherDebt = {
  collection: Collection;
  plan: FollowUpPlan;
  rules: PersonRules;
  isMentioned: boolean;
  isRejectionUntold: boolean;
  /** Where it is addressed to another email than the debt that is run: by which channels nothing may go there. */
  closed?: readonly Channel[];
};

/** Of the message: when it counts, in milliseconds, and the person as they are without it. */
export type Counting = { at: number; channel: Channel; person: Pick<Person, 'sends'> };

/** The caps of every debt count the message: one whose rules allow none now is not named. */
export const mayBeNamed = ({ plan, rules }: OtherDebt, { at, channel, person }: Counting): boolean =>
  judge(person, rules, { at, channel, hours: plan.hours }).kind === 'allowed';

/** The consecutive slots of the debt that are due soon. One that waits for its own message, or is to be left out, keeps its run. */
function slotsDueSoon({ collection, plan, isMentioned }: OtherDebt, now: Date, fence = ''): number[] {
  const { nextSlot, retry, skippedSlot, deferral } = collection;
  const slots: number[] = [];
  if (retry !== undefined) return slots;
  for (let slot = nextSlot; !isLeftOut({ plan, skippedSlot, isMentioned }, slot); slot += 1) {
    const placed = plan.slots[slot - 1];
    if (placed === undefined || placed.asked || new Date(placed.dueAt).toISOString() < fence) break;
    const dueAt = deferral?.slot === slot ? Math.max(placed.dueAt, Date.parse(deferral.until)) : placed.dueAt;
    if (dueAt > now.getTime() + AHEAD_MS) break;
    slots.push(slot);
  }
  return slots;
}

type DigestTerms = {
  /** The claimed attempt of the slot whose message it is, and the id of its collection. */
  attempt: Attempt;
  id: string;
  now: Date;
  /** What was due before is left to its own runs. */
  fence?: string | undefined;
};

/** The claims of what the message speaks for, those of the oldest debts first. */
export function otherClaims(others: readonly OtherDebt[], { attempt, id, now, fence }: DigestTerms): OtherClaim[] {
  const claims: OtherClaim[] = [];
  let left = MAX_SLOTS;
  for (const other of others) {
    const slots = slotsDueSoon(other, now, fence).slice(0, left);
    left -= slots.length;
    const attempts = slots.map((slot) => coveredAttempt(other, slot, { attempt, id, now }));
    if (attempts.length > 0) claims.push(otherClaim(other, attempts));
  }
  return claims;
}

function otherClaim({ collection, plan }: OtherDebt, attempts: readonly Attempt[]): OtherClaim {
  const { deferral: _over, ...rest } = collection;
  const { ref, status, nextSlot, runNumber, entryCount } = collection;
  const { nextRunAt } = nextRun({ ...rest, plan, nextSlot: nextSlot + attempts.length });
  return { ref, expected: { status, nextSlot, runNumber, entryCount }, attempts, nextRunAt };
}

function coveredAttempt({ collection, plan }: OtherDebt, slot: number, { attempt, id, now }: DigestTerms): Attempt {
  const { token, text, claimedFor } = attempt;
  const placed = plan.slots[slot - 1] as FollowUpPlan['slots'][number];
  const tone = toneOf(collection, plan, slot, now);
  return {
    ...attemptFor({ placed, tone, slot, token, now, reason: undefined }),
    ...(text !== undefined && { text }),
    ...(claimedFor && { claimedFor }),
    with: id,
  };
}
