/** Every type of event that is told, with what it says. */

import type { AttemptStatus } from '#lib/domain/attempt.ts';
import type { PaymentEventType } from '#lib/domain/payment/ledger-entry.ts';
import type { CollectionEventType } from '#lib/domain/transitions.ts';

/** Each type, and when it is told. `data.event.data` has the fields that are named. */
export const EVENT_TYPES = {
  'collection.created': 'A collection was created.',
  'collection.updated': 'Its terms were changed; `changed` names the fields.',
  'collection.completed': 'It is paid, or was marked as paid.',
  'collection.overdue': 'It is unpaid after its last reminder, or was marked as overdue.',
  'collection.expired': 'It can be paid no more, because its time has passed.',
  'collection.cancelled': 'It was cancelled.',
  'followup.stopped': 'No more reminders will be sent, because the collection is final.',
  'followup.sent': 'A channel accepted a reminder: `slot`, `channel`.',
  'followup.delivered': 'The reminder reached the customer: `slot`, `channel`.',
  'followup.read': 'The customer opened it: `slot`, `channel`.',
  'followup.failed': 'It could not be delivered: `slot`, `channel`, `reason`.',
  'followup.unknown': 'Whether it was sent is not known, and it is not sent again: `slot`, `reason`.',
  'followup.skipped': 'It was left out: `slot`, `reason`.',
  'followup.paused': 'Reminders wait: `until`, `reason`, `actor`.',
  'followup.resumed': 'Reminders go on: `actor`.',
  'promise.made': 'The customer promised to pay: `payBy`.',
  'promise.broken': 'The promised time has passed, unpaid: `payBy`.',
  'payment.received': 'Money came: `amount`, `transaction`, `method`, `actor`.',
  'payment.unexpected': 'Money came that was not asked for, or not any more: `amount`, `transaction`, `reason`.',
  'payment.refunded': 'Money went back: `amount`, `transaction`, `actor`.',
  'payment.refund_failed': 'A refund failed after all: the money counts again.',
  'payment.disputed': 'The customer disputes a payment with the bank.',
  'payment.dispute_won': 'The dispute was decided for you.',
  'payment.dispute_lost': 'The dispute was lost: the money is gone.',
  'payment.reversed': 'The provider took a payment back.',
  'payment.rejected': 'The provider refused money that it had confirmed.',
  'payment_option.failed': 'A way to pay could not be opened at the provider.',
  'contact.replied': 'The customer answered a reminder; the text is shown by the collection only: `channel`.',
  'contact.opted_out': 'The customer wants no more reminders: `channel`, `by`.',
  'contact.opted_in': 'The customer wants reminders again: `channel`.',
} as const satisfies Readonly<
  Record<CollectionEventType | PaymentEventType | AttemptEventType | ContactEventType, string>
>;

type AttemptEventType = `followup.${Exclude<AttemptStatus, 'sending' | 'deferred'>}`;
type ContactEventType = 'contact.replied' | 'contact.opted_out' | 'contact.opted_in';

export type EventType = keyof typeof EVENT_TYPES;

export const ALL_EVENT_TYPES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];
