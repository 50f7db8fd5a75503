/** Reads delivery receipts: AWS's events on EventBridge for SMS and email, Meta's JSON through SNS for WhatsApp. */
import type { EventBridgeEvent, SNSEvent } from 'aws-lambda';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { ParsedReceipt, ReceiptMeaning } from '#lib/domain/message/receipt.ts';
import { attemptOf } from './attempt-of.ts';
import { emailMeaning } from './email-receipt.ts';
import { smsMeaning } from './sms-receipt.ts';
import { readWhatsappReceipts } from './whatsapp-receipt.ts';

export type ReceiptEvent = EventBridgeEvent<string, Record<string, unknown>>;

/** `isOurNumber` knows the WhatsApp number by its ARN. Of other applications' messages there are no receipts. */
export function readReceipts(
  event: ReceiptEvent | SNSEvent,
  isOurNumber: (arn: string) => boolean,
): readonly ParsedReceipt[] {
  if ('Records' in event) return event.Records.flatMap(({ Sns }) => readWhatsappReceipts(Sns.Message, isOurNumber));
  const found = find(event);
  if (typeof found?.messageId !== 'string' || found.meaning === undefined) return [];
  const { channel, messageId, word, meaning, tags, address } = found;
  const at = new Date(event.time).toISOString();
  return [
    {
      channel,
      messageIds: [messageId],
      receipt: { id: event.id, status: meaning.status, at, detail: word },
      failure: meaning.failure,
      address: typeof address === 'string' ? address : undefined,
      attempt: attemptOf(tags),
    },
  ];
}

type Found = {
  channel: Channel;
  messageId: unknown;
  word: string;
  meaning: ReceiptMeaning;
  tags?: Record<string, unknown> | undefined;
  address: unknown;
};

/** SES and SMS repeat a message's tags. With other tags, another application in the AWS account sent the message. */
function find({ source, detail, 'detail-type': word }: ReceiptEvent): Found | undefined {
  if (source === 'aws.ses') {
    const { messageId, tags, destination } = (detail['mail'] ?? {}) as Mail;
    if (tags?.['collectionId'] === undefined) return undefined;
    const address = Array.isArray(destination) ? destination[0] : undefined;
    return { channel: 'email', messageId, word, meaning: emailMeaning(word, detail), tags, address };
  }
  if (source !== 'aws.sms-voice') return undefined;
  const { messageId, eventType, context, isFinal, destinationPhoneNumber: address } = detail as Sms;
  if (context !== undefined && context['collectionId'] === undefined) return undefined;
  const code = String(eventType);
  return { channel: 'sms', messageId, word: code, meaning: smsMeaning(code, isFinal), tags: context, address };
}

type Mail = { messageId?: unknown; tags?: Record<string, unknown>; destination?: unknown };

type Sms = {
  messageId?: unknown;
  eventType?: unknown;
  context?: Record<string, unknown>;
  isFinal?: unknown;
  destinationPhoneNumber?: unknown;
};
