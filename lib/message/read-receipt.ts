/** Reads delivery receipts: AWS events on EventBridge that report on a message. */
import type { EventBridgeEvent } from 'aws-lambda';
import type { ReceiptStatus } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';

/** `detail` is the channel's own code, never text from a person. */
export type ParsedReceipt = {
  channel: Channel;
  messageId: string;
  receipt: { id: string; status: ReceiptStatus; at: string; detail: string };
  /** The attempt that sent the message, when the channel repeats our tags. */
  attempt?: { collectionId: string; slot: number };
};

export type ReceiptEvent = EventBridgeEvent<string, Record<string, unknown>>;

/** https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-ses.html. Other events change nothing. */
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

/** Undefined when the event says nothing new about a message of ours. */
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

/** SES repeats each tag as a list, SMS as text. */
function attemptOf(tags: Record<string, unknown> = {}): ParsedReceipt['attempt'] {
  const [collectionId, slot] = [tags['collectionId'], tags['slot']].map((value) => [value].flat()[0]);
  const number = Number(slot);
  return typeof collectionId === 'string' && Number.isInteger(number) ? { collectionId, slot: number } : undefined;
}

/** SES and SMS repeat a message's tags. With other tags, another application in the AWS account sent the message. */
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
