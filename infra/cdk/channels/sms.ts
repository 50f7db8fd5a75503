/** SMS by AWS End User Messaging, from a number, a pool or a sender id that the account has. */
import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnConfigurationSet } from 'aws-cdk-lib/aws-smsvoice';
import type { Construct } from 'constructs';
import * as z from 'zod/mini';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import type { ChannelSender, Sender, SenderContext } from './sender.ts';

const text = z.string().check(z.minLength(1));

/** A price is in US dollars. More than three parts cost over a dollar in almost every country: it stops mistakes, not reminders. */
const price = z.string().check(z.regex(/^\d{1,2}\.\d{1,5}$/, 'must be US dollars, such as "0.50"'));

const GivenSettings = z.strictObject({
  /** A number, a pool or a sender id that the account has. */
  originationIdentity: text,
  /** Customers cannot reply. It must be said of a pool only, which may hold names and numbers. */
  oneWay: z.optional(z.boolean()),
  /** AWS refuses a message that costs more. */
  maxPrice: z._default(price, '1.00'),
  /** What AWS lets the account spend on SMS in a month, in US dollars: at four fifths of it an alarm is on. AWS begins with one dollar. */
  monthlySpendLimit: z._default(z.number().check(z.positive()), 1),
  /** Instead of a configuration set that the stack makes. */
  configurationSet: z.optional(text),
});

const SmsSettings = z.pipe(
  GivenSettings,
  z.transform((sms, context) => {
    const oneWay = sms.oneWay ?? knownOneWay(sms.originationIdentity);
    if (oneWay === undefined) context.issues.push({ code: 'custom', input: sms, path: ['oneWay'], message: POOL });
    return { ...sms, oneWay: oneWay === true };
  }),
);

const POOL = 'must be true or false: false only if customers can reply to every sender of the pool';

/** A sender id is a name, to which customers cannot reply. A pool may hold names and numbers: its operator must know. */
function knownOneWay(identity: string): boolean | undefined {
  if (/^(pool-|arn:.*:pool\/)/.test(identity)) return undefined;
  return !/^(\+|phone-|arn:(?!.*:sender-id\/))/.test(identity);
}

const NEARLY_SPENT = 0.8;

function makeSender(scope: Construct, settings: z.output<typeof SmsSettings>, { alarms }: SenderContext): Sender {
  const { originationIdentity, oneWay, maxPrice, configurationSet, monthlySpendLimit } = settings;
  alarms.watch(scope, 'SmsSpend', {
    // It grows until the month ends, and is that of the whole AWS account in this Region.
    metric: new Metric({ namespace: 'AWS/SMSVoice', metricName: 'TextMessageMonthlySpend', statistic: 'Maximum' }),
    threshold: monthlySpendLimit * NEARLY_SPENT,
    period: Duration.hours(1),
    isSparse: true,
    impact: 'Four fifths of the monthly limit for SMS are spent: at the limit AWS sends no more.',
  });
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
    // Receipts of the whole AWS account come, those of other stages and applications among them.
    receipts: {
      source: ['aws.sms-voice'],
      detailType: ['Text Message Delivery Status Updated'],
      // Messages of the version before name a collection only.
      detail: { context: { collectionId: [{ exists: true }], stage: [stageOf(scope), { exists: false }] } },
    },
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

export const sms = {
  settings: SmsSettings,
  makeSender,
  publisher: 'sms-voice',
} satisfies ChannelSender<typeof SmsSettings>;
