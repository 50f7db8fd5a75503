/**
 * WhatsApp by AWS End User Messaging Social, from a number of a linked WhatsApp Business account. Its receipts come with
 * the replies, by the account's event destination: the events of EventBridge have no error codes.
 */
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SenderSettings } from '#infra/cdk/settings.ts';
import type { Sender } from './sender.ts';

const PREFIX = 'phone-number-id';

export function whatsappSender(
  scope: Construct,
  { phoneNumberId, metaApiVersion }: NonNullable<SenderSettings['whatsapp']>,
): Sender {
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
