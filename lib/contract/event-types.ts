/** Every type of event that is told. */
import type { AttemptStatus } from '#lib/domain/attempt.ts';
import type { PaymentEventType } from '#lib/domain/payment/ledger-entry.ts';
import type { CollectionEventType } from '#lib/domain/transitions.ts';

type AttemptEventType = `followup.${Exclude<AttemptStatus, 'sending' | 'deferred'>}`;
type ContactEventType = 'contact.replied' | 'contact.opted_out' | 'contact.opted_in';

export type EventType = CollectionEventType | PaymentEventType | AttemptEventType | ContactEventType;

/** A type without an entry does not compile. */
const TYPES: Readonly<Record<EventType, true>> = {
  'collection.created': true,
  'collection.updated': true,
  'collection.completed': true,
  'collection.cancelled': true,
  'collection.overdue': true,
  'collection.expired': true,
  'payment_option.failed': true,
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
  'promise.made': true,
  'promise.broken': true,
  'contact.replied': true,
  'contact.opted_out': true,
  'contact.opted_in': true,
};

export const ALL_EVENT_TYPES = Object.keys(TYPES) as [EventType, ...EventType[]];
