/** SMS, by AWS End User Messaging: its receipts come through EventBridge, its replies through SNS. Both are read here. */
import type { ChannelAdapter, InboundEvent } from '#lib/channels/adapter.ts';
import { bridgeReceipts } from '#lib/channels/bridge-receipt.ts';
import type { FailureKind, ParsedReceipt, ReceiptMeaning } from '#lib/domain/message/outgoing.ts';
import type { Reply } from '#lib/domain/reply.ts';

type Content = {
  originationNumber?: unknown;
  messageBody?: unknown;
  inboundMessageId?: unknown;
  previousPublishedMessageId?: unknown;
};

function readSmsReplies(content: Content, { id: publicationId }: { id: string }): Reply[] {
  const { originationNumber: from, messageBody: text, inboundMessageId: id } = content;
  if (typeof from !== 'string' || typeof text !== 'string') return [];
  const messageId = typeof id === 'string' ? id : publicationId;
  const { previousPublishedMessageId: answers } = content;
  return [{ channel: 'sms', messageId, from, text, ...(typeof answers === 'string' && { answers }) }];
}

const FAILURES: Readonly<Record<string, FailureKind>> = {
  TEXT_INVALID: 'invalid_number',
  TEXT_INVALID_MESSAGE: 'rejected',
  TEXT_PROTECT_BLOCKED: 'rejected',
  TEXT_BLOCKED: 'blocked',
  TEXT_CARRIER_BLOCKED: 'blocked',
  TEXT_SPAM: 'blocked',
  TEXT_TTL_EXPIRED: 'undelivered',
  TEXT_UNREACHABLE: 'undelivered',
  TEXT_CARRIER_UNREACHABLE: 'undelivered',
};

type Detail = {
  messageId?: unknown;
  eventType?: unknown;
  context?: Record<string, unknown>;
  isFinal?: unknown;
  destinationPhoneNumber?: unknown;
};

/** AWS repeats a message's tags. With other tags, another application in the AWS account sent the message. */
function readSmsReceipts(event: InboundEvent): ParsedReceipt[] {
  if ('Records' in event || event.source !== 'aws.sms-voice') return [];
  const { messageId, eventType, context: tags, isFinal, destinationPhoneNumber: address } = event.detail as Detail;
  if (tags !== undefined && tags['collectionId'] === undefined) return [];
  const word = String(eventType);
  const told = { channel: 'sms' as const, messageId, word, meaning: smsMeaning(word, isFinal), tags, address };
  return bridgeReceipts(event, told).map((receipt) => ({ ...receipt, isOfAwsAccount: true }));
}

/** A phone that is off may still get the message, until the event says that it is the last one. */
function smsMeaning(eventType: string, isFinal: unknown): ReceiptMeaning {
  if (eventType === 'TEXT_DELIVERED') return { status: 'delivered' };
  if (eventType === 'TEXT_UNKNOWN') return { status: 'noted', failure: 'transient' };
  const failure = Object.hasOwn(FAILURES, eventType) ? FAILURES[eventType] : undefined;
  if (failure === undefined) return undefined;
  const mayArrive = failure === 'undelivered' && isFinal === false;
  return mayArrive ? { status: 'noted', failure: 'transient' } : { status: 'failed', failure };
}

export const sms: ChannelAdapter<'sms'> = {
  open: async () => (await import('./send.ts')).openSms,
  readReceipts: readSmsReceipts,
  readReplies: readSmsReplies,
  clearOptOut: async (phone, log) => (await import('./send.ts')).clearAwsOptOut(phone, log),
};
