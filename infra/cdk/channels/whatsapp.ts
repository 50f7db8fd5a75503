/**
 * WhatsApp by AWS End User Messaging Social, from a number of a linked WhatsApp Business account. Its receipts come with
 * the replies, by the account's event destination: the events of EventBridge have no error codes.
 */
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as z from 'zod/mini';
import type { ChannelSender, Sender } from './sender.ts';

const text = z.string().check(z.minLength(1));

const WhatsappSettings = z.strictObject({ phoneNumberId: text, metaApiVersion: z._default(text, 'v23.0') });

const PREFIX = 'phone-number-id';

function makeSender(scope: Construct, { phoneNumberId, metaApiVersion }: z.output<typeof WhatsappSettings>): Sender {
  const arn = phoneNumberId.startsWith('arn:')
    ? phoneNumberId
    : Stack.of(scope).formatArn({
        service: 'social-messaging',
        resource: PREFIX,
        resourceName: phoneNumberId.replace(`${PREFIX}-`, ''),
      });
  return {
    environment: { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, META_API_VERSION: metaApiVersion },
    action: 'social-messaging:SendWhatsAppMessage',
    resources: [arn],
    answers: [],
  };
}

export const whatsapp = {
  settings: WhatsappSettings,
  makeSender,
  publisher: 'social-messaging',
} satisfies ChannelSender<typeof WhatsappSettings>;
