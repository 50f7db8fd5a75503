/** Builds the response of a collection. Apart from its schema, which the functions do not need. */
import { type Attempt, attemptEvents, endedWith } from '#lib/domain/attempt.ts';
import { asSeenAt, type Collection, type EventData } from '#lib/domain/collection.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import type { FollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { eventId } from '#lib/domain/ids.ts';
import { outstandingOf, receivedOf, toAmount } from '#lib/domain/money.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { paymentOptions } from '#lib/domain/payment/payable.ts';
import { paymentEvent } from '#lib/domain/payment/payment-events.ts';
import type { PaymentOption } from '#lib/domain/payment/payment-option.ts';
import { type KeptReply, replyEvent } from '#lib/domain/reply.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { CollectionResponse } from './collection-response.ts';

type HistoryEvent = CollectionResponse['events'][number];

type Told = {
  collection: Collection;
  attempts: readonly Attempt[];
  entries: readonly LedgerEntry[];
  events: readonly { type: string; timestamp: string; about?: string; data?: Record<string, string> }[];
  replies: readonly KeptReply[];
};

/** With its whole history: its own events, and those of its follow-ups and payments. */
export function toHistoryResponse(
  { collection, attempts, entries, events: told, replies }: Told,
  now: Date,
  baseUrl: string,
): CollectionResponse {
  const seen = asSeenAt(collection, now);
  const around = { ...seen, isPayable: isPayable(seen.status) };
  const followUps = attempts.flatMap((attempt) => attemptEvents(collection.id, endedWith(attempt, around), now));
  const others = [
    ...told.map(({ about, ...event }) => ({ id: eventId(collection.id, subjectOf(event.type, about)), ...event })),
    ...replies.map((reply) => replyEvent(collection.id, reply)),
  ];
  const [created, ...rest] = ownEvents(collection, 'all');
  // A payment and its effect have the same instant, so the payment comes first.
  const [causes, later] = [true, false].map((isExpected) =>
    entries
      .filter(({ event }) => (event === 'payment.received') === isExpected)
      .map((entry) => paymentEvent(collection.id, entry)),
  );
  const events = [...(created ? [created] : []), ...(causes ?? []), ...rest, ...followUps, ...(later ?? []), ...others];
  return toCollectionResponse(seen, baseUrl, events);
}

/** Expects a collection as it is at the instant of the answer (`asSeenAt`). */
export function toCollectionResponse(
  seen: Collection,
  baseUrl: string,
  history?: readonly HistoryEvent[],
): CollectionResponse {
  const { id, contact, reference, amount, payable, metadata } = seen;
  const options = paymentOptions(seen, baseUrl);
  return {
    id,
    type: 'integrated',
    contact,
    reference,
    amount: toAmount(amount),
    balance: { received: toAmount(receivedOf(seen)), outstanding: toAmount(outstandingOf(seen)) },
    status: seen.status,
    expiresIn: seen.expiresInMinutes,
    payable: { enabled: payable.enabled, methods: [...payable.methods], options: options.map(toOptionResponse) },
    followUp: toFollowUpResponse(seen.followUp),
    ...(metadata !== undefined && { metadata: exactJson(metadata) as NonNullable<CollectionResponse['metadata']> }),
    events: (history ?? ownEvents(seen, 'of the collection itself')).toSorted(byTime),
    createdAt: seen.createdAt,
    updatedAt: seen.updatedAt,
    completedAt: seen.completedAt,
  };
}

function ownEvents({ id, events }: Collection, which: 'all' | 'of the collection itself'): HistoryEvent[] {
  const own: HistoryEvent[] = [];
  for (const { type, timestamp, about, data } of events) {
    // A failed option did not change the collection: only its whole history shows it.
    if (type === 'payment_option.failed' && which !== 'all') continue;
    own.push({ id: eventId(id, subjectOf(type, about)), type, timestamp, ...(data && { data: toEventData(data) }) });
  }
  return own;
}

/** What the id of an event is derived from, beside the collection. */
const subjectOf = (type: string, about: string | undefined): string =>
  about === undefined ? type : `${type}#${about}`;

function toEventData({ changed, ...rest }: EventData): NonNullable<HistoryEvent['data']> {
  return { ...rest, ...(changed && { changed: [...changed] }) };
}

/** Events of the same instant keep their order. */
const byTime = (a: HistoryEvent, b: HistoryEvent): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0;

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
  const { startAfterMinutes: startAfter, cadence, channels, tone } = followUp;
  return { enabled: true, startAfter, cadence, channels: [...channels], tone };
}
