/** Every type of event that is told, and the schema of an event of a collection. */
import * as z from 'zod/mini';
import type { AttemptStatus } from '#lib/domain/attempt.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { PaymentEventType } from '#lib/domain/payment/ledger-entry.ts';
import type { CollectionEventType } from '#lib/domain/transitions.ts';
import { ENDPOINT_EVENT_TYPES } from '#lib/domain/webhook/health.ts';
import { AmountResponse, calendarDay, instant } from './fields.ts';

type AttemptEventType = `followup.${Exclude<AttemptStatus, 'sending' | 'deferred'>}`;
type PageEventType = 'payment_option.tried_too_often';
type ContactEventType =
  | 'contact.replied'
  | 'contact.opted_out'
  | 'contact.opted_in'
  | 'contact.over_limit'
  | 'link.requested'
  | 'message.sent'
  | 'message.failed';

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
  'payment.moved': true,
  'collection.credited': true,
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
  'promise.withdrawn': true,
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
  'message.failed': true,
};

/** Of collections. */
export const ALL_EVENT_TYPES = Object.keys(TYPES) as [EventType, ...EventType[]];

/** What a webhook endpoint can be told, and a reader of the feed can ask for. */
export const TOLD_TYPES = [...ALL_EVENT_TYPES, ...ENDPOINT_EVENT_TYPES] as const;

export const MemberResponse = z.strictObject({ id: z.string(), name: z.string() });

export const ToldTermsResponse = z.strictObject({
  amount: z.optional(AmountResponse),
  dueDate: z.optional(calendarDay()),
});

/** What a reader of the event needs. Open, because new types of events add fields. */
export const EventDataResponse = z.looseObject({
  amount: z.optional(AmountResponse),
  transaction: z.optional(z.string()),
  method: z.optional(z.string()),
  reason: z.optional(z.string()),
  note: z.optional(z.string()),
  changed: z.optional(z.array(z.string())),
  from: z.optional(ToldTermsResponse),
  to: z.optional(ToldTermsResponse),
  dueDate: z.optional(calendarDay()),
  messagesSent: z.optional(z.int()),
  until: z.optional(instant()),
  payBy: z.optional(instant()),
  claim: z.optional(z.string()),
  dispute: z.optional(z.string()),
  paidOn: z.optional(calendarDay()),
  resolution: z.optional(z.string()),
  slot: z.optional(z.int()),
  actor: z.optional(z.string()),
  member: z.optional(MemberResponse),
  channel: z.optional(z.enum(CHANNELS)),
  with: z.optional(z.string()),
  by: z.optional(z.string()),
  direction: z.optional(z.enum(['in', 'out'])),
  text: z.optional(z.string()),
  unproven: z.optional(z.boolean()),
});

export const EventTypeResponse = z.string();

export const EventResponse = z.strictObject({
  id: z.string().check(z.regex(/^evt_[0-9a-z]{25}$/)),
  type: EventTypeResponse,
  timestamp: instant(),
  data: z.optional(EventDataResponse),
});
