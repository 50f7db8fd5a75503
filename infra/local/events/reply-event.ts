/** A customer's reply as AWS passes it on through SNS: an SMS, or a WhatsApp message in Meta's form. */
import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import { META_ID, metaTime, topicEvent, whatsappEnvelope } from './topic-event.ts';

export const REPLY_CHANNELS = ['sms', 'whatsapp'] as const;

/** `from` is in E.164; `answers` is the id of the message replied to. `isButton`: a quick-reply button was pressed. */
export type Reply = {
  channel: (typeof REPLY_CHANNELS)[number];
  from: string;
  text: string;
  isButton: boolean;
  answers: string | undefined;
  at: Date;
};

export function replyEvent(reply: Reply): SNSEvent {
  const content = reply.channel === 'sms' ? smsContent(reply) : whatsappContent(reply);
  return topicEvent(content, reply.at);
}

const smsContent = ({ from, text, answers }: Reply): object => ({
  originationNumber: from,
  destinationNumber: KNOWN.SMS_ORIGINATION_IDENTITY,
  messageKeyword: 'KEYWORD_000000000000',
  messageBody: text,
  inboundMessageId: randomUUID(),
  ...(answers !== undefined && { previousPublishedMessageId: answers }),
});

function whatsappContent({ from, text, isButton, answers, at }: Reply): object {
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
