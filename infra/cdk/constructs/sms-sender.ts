/** SMS by AWS End User Messaging, from a number, a pool or a sender id that the account has. */
import { Stack } from 'aws-cdk-lib';
import { CfnConfigurationSet } from 'aws-cdk-lib/aws-smsvoice';
import type { Construct } from 'constructs';
import type { SenderSettings } from '#infra/cdk/settings.ts';
import type { Sender } from './sender.ts';

type SmsSettings = NonNullable<SenderSettings['sms']>;

export function smsSender(scope: Construct, settings: SmsSettings): Sender {
  const { originationIdentity, oneWay, maxPrice, configurationSet } = settings;
  // EventBridge gets the receipts without a destination in the set; operators may add protection to it.
  const set = configurationSet ?? new CfnConfigurationSet(scope, 'Sms').ref;
  return {
    environment: {
      SMS_ORIGINATION_IDENTITY: originationIdentity,
      SMS_CONFIGURATION_SET: set,
      SMS_ONE_WAY: String(oneWay),
      SMS_MAX_PRICE: maxPrice,
    },
    action: 'sms-voice:SendTextMessage',
    resources: [identityArn(scope, originationIdentity), arnOf(scope, 'configuration-set', set)],
    answers: [{ action: 'sms-voice:DeleteOptedOutNumber', resources: [arnOf(scope, 'opt-out-list', 'Default')] }],
    receipts: { source: ['aws.sms-voice'], detailType: ['Text Message Delivery Status Updated'] },
  };
}

/** A sender id has an ARN for each country, and the ARN of a phone number has an id in place of the number. */
function identityArn(scope: Construct, identity: string): string {
  if (identity.startsWith('arn:')) return identity;
  if (identity.startsWith('pool-')) return arnOf(scope, 'pool', identity);
  if (identity.startsWith('phone-')) return arnOf(scope, 'phone-number', identity);
  return identity.startsWith('+') ? arnOf(scope, 'phone-number', '*') : arnOf(scope, 'sender-id', `${identity}/*`);
}

const arnOf = (scope: Construct, resource: string, resourceName: string): string =>
  Stack.of(scope).formatArn({ service: 'sms-voice', resource, resourceName });
