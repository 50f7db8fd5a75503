/** The rows beside a collection in its partition: what attempts, payments and events must look like as they are read. */
import { ATTEMPT_STATUSES, type Attempt } from '#lib/domain/attempt.ts';
import type { Payment, PaymentEventType } from '#lib/domain/payment/payment.ts';
import { instant, integer, list, named, object, oneOf, optional, text } from './checks.ts';
import { channel, money, tone } from './collection-checks.ts';

const reachedAt = optional(instant);

export const attempt = object<Attempt>({
  slot: integer,
  status: oneOf(ATTEMPT_STATUSES),
  dueAt: instant,
  claimedAt: instant,
  tone,
  token: text,
  channelsTried: list(channel),
  channel: optional(channel),
  messageId: optional(text),
  reason: optional(text),
  at: object<Attempt['at']>({
    sending: reachedAt,
    unknown: reachedAt,
    sent: reachedAt,
    delivered: reachedAt,
    read: reachedAt,
    failed: reachedAt,
    skipped: reachedAt,
  }),
});

export const payment = object<Payment>({
  transaction: text,
  reference: text,
  amount: money,
  paidAt: instant,
  provider: text,
  recordedAt: instant,
  event: optional(named<PaymentEventType>({ 'payment.received': true, 'payment.unexpected': true })),
});

/** An event that no status change carries. */
export type EventRow = { type: string; timestamp: string };

export const eventRow = object<EventRow>({ type: text, timestamp: instant });
