/** A customer's reply as AWS passes it on through SNS: an SMS, or a WhatsApp message in Meta's form. */
import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import { KNOWN } from '#infra/local/fakes/environment.ts';

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

const TOPIC = 'arn:aws:sns:us-east-1:000000000000:replies';
const META_ID = '000000000000000';

export function replyEvent(reply: Reply): SNSEvent {
  const content = reply.channel === 'sms' ? smsContent(reply) : whatsappContent(reply);
  const Sns = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: JSON.stringify(content),
    Timestamp: reply.at.toISOString(),
    SignatureVersion: '1',
    Signature: '',
    SigningCertUrl: '',
    UnsubscribeUrl: '',
    MessageAttributes: {},
  };
  return { Records: [{ EventVersion: '1.0', EventSource: 'aws:sns', EventSubscriptionArn: `${TOPIC}:local`, Sns }] };
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
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: META_ID, phone_number_id: META_ID },
    contacts: [{ profile: { name: 'Customer' }, wa_id: person }],
    messages: [
      {
        from: person,
        id: `wamid.${randomUUID()}`,
        timestamp,
        ...(answers !== undefined && { context: { id: answers } }),
        ...(isButton ? { type: 'button', button: { text, payload: text } } : { type: 'text', text: { body: text } }),
      },
    ],
  };
  return {
    context: {
      MetaWabaIds: [{ wabaId: META_ID, arn: 'arn:aws:social-messaging:us-east-1:000000000000:waba/local' }],
      MetaPhoneNumberIds: [
        { metaPhoneNumberId: META_ID, arn: 'arn:aws:social-messaging:us-east-1:000000000000:phone-number-id/local' },
      ],
    },
    whatsAppWebhookEntry: JSON.stringify({ id: META_ID, changes: [{ value, field: 'messages' }] }),
    aws_account_id: '000000000000',
    message_timestamp: at.toISOString(),
    messageId: randomUUID(),
  };
}
