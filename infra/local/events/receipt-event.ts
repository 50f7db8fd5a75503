/** Delivery receipts in the form in which AWS puts them on EventBridge, which differs between channels. */
import { randomUUID } from 'node:crypto';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';

export const RECEIPTS = ['delivered', 'read', 'failed'] as const;
export type Receipt = (typeof RECEIPTS)[number];

type ReceiptEvent = { type: string; detail: Record<string, unknown> };
type MakeEvent = (message: SentMessage, at: Date) => ReceiptEvent;

/** SMS has no receipt for being read. */
const EVENTS: Record<Channel, Partial<Record<Receipt, MakeEvent>>> = {
  sms: {
    delivered: smsEvent('TEXT_DELIVERED', 'DELIVERED', 'Message has been accepted by phone'),
    failed: smsEvent('TEXT_CARRIER_UNREACHABLE', 'CARRIER_UNREACHABLE', 'Phone carrier is currently unreachable'),
  },
  whatsapp: {
    delivered: whatsappEvent('Delivered'),
    read: whatsappEvent('Read'),
    failed: whatsappEvent('Failed'),
  },
  email: {
    delivered: emailEvent('Email Delivered', 'Delivery', ({ to }, at) => ({
      delivery: { timestamp: at.toISOString(), processingTimeMillis: 500, recipients: [to] },
    })),
    read: emailEvent('Email Opened', 'Open', (_message, at) => ({ open: { timestamp: at.toISOString() } })),
    failed: emailEvent('Email Bounced', 'Bounce', ({ to }, at) => ({
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: to }], timestamp: at.toISOString() },
    })),
  },
};

const SOURCES: Record<Channel, string> = {
  sms: 'aws.sms-voice',
  whatsapp: 'aws.social-messaging',
  email: 'aws.ses',
};

/** Undefined when the channel has no such receipt. */
export function receiptEvent(message: SentMessage, receipt: Receipt, at: Date): object | undefined {
  const event = EVENTS[message.channel][receipt]?.(message, at);
  return (
    event && {
      version: '0',
      id: randomUUID(),
      'detail-type': event.type,
      source: SOURCES[message.channel],
      account: '000000000000',
      time: `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`,
      region: 'us-east-1',
      resources: [],
      detail: event.detail,
    }
  );
}

/** The tags that the sender gave the message; receipts of SMS and email repeat them. */
const tagsOf = ({ collectionId, slot, tone }: SentMessage): Record<string, string> => ({
  ...(collectionId !== undefined && { collectionId }),
  ...(slot !== undefined && { slot: String(slot) }),
  ...(tone !== undefined && { tone }),
});

function smsEvent(eventType: string, messageStatus: string, messageStatusDescription: string): MakeEvent {
  return (message, at) => ({
    type: 'Text Message Delivery Status Updated',
    detail: {
      eventType,
      eventVersion: '1.0',
      eventTimestamp: at.getTime(),
      isFinal: true,
      originationPhoneNumber: KNOWN.SMS_ORIGINATION_IDENTITY,
      destinationPhoneNumber: message.to,
      messageId: message.id,
      messageRequestTimestamp: Date.parse(message.sentAt),
      messageType: 'TRANSACTIONAL',
      messageStatus,
      messageStatusDescription,
      context: tagsOf(message),
      totalMessageParts: 1,
    },
  });
}

function whatsappEvent(word: string): MakeEvent {
  return (message, at) => ({
    type: `WhatsApp Message ${word}`,
    detail: {
      wabaId: 'waba-00000000000000000000000000000000',
      originationPhoneNumberId: KNOWN.WHATSAPP_PHONE_NUMBER_ID,
      messageId: message.id,
      status: word.toUpperCase(),
      eventTimestamp: at.toISOString(),
    },
  });
}

function emailEvent(type: string, eventType: string, rest: (message: SentMessage, at: Date) => object): MakeEvent {
  return (message, at) => ({
    type,
    detail: {
      eventType,
      mail: {
        timestamp: message.sentAt,
        source: KNOWN.EMAIL_FROM,
        messageId: message.id,
        destination: [message.to],
        tags: Object.fromEntries(Object.entries(tagsOf(message)).map(([name, value]) => [name, [value]])),
      },
      ...rest(message, at),
    },
  });
}
