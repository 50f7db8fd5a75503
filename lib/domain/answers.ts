/** What a customer answers to a request, other than paying it: a claim that it is paid, a dispute, or a promise. */

import { CLAIM_HOLDS_MS } from '#lib/domain/claim-holds.ts';
import { dayIn } from '#lib/domain/time/due-day.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import type { Account } from './account.ts';
import { type Attempt, wasSent } from './attempt.ts';
import type { CollectionEvent } from './collection-event.ts';
import { claimNotFound } from './errors.ts';
import type { StoredPromise } from './follow-up/follow-up.ts';
import type { By } from './member.ts';
import type { Money } from './money.ts';

export const OFFLINE_METHODS = ['cash', 'bank_transfer', 'cheque', 'card', 'mobile_money', 'other'] as const;
type OfflineMethod = (typeof OFFLINE_METHODS)[number];

export const DISPUTE_REASONS = [
  'not_mine',
  'wrong_amount',
  'not_received',
  'not_as_agreed',
  'cancelled',
  'other',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

export const DECISIONS = ['accepted', 'rejected'] as const;
export type Decision = (typeof DECISIONS)[number];

export const RESOLUTIONS = ['upheld', 'dismissed'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What a customer says was paid. `paidOn` is a day (`2026-12-31`); `transaction` is free text: its id, or the last digits of an account. */
export type ClaimedPayment = { paidOn: string; amount: Money; method: OfflineMethod; transaction?: string };

/**
 * Open until a person of the merchant decides; `by` is who did, if it was a member. `paymentId`: the payment that was recorded before.
 * Instants are ISO 8601.
 */
export type Claim = ClaimedPayment & {
  id: string;
  madeAt: string;
  decision?: Decision;
  decidedAt?: string;
  paymentId?: string;
  by?: By;
};

/** What is wrong, in the customer's words, at most 500 characters. */
export type Complaint = { reason: DisputeReason; text?: string };

export type Dispute = Complaint & {
  id: string;
  openedAt: string;
  resolution?: Resolution;
  resolvedAt?: string;
  /** Of the merchant, for its own people. */
  note?: string;
  by?: By;
};

type AnswersOfCustomer = { claims?: readonly Claim[] | undefined; disputes?: readonly Dispute[] | undefined };

export const isUndecided = ({ decision }: Claim): boolean => decision === undefined;
export const isUnresolved = ({ resolution }: Dispute): boolean => resolution === undefined;

export const openClaims = ({ claims = [] }: AnswersOfCustomer): Claim[] => claims.filter(isUndecided);

export const openDisputes = ({ disputes = [] }: AnswersOfCustomer): Dispute[] => disputes.filter(isUnresolved);

/** Times in which no reminder is due, in milliseconds. */
export type Hold = { since: number; until: number; reason: 'claimed' | 'disputed' };

export const holdsOf = (answered: AnswersOfCustomer): Hold[] => [
  ...openDisputes(answered).map(({ openedAt }) => ({
    since: Date.parse(openedAt),
    until: Number.POSITIVE_INFINITY,
    reason: 'disputed' as const,
  })),
  ...openClaims(answered)
    .slice(0, 1)
    .map(({ madeAt }) => {
      const since = Date.parse(madeAt);
      return { since, until: since + CLAIM_HOLDS_MS, reason: 'claimed' as const };
    }),
];

/** Why no reminder speaks of it now, if the customer's answer is the reason. */
export const heldAt = (answered: AnswersOfCustomer, now: Date): Hold['reason'] | undefined =>
  holdsOf(answered).find(({ since, until }) => since <= now.getTime() && now.getTime() < until)?.reason;

/** What a customer says on the page of one debt in any 24 hours; what is more is not taken. */
const MAX_A_DAY = 5;

type History = { events: readonly CollectionEvent[] };

const SAID: ReadonlySet<string> = new Set(['claim.made', 'dispute.opened', 'promise.made']);

const isSaid = ({ type, data }: CollectionEvent): boolean => SAID.has(type) && data?.actor === 'customer';

export const hasSaidEnough = ({ events }: History, now: Date): boolean =>
  events.filter((event) => isSaid(event) && now.getTime() - Date.parse(event.timestamp) < DAY_MS).length >= MAX_A_DAY;

/** The one with the id. @throws claim_not_found */
export function claimOf({ claims = [] }: AnswersOfCustomer, id: string): Claim {
  const claim = claims.find((each) => each.id === id);
  if (claim === undefined) throw claimNotFound();
  return claim;
}

/** After so many broken promises the page takes no other. */
const MAX_BROKEN = 2;

export const mayPromise = ({ events }: History): boolean =>
  events.filter(({ type }) => type === 'promise.broken').length < MAX_BROKEN;

export const PROMISE_DAYS = 14;
export const MAX_PROMISE_DAYS = 90;

/** The last day that a customer may promise. A promise that is in force is put off within the days of the first one. */
export function lastPromiseDay(
  { promise }: { promise?: StoredPromise },
  { country, promiseDays = PROMISE_DAYS }: Pick<Account, 'country' | 'promiseDays'>,
  now: Date,
): number {
  const since = promise === undefined || promise.brokenAt !== undefined ? undefined : promise.since;
  return dayIn(country, since === undefined ? now.getTime() : Date.parse(since)) + promiseDays;
}

/** The claim that the merchant rejected last, and that the customer has not answered since: the next message says so. */
export function rejectedClaim({ claims = [] }: AnswersOfCustomer): Claim | undefined {
  const last = claims.at(-1);
  return last?.decision === 'rejected' ? last : undefined;
}

/** Whether no message has gone out since the merchant rejected what the customer says was paid: the next one says so. */
export function isRejectionUntold(answered: AnswersOfCustomer, attempts: readonly Attempt[]): boolean {
  const { decidedAt } = rejectedClaim(answered) ?? {};
  return decidedAt !== undefined && !attempts.some((attempt) => wasSent(attempt) && attempt.claimedAt > decidedAt);
}

/** Without what names or reaches a person. */
export const erasedAnswers = ({
  claims,
  disputes,
}: AnswersOfCustomer): { claims?: readonly Claim[]; disputes?: readonly Dispute[] } => ({
  ...(claims && { claims: claims.map(({ transaction: _digits, ...claim }) => claim) }),
  ...(disputes && { disputes: disputes.map(({ text: _words, note: _ours, ...dispute }) => dispute) }),
});
