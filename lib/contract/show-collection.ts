/** Builds the response of a collection and its events, with the ids by which webhooks and the feed name them, too. Apart from its schema, which the functions do not need. */
import type { Claim, Dispute } from '#lib/domain/answers.ts';
import { type Attempt, attemptEvents, endedWith } from '#lib/domain/attempt.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import type { EventData, ToldTerms } from '#lib/domain/collection-event.ts';
import { fromFields } from '#lib/domain/every-field.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import type { FollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { eventId } from '#lib/domain/ids.ts';
import type { By } from '#lib/domain/member.ts';
import { creditsOf, outstandingOf, receivedOf, toAmount } from '#lib/domain/money.ts';
import { type LedgerEntry, paymentEvent } from '#lib/domain/payment/ledger-entry.ts';
import { paymentOptions } from '#lib/domain/payment/payable.ts';
import type { PaymentOption } from '#lib/domain/payment/payment-option.ts';
import { type KeptReply, replyEvent } from '#lib/domain/reply.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { CollectionResponse } from './collection-response.ts';

export type HistoryEvent = CollectionResponse['events'][number];

/** A collection with the rows beside it that have events. */
export type History = {
  collection: Collection;
  attempts: readonly Attempt[];
  entries: readonly LedgerEntry[];
  events: readonly {
    type: string;
    timestamp: string;
    about?: string;
    id?: string;
    data?: Record<string, string>;
    member?: By;
    beside?: boolean;
  }[];
  replies: readonly KeptReply[];
};

/** All of them, oldest first, a cause before its effect: its own, and those of its follow-ups, payments and replies. */
export function toHistoryEvents(
  { collection, attempts, entries, events, replies }: History,
  now: Date,
): HistoryEvent[] {
  const seen = asSeenAt(collection, now);
  const around = { ...seen, isPayable: isPayable(seen.status) };
  const followUps = attempts.flatMap((attempt) => attemptEvents(collection.id, endedWith(attempt, around), now));
  const others = [
    ...events.map(({ about, data, member, beside: _counted, ...event }) => ({
      id: eventId(collection.id, subjectOf(event.type, about)),
      ...event,
      ...((data || member) && { data: { ...data, ...(member && { member }) } }),
    })),
    ...replies.map((reply) => replyEvent(collection.id, reply)),
  ];
  const [created, ...rest] = allOwnEvents(collection);
  // A payment and its effect have the same instant, so the payment comes first.
  const [causes, later] = [true, false].map((isExpected) =>
    entries
      .filter(({ event }) => (event === 'payment.received') === isExpected)
      .map((entry) => paymentEvent(collection.id, entry)),
  );
  const all = [...(created ? [created] : []), ...(causes ?? []), ...rest, ...followUps, ...(later ?? []), ...others];
  return all.toSorted(byTime);
}

/** The events that a list shows: a failed option did not change the collection, so only the whole history has it. */
const toOwnEvents = (collection: Collection): HistoryEvent[] =>
  allOwnEvents(collection)
    .filter(({ type }) => type !== 'payment_option.failed')
    .toSorted(byTime);

const allOwnEvents = ({ id, events }: Collection): HistoryEvent[] =>
  events.map(({ type, timestamp, about, data }) => ({
    id: eventId(id, subjectOf(type, about)),
    type,
    timestamp,
    ...(data && { data: toEventData(data) }),
  }));

/** What the id of an event is derived from, beside the collection. */
const subjectOf = (type: string, about: string | undefined): string =>
  about === undefined ? type : `${type}#${about}`;

function toEventData({ changed, from, to, amount, ...rest }: EventData): NonNullable<HistoryEvent['data']> {
  const isTold = changed?.some((name) => name === 'amount' || name === 'dueDate');
  const told = isTold ? { ...(from && { from: toTold(from) }), ...(to && { to: toTold(to) }) } : {};
  return { ...rest, ...(amount && { amount: toAmount(amount) }), ...(changed && { changed: [...changed] }), ...told };
}

const toTold = ({ amount, expiresAt: _kept, ...rest }: ToldTerms) => ({
  ...rest,
  ...(amount && { amount: toAmount(amount) }),
});

/** Events of the same instant keep their order. */
const byTime = (a: HistoryEvent, b: HistoryEvent): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0;

/** With its whole history: its own events, and those of its follow-ups and payments. */
export const toHistoryResponse = (history: History, now: Date, baseUrl: string): CollectionResponse =>
  toCollectionResponse(asSeenAt(history.collection, now), baseUrl, toHistoryEvents(history, now));

/** Expects a collection as it is at the instant of the answer (`asSeenAt`). */
export function toCollectionResponse(seen: Collection, baseUrl: string, history?: HistoryEvent[]): CollectionResponse {
  const { id, contact, reference, amount, payable, metadata } = seen;
  const options = paymentOptions(seen, baseUrl);
  return fromFields<CollectionResponse>({
    id,
    type: 'integrated',
    contact,
    reference,
    number: seen.number,
    amount: toAmount(amount),
    tax: seen.tax?.map((tax) => ({ ...tax, amount: toAmount(tax.amount) })),
    paidBefore: seen.paidBefore && { ...seen.paidBefore, amount: toAmount(seen.paidBefore.amount) },
    balance: {
      received: toAmount(receivedOf(seen)),
      ...(seen.credits !== undefined && { credited: toAmount(creditsOf(seen)) }),
      outstanding: toAmount(outstandingOf(seen)),
    },
    status: seen.status,
    dueDate: seen.dueDay === undefined ? undefined : dateOf(seen.dueDay),
    expiresIn: seen.expiresInMinutes,
    payable: { enabled: payable.enabled, methods: [...payable.methods], options: options.map(toOptionResponse) },
    followUp: toFollowUpResponse(seen.followUp),
    claims: seen.claims?.map(toClaimResponse),
    disputes: seen.disputes?.map(toDisputeResponse),
    metadata: metadata === undefined ? undefined : (exactJson(metadata) as CollectionResponse['metadata']),
    events: history ?? toOwnEvents(seen),
    createdAt: seen.createdAt,
    updatedAt: seen.updatedAt,
    completedAt: seen.completedAt,
  });
}

const toClaimResponse = ({
  amount,
  decision,
  by: _member,
  ...claim
}: Claim): NonNullable<CollectionResponse['claims']>[number] => ({
  ...claim,
  amount: toAmount(amount),
  status: decision ?? 'open',
});

const toDisputeResponse = ({
  resolution,
  by: _member,
  ...dispute
}: Dispute): NonNullable<CollectionResponse['disputes']>[number] => ({
  ...dispute,
  status: resolution ?? 'open',
});

/** What was asked of the provider, and what its page still needs, is for our own page only. */
function toOptionResponse(option: PaymentOption): CollectionResponse['payable']['options'][number] {
  if (option.method === 'payment_link' || option.method === 'card') return option;
  const { asked: _amount, ...shown } = option;
  if (shown.method === 'mobile_money') {
    const { needsCode: _code, ...rest } = shown;
    return rest;
  }
  const { amount, ...rest } = shown;
  return amount === undefined ? rest : { ...rest, amount: toAmount(amount) };
}

function toFollowUpResponse(followUp: FollowUp): CollectionResponse['followUp'] {
  if (!followUp.enabled) return { enabled: false };
  const { startAfterMinutes: startAfter, cadence, schedule, steps, channels, tone } = followUp;
  const shown = { channels: [...channels], tone };
  if (schedule !== undefined) return { enabled: true, schedule: [...schedule], ...shown };
  return { enabled: true, startAfter, ...(steps === undefined && { cadence }), ...shown };
}
