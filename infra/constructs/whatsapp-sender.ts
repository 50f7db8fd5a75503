/** WhatsApp by AWS End User Messaging Social, from a number of a linked WhatsApp Business account. */
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SenderSettings } from '#infra/settings.ts';
import type { Sender } from './sender.ts';

const PREFIX = 'phone-number-id';

/** The account's other events are not receipts. */
const RECEIPTS = ['Delivered', 'Read', 'Failed', 'Undeliverable'].map((status) => `WhatsApp Message ${status}`);

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
    receipts: { source: ['aws.social-messaging'], detailType: RECEIPTS },
  };
}
