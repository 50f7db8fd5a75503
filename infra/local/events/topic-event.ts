/** What AWS publishes on an SNS topic, as the function behind it gets it; and WhatsApp's envelope. */
import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import { KNOWN, REGION_AND_ACCOUNT } from '#infra/local/fakes/environment.ts';

const TOPIC = `arn:aws:sns:${REGION_AND_ACCOUNT}:replies`;
const NUMBER = KNOWN.WHATSAPP_PHONE_NUMBER_ID.replace('phone-number-id-', '');

export const META_ID = '000000000000000';

export function topicEvent(content: object, at: Date): SNSEvent {
  const Sns = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: JSON.stringify(content),
    Timestamp: at.toISOString(),
    SignatureVersion: '1',
    Signature: '',
    SigningCertUrl: '',
    UnsubscribeUrl: '',
    MessageAttributes: {},
  };
  return { Records: [{ EventVersion: '1.0', EventSource: 'aws:sns', EventSubscriptionArn: `${TOPIC}:local`, Sns }] };
}

/** `value` is Meta's. */
export const whatsappEnvelope = (value: object, messageId: string, at: Date): object => ({
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
export const metaTime = (at: Date): string => String(Math.floor(at.getTime() / 1000));
