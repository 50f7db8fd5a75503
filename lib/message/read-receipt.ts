/** Delivery receipts: what AWS's events on EventBridge say about a message, in our words. */
import type { EventBridgeEvent } from 'aws-lambda';
import type { ReceiptStatus } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';

/** `detail` is the channel's own word for it, never what a person typed. */
export type ParsedReceipt = {
  channel: Channel;
  messageId: string;
  receipt: { id: string; status: ReceiptStatus; at: string; detail: string };
  /** Which attempt the message was for, where the channel repeats what we said of it. */
  attempt?: { collectionId: string; slot: number };
};

export type ReceiptEvent = EventBridgeEvent<string, Record<string, unknown>>;

/** https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-ses.html; what is missing says nothing new. */
const EMAIL: Readonly<Record<string, ReceiptStatus>> = {
  'Email Delivered': 'delivered',
  'Email Opened': 'read',
  'Email Clicked': 'read',
  'Email Bounced': 'failed',
  'Email Rejected': 'failed',
  'Email Rendering Failed': 'failed',
};

/** https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-format.html. */
const SMS: Readonly<Record<string, ReceiptStatus>> = {
  TEXT_DELIVERED: 'delivered',
  TEXT_BLOCKED: 'failed',
  TEXT_CARRIER_BLOCKED: 'failed',
  TEXT_CARRIER_UNREACHABLE: 'failed',
  TEXT_INVALID: 'failed',
  TEXT_INVALID_MESSAGE: 'failed',
  TEXT_SPAM: 'failed',
  TEXT_TTL_EXPIRED: 'failed',
  TEXT_UNREACHABLE: 'failed',
};

/** https://docs.aws.amazon.com/social-messaging/latest/userguide/monitor-event-bridge.html. */
const WHATSAPP: Readonly<Record<string, ReceiptStatus>> = {
  'WhatsApp Message Delivered': 'delivered',
  'WhatsApp Message Read': 'read',
  'WhatsApp Message Failed': 'failed',
  'WhatsApp Message Undeliverable': 'failed',
};

type Found = {
  channel: Channel;
  messageId: unknown;
  word: unknown;
  statuses: Readonly<Record<string, ReceiptStatus>>;
  tags?: Record<string, unknown> | undefined;
};

/** The receipt in an event; undefined when the event says nothing about a message of ours. */
export function readReceipt(event: ReceiptEvent): ParsedReceipt | undefined {
  const found = find(event);
  if (typeof found?.messageId !== 'string' || typeof found.word !== 'string') return undefined;
  const status = Object.hasOwn(found.statuses, found.word) ? found.statuses[found.word] : undefined;
  if (status === undefined) return undefined;
  const at = new Date(event.time).toISOString();
  const receipt = { id: event.id, status, at, detail: found.word };
  const attempt = attemptOf(found.tags);
  return { channel: found.channel, messageId: found.messageId, receipt, ...(attempt && { attempt }) };
}

/** SES repeats each tag as a list, SMS as a text. */
function attemptOf(tags: Record<string, unknown> = {}): ParsedReceipt['attempt'] {
  const [collectionId, slot] = [tags['collectionId'], tags['slot']].map((value) => [value].flat()[0]);
  const number = Number(slot);
  return typeof collectionId === 'string' && Number.isInteger(number) ? { collectionId, slot: number } : undefined;
}

/** SES and SMS repeat a message's tags in their events: other tags than ours make it somebody else's in the same AWS account. */
function find({ source, detail, 'detail-type': word }: ReceiptEvent): Found | undefined {
  if (source === 'aws.ses') {
    const { messageId, tags } = (detail['mail'] ?? {}) as { messageId?: unknown; tags?: Record<string, unknown> };
    return tags?.['collectionId'] === undefined
      ? undefined
      : { channel: 'email', messageId, word, statuses: EMAIL, tags };
  }
  if (source === 'aws.sms-voice') {
    const { messageId, eventType, context } = detail as Record<string, unknown> & { context?: Record<string, unknown> };
    if (context !== undefined && context['collectionId'] === undefined) return undefined;
    return { channel: 'sms', messageId, word: eventType, statuses: SMS, tags: context };
  }
  if (source !== 'aws.social-messaging') return undefined;
  return { channel: 'whatsapp', messageId: detail['messageId'], word, statuses: WHATSAPP };
}
