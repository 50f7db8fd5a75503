/** Receipts of SMS, and replies to them, as AWS reports them. */
import { randomUUID } from 'node:crypto';
import { bridgeEvent, type LocalReply, type ReceiptKind, tagsOf } from '#infra/local/channels/local-channel.ts';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';

/** SMS has no receipt for being read. */
const SMS_EVENTS: Partial<Record<ReceiptKind, { eventType: string; isFinal: boolean }>> = {
  delivered: { eventType: 'TEXT_DELIVERED', isFinal: true },
  failed: { eventType: 'TEXT_CARRIER_UNREACHABLE', isFinal: true },
  transient: { eventType: 'TEXT_CARRIER_UNREACHABLE', isFinal: false },
  invalid_number: { eventType: 'TEXT_INVALID', isFinal: true },
};

export function smsReceipt(message: SentMessage, kind: ReceiptKind, at: Date): object | undefined {
  const found = SMS_EVENTS[kind];
  if (found === undefined) return undefined;
  const messageStatus = found.eventType.replace('TEXT_', '');
  const detail = {
    ...found,
    eventVersion: '1.0',
    eventTimestamp: at.getTime(),
    originationPhoneNumber: KNOWN.SMS_ORIGINATION_IDENTITY,
    destinationPhoneNumber: message.to,
    messageId: message.id,
    messageRequestTimestamp: Date.parse(message.sentAt),
    messageType: 'TRANSACTIONAL',
    messageStatus,
    messageStatusDescription: messageStatus,
    context: tagsOf(message),
    totalMessageParts: 1,
  };
  return bridgeEvent('aws.sms-voice', 'Text Message Delivery Status Updated', detail, at);
}

export const smsReply = ({ from, text, answers }: LocalReply): object => ({
  originationNumber: from,
  destinationNumber: KNOWN.SMS_ORIGINATION_IDENTITY,
  messageKeyword: 'KEYWORD_000000000000',
  messageBody: text,
  inboundMessageId: randomUUID(),
  ...(answers !== undefined && { previousPublishedMessageId: answers }),
});
