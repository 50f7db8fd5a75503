/** A delivery receipt as AWS puts it on EventBridge, for each channel in its own form. */
import { randomUUID } from 'node:crypto';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';

export const RECEIPTS = ['delivered', 'read', 'failed'] as const;
export type Receipt = (typeof RECEIPTS)[number];

type Told = { type: string; detail: Record<string, unknown> };
type Teller = (message: SentMessage, at: Date) => Told;

/** Who reads an SMS is not told to its sender. */
const TELLERS: Record<Channel, Partial<Record<Receipt, Teller>>> = {
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

/** Undefined for what the channel never tells. */
export function receiptEvent(message: SentMessage, receipt: Receipt, at: Date): object | undefined {
  const told = TELLERS[message.channel][receipt]?.(message, at);
  return (
    told && {
      version: '0',
      id: randomUUID(),
      'detail-type': told.type,
      source: SOURCES[message.channel],
      account: '000000000000',
      time: `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`,
      region: 'us-east-1',
      resources: [],
      detail: told.detail,
    }
  );
}

/** What the sender has said of the attempt, which SMS and email repeat. */
const tagsOf = ({ collectionId, slot, tone }: SentMessage): Record<string, string> => ({
  ...(collectionId !== undefined && { collectionId }),
  ...(slot !== undefined && { slot: String(slot) }),
  ...(tone !== undefined && { tone }),
});

function smsEvent(eventType: string, messageStatus: string, messageStatusDescription: string): Teller {
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

function whatsappEvent(word: string): Teller {
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

function emailEvent(type: string, eventType: string, rest: (message: SentMessage, at: Date) => object): Teller {
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
