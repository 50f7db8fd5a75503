/** Receipts of WhatsApp messages, and replies to them, in Meta's form, which AWS passes on through SNS. */
import { randomUUID } from 'node:crypto';
import { type LocalReply, type ReceiptKind, tagsOf, topicEvent } from '#infra/local/channels/local-channel.ts';
import { KNOWN, REGION_AND_ACCOUNT } from '#infra/local/fakes/environment.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';

const NUMBER = KNOWN.WHATSAPP_PHONE_NUMBER_ID.replace('phone-number-id-', '');

const META_ID = '000000000000000';

/** Meta's codes; 131000 says only that something went wrong. */
const WHATSAPP_CODES: Partial<Record<ReceiptKind, number>> = {
  failed: 131000,
  not_on_whatsapp: 131026,
  transient: 130429,
};

export function whatsappReceipt({ id, to, ...message }: SentMessage, kind: ReceiptKind, at: Date): object | undefined {
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

export function whatsappReply({ from, text, isButton, answers, at }: LocalReply): object {
  // WhatsApp identifies a person by the number without the plus.
  const person = from.replace(/^\+/, '');
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: META_ID, phone_number_id: META_ID },
    contacts: [{ profile: { name: 'Customer' }, wa_id: person }],
    messages: [
      {
        from: person,
        id: `wamid.${randomUUID()}`,
        timestamp: metaTime(at),
        ...(answers !== undefined && { context: { id: answers } }),
        ...(isButton ? { type: 'button', button: { text, payload: text } } : { type: 'text', text: { body: text } }),
      },
    ],
  };
  return whatsappEnvelope(value, randomUUID(), at);
}

/** `value` is Meta's. */
const whatsappEnvelope = (value: object, messageId: string, at: Date): object => ({
  context: {
    MetaWabaIds: [{ wabaId: META_ID, arn: `arn:aws:social-messaging:${REGION_AND_ACCOUNT}:waba/local` }],
    MetaPhoneNumberIds: [
      { metaPhoneNumberId: META_ID, arn: `arn:aws:social-messaging:${REGION_AND_ACCOUNT}:phone-number-id/${NUMBER}` },
    ],
  },
  whatsAppWebhookEntry: JSON.stringify({ id: META_ID, changes: [{ value, field: 'messages' }] }),
  aws_account_id: REGION_AND_ACCOUNT.split(':')[1],
  message_timestamp: at.toISOString(),
  messageId,
});

/** Seconds since 1970, as Meta writes them. */
const metaTime = (at: Date): string => String(Math.floor(at.getTime() / 1000));
