/** Delivery receipts in the form in which AWS delivers them, which differs between channels. */
import { randomUUID } from 'node:crypto';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import { META_ID, metaTime, topicEvent, whatsappEnvelope } from './topic-event.ts';

export const RECEIPTS = ['delivered', 'read', 'failed'] as const;
export const REASONS = ['bounce', 'complaint', 'not_on_whatsapp', 'invalid_number', 'transient'] as const;

/** `reason` is of a failure only. */
export type Receipt = { status: (typeof RECEIPTS)[number]; reason?: (typeof REASONS)[number] | undefined };

/** Undefined when the channel has no such receipt. */
export function receiptEvent(message: SentMessage, { status, reason }: Receipt, at: Date): object | undefined {
  const kind = status === 'failed' && reason !== undefined ? reason : status;
  return MAKERS[message.channel](message, kind, at);
}

type Kind = Receipt['status'] | NonNullable<Receipt['reason']>;
type MakeEvent = (message: SentMessage, kind: Kind, at: Date) => object | undefined;

const MAKERS: Record<SentMessage['channel'], MakeEvent> = {
  sms: smsReceipt,
  whatsapp: whatsappReceipt,
  email: emailReceipt,
};

const bridgeEvent = (source: string, type: string, detail: object, at: Date): object => ({
  version: '0',
  id: randomUUID(),
  'detail-type': type,
  source,
  account: '000000000000',
  time: `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`,
  region: 'us-east-1',
  resources: [],
  detail,
});

/** The tags that the sender gave the message; receipts repeat them. */
const tagsOf = ({ collectionId, slot, tone }: SentMessage): Record<string, string> => ({
  ...(collectionId !== undefined && { collectionId }),
  ...(slot !== undefined && { slot: String(slot) }),
  ...(tone !== undefined && { tone }),
});

/** SMS has no receipt for being read. */
const SMS_EVENTS: Partial<Record<Kind, { eventType: string; isFinal: boolean }>> = {
  delivered: { eventType: 'TEXT_DELIVERED', isFinal: true },
  failed: { eventType: 'TEXT_CARRIER_UNREACHABLE', isFinal: true },
  transient: { eventType: 'TEXT_CARRIER_UNREACHABLE', isFinal: false },
  invalid_number: { eventType: 'TEXT_INVALID', isFinal: true },
};

function smsReceipt(message: SentMessage, kind: Kind, at: Date): object | undefined {
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

/** Meta's codes; 131000 says only that something went wrong. */
const WHATSAPP_CODES: Partial<Record<Kind, number>> = { failed: 131000, not_on_whatsapp: 131026, transient: 130429 };

function whatsappReceipt({ id, to, ...message }: SentMessage, kind: Kind, at: Date): object | undefined {
  const code = WHATSAPP_CODES[kind];
  const isGood = kind === 'delivered' || kind === 'read';
  if (code === undefined && !isGood) return undefined;
  const status = {
    id: `wamid.${id}`,
    status: isGood ? kind : 'failed',
    timestamp: metaTime(at),
    recipient_id: to.replace(/^\+/, ''),
    biz_opaque_callback_data: JSON.stringify(tagsOf({ ...message, id, to })),
    ...(code !== undefined && { errors: [{ code, title: 'Message undeliverable' }] }),
  };
  const metadata = { display_phone_number: META_ID, phone_number_id: META_ID };
  return topicEvent(whatsappEnvelope({ messaging_product: 'whatsapp', metadata, statuses: [status] }, id, at), at);
}

function emailReceipt(message: SentMessage, kind: Kind, at: Date): object | undefined {
  const found = emailFacts(message.to, kind, at.toISOString());
  if (found === undefined) return undefined;
  const [type, eventType, facts] = found;
  const mail = {
    timestamp: message.sentAt,
    source: KNOWN.EMAIL_FROM,
    messageId: message.id,
    destination: [message.to],
    tags: Object.fromEntries(Object.entries(tagsOf(message)).map(([name, value]) => [name, [value]])),
  };
  return bridgeEvent('aws.ses', type, { eventType, mail, ...facts }, at);
}

function emailFacts(to: string, kind: Kind, timestamp: string): [string, string, object] | undefined {
  const bounce = (bounceType: string) => ({
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: to }],
  });
  switch (kind) {
    case 'delivered':
      return ['Email Delivered', 'Delivery', { delivery: { timestamp, recipients: [to] } }];
    case 'read':
      return ['Email Opened', 'Open', { open: { timestamp } }];
    case 'failed':
    case 'bounce':
      return ['Email Bounced', 'Bounce', { bounce: { ...bounce('Permanent'), timestamp } }];
    case 'transient':
      return ['Email Bounced', 'Bounce', { bounce: { ...bounce('Transient'), timestamp } }];
    case 'complaint':
      return ['Email Complaint Received', 'Complaint', { complaint: { complaintFeedbackType: 'abuse', timestamp } }];
    default:
      return undefined;
  }
}
