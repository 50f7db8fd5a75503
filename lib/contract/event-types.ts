/** Every type of event that is told. */
import type * as z from 'zod/mini';
import type { AttemptStatus } from '#lib/domain/attempt.ts';
import type { PaymentEventType } from '#lib/domain/payment/ledger-entry.ts';
import type { CollectionEventType } from '#lib/domain/transitions.ts';
import { ENDPOINT_EVENT_TYPES, type EndpointEventType } from '#lib/domain/webhook/endpoint-event.ts';
import type { EventDataResponse } from './event-response.ts';

type AttemptEventType = `followup.${Exclude<AttemptStatus, 'sending' | 'deferred'>}`;
type PageEventType = 'payment_option.tried_too_often';
type ContactEventType =
  | 'contact.replied'
  | 'contact.opted_out'
  | 'contact.opted_in'
  | 'contact.over_limit'
  | 'link.requested'
  | 'message.sent';

export type EventType = CollectionEventType | PaymentEventType | AttemptEventType | ContactEventType | PageEventType;

/** A type without an entry does not compile. */
const TYPES: Readonly<Record<EventType, true>> = {
  'collection.created': true,
  'collection.updated': true,
  'collection.completed': true,
  'collection.cancelled': true,
  'collection.overdue': true,
  'collection.expired': true,
  'collection.reopened': true,
  'payment_option.failed': true,
  'payment_option.tried_too_often': true,
  'payment.received': true,
  'payment.unexpected': true,
  'payment.refunded': true,
  'payment.refund_failed': true,
  'payment.disputed': true,
  'payment.dispute_lost': true,
  'payment.dispute_won': true,
  'payment.reversed': true,
  'payment.rejected': true,
  'followup.sent': true,
  'followup.delivered': true,
  'followup.read': true,
  'followup.failed': true,
  'followup.unknown': true,
  'followup.skipped': true,
  'followup.stopped': true,
  'followup.paused': true,
  'followup.resumed': true,
  'followup.withdrawn': true,
  'promise.made': true,
  'promise.broken': true,
  'claim.made': true,
  'claim.accepted': true,
  'claim.rejected': true,
  'dispute.opened': true,
  'dispute.resolved': true,
  'contact.replied': true,
  'contact.opted_out': true,
  'contact.opted_in': true,
  'link.requested': true,
  'contact.over_limit': true,
  'message.sent': true,
};

/** Of collections. */
export const ALL_EVENT_TYPES = Object.keys(TYPES) as [EventType, ...EventType[]];

/** What a webhook endpoint can be told, and a reader of the feed can ask for. */
export const TOLD_TYPES = [...ALL_EVENT_TYPES, ...ENDPOINT_EVENT_TYPES] as const;

export const endpointEventTexts: Readonly<Record<EndpointEventType, string>> = {
  'webhook_endpoint.failing':
    'A webhook endpoint is paused, because its deliveries failed. It is told to your other endpoints.',
  'webhook_endpoint.disabled':
    'A webhook endpoint is disabled: it answered 410, or nothing else but failures for five days. It is told to your other endpoints.',
};

type DataField = keyof {
  [K in keyof z.output<typeof EventDataResponse> as string extends K ? never : K]: unknown;
};

type EventTypeText = { when: string; data: readonly DataField[] };

/** `member` is there when one of the merchant's people did it. Types that tell of no other actor have `actor` only then. */
const OF_MERCHANT = ['actor', 'member'] as const;
const OF_SLOT = ['slot', 'channel', 'with', ...OF_MERCHANT] as const;
const OF_FAILED_SLOT = [...OF_SLOT, 'reason'] as const;
const OF_PAYMENT = ['amount', 'transaction', 'method', 'actor'] as const;
const OF_RECORDED_PAYMENT = [...OF_PAYMENT, 'member'] as const;

/** When each type of event happens, and which fields its `data` has. A type without an entry does not compile. */
export const eventTypeTexts = (): Readonly<Record<EventType, EventTypeText>> => ({
  'collection.created': { when: 'The collection was created.', data: OF_MERCHANT },
  'collection.updated': {
    when: 'Its contact, amount, due date, expiry, follow-ups or metadata were corrected.',
    data: ['changed', 'from', 'to', ...OF_MERCHANT],
  },
  'collection.completed': { when: 'It was paid, or its status was set to `completed`.', data: OF_MERCHANT },
  'collection.cancelled': { when: 'Its status was set to `cancelled`.', data: OF_MERCHANT },
  'collection.overdue': {
    when: 'Its due day has ended; without one, it was not paid after its last reminder. It can still be paid.',
    data: ['dueDate', ...OF_MERCHANT],
  },
  'collection.expired': { when: 'Its time to be paid ended.', data: ['messagesSent', ...OF_MERCHANT] },
  'collection.reopened': { when: 'It can be paid again, after it had expired or was cancelled.', data: OF_MERCHANT },
  'payment_option.failed': { when: 'A way to pay could not be opened at its provider.', data: [] },
  'payment_option.tried_too_often': {
    when: 'Its payment page was asked for too many new ways to pay, and opens none for now; at most one a day.',
    data: [],
  },
  'payment.received': { when: 'Money arrived for it.', data: OF_RECORDED_PAYMENT },
  'payment.unexpected': {
    when: 'Money arrived that was not expected; `reason` says why. It is kept, never dropped.',
    data: [...OF_RECORDED_PAYMENT, 'reason'],
  },
  'payment.refunded': { when: 'Money was given back.', data: OF_RECORDED_PAYMENT },
  'payment.refund_failed': { when: 'A refund failed, so its money is back.', data: OF_PAYMENT },
  'payment.disputed': { when: 'The payer’s bank disputes a payment.', data: OF_PAYMENT },
  'payment.dispute_lost': { when: 'A dispute was lost, so its money is gone.', data: OF_PAYMENT },
  'payment.dispute_won': { when: 'A dispute was won, so its money is back or was never gone.', data: OF_PAYMENT },
  'payment.reversed': { when: 'The provider took a payment back.', data: OF_PAYMENT },
  'payment.rejected': { when: 'The provider rejected a payment; no money moved.', data: OF_PAYMENT },
  'followup.sent': { when: 'A channel accepted the message of a slot.', data: OF_SLOT },
  'followup.delivered': { when: 'The message reached the customer.', data: OF_SLOT },
  'followup.read': { when: 'The customer opened the message.', data: OF_SLOT },
  'followup.failed': { when: 'The message failed for good; `reason` says why.', data: OF_FAILED_SLOT },
  'followup.unknown': {
    when: 'The channel gave no clear answer. The message may have been sent, so it is not sent again.',
    data: OF_FAILED_SLOT,
  },
  'followup.skipped': { when: 'No message was sent for a slot; `reason` says why.', data: OF_FAILED_SLOT },
  'followup.stopped': { when: 'The follow-ups ended with the collection.', data: [] },
  'followup.paused': {
    when: 'The follow-ups were paused; `until` is absent while only a resume ends the pause.',
    data: ['until', 'reason', ...OF_MERCHANT],
  },
  'followup.resumed': { when: 'The follow-ups go on.', data: OF_MERCHANT },
  'followup.withdrawn': {
    when: 'A reminder that was asked for had not been sent when the follow-ups changed, and is not sent.',
    data: ['member'],
  },
  'promise.made': { when: 'A promise of the customer to pay was recorded.', data: ['payBy', ...OF_MERCHANT] },
  'promise.broken': { when: 'The promised day passed without enough money.', data: ['payBy', 'actor'] },
  'claim.made': {
    when: 'The customer said on the payment page that it is paid. No reminder until you decide, for three days at most.',
    data: ['claim', 'amount', 'method', 'paidOn', 'actor'],
  },
  'claim.accepted': { when: 'You accepted a claim, and its payment is recorded.', data: ['claim', ...OF_MERCHANT] },
  'claim.rejected': {
    when: 'You rejected a claim; the payment page and the next message tell the customer.',
    data: ['claim', ...OF_MERCHANT],
  },
  'dispute.opened': {
    when: 'The customer said on the payment page that something is wrong. No reminder until you resolve it.',
    data: ['dispute', 'reason', 'actor'],
  },
  'dispute.resolved': { when: 'You resolved a dispute.', data: ['dispute', 'resolution', ...OF_MERCHANT] },
  'contact.replied': { when: 'The customer answered a message.', data: ['channel', 'text'] },
  'contact.opted_out': { when: 'The customer wants no more messages on a channel.', data: ['channel', 'by'] },
  'contact.opted_in': { when: 'The customer wants messages again.', data: ['channel', 'by'] },
  'contact.over_limit': {
    when: 'The customer says more in a day than is kept, on the payment page or by replies; at most one a day.',
    data: ['by', 'actor'],
  },
  'link.requested': {
    when: 'The customer asked for a new link on the page of an expired request; at most once a day.',
    data: ['actor'],
  },
  'message.sent': {
    when: 'One of your people wrote to the customer. `reason` is there where the channel gave no clear answer: it may have gone out.',
    data: ['channel', 'text', 'reason', ...OF_MERCHANT],
  },
});
