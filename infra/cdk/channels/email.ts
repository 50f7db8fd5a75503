/** Email by SES, from an identity that the operator has verified. */
import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { MxRecord, PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  ReceiptRuleSet,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { S3 } from 'aws-cdk-lib/aws-ses-actions';
import type { Construct } from 'constructs';
import * as z from 'zod/mini';
import type { Alarms } from '#infra/cdk/constructs/alarms.ts';
import type { ChannelSender, Mailbox, Sender, SenderContext } from './sender.ts';

const text = z.string().check(z.minLength(1));

const EmailSettings = z.strictObject({
  from: text,
  /** The hosted zone of Route 53 whose name SES then knows as ours: the stack makes the identity and its DNS records. For one stage of a zone only. */
  zone: z.optional(z.strictObject({ id: text, name: text })),
  /**
   * The domain of the addresses to which customers answer, such as `replies.example.com`. Its mail is received by SES, which a
   * Region has one active set of rules for: `ruleSet` is the name of one that is there already.
   */
  replies: z.optional(z.strictObject({ domain: text, ruleSet: z.optional(text) })),
});

/** Opens and clicks are not tracked: SES would add a hidden image and rewrite the links. */
const EVENTS = [
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.REJECT,
];

/** A reminder that arrives later is of no use. */
const MAX_DELIVERY = Duration.hours(4);

/** SES puts an account under review from these shares on: `Reputation.BounceRate` and `.ComplaintRate` are from 0 to 1. */
const REVIEWED_FROM = { Bounce: 0.05, Complaint: 0.001 };

function makeSender(scope: Construct, settings: z.output<typeof EmailSettings>, context: SenderContext): Sender {
  const { alarms, makesRecords } = context;
  const { from, zone, replies } = settings;
  watchReputation(scope, alarms);
  const set = new ConfigurationSet(scope, 'Email', {
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    maxDeliveryDuration: MAX_DELIVERY,
    // SES then sends nothing more to an address that bounced or complained.
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
  if (zone && makesRecords) {
    const hosted = { hostedZoneId: zone.id, zoneName: zone.name };
    const publicZone = PublicHostedZone.fromPublicHostedZoneAttributes(scope, 'Zone', hosted);
    new EmailIdentity(scope, 'Identity', { identity: Identity.publicHostedZone(publicZone) });
    if (replies)
      new MxRecord(scope, 'RepliesMx', {
        zone: publicZone,
        recordName: `${replies.domain}.`,
        values: [{ hostName: `inbound-smtp.${Stack.of(scope).region}.amazonaws.com`, priority: 10 }],
      });
  }
  const mailbox = replies && makeMailbox(scope, replies);
  const bus = EventBus.fromEventBusName(scope, 'DefaultBus', 'default');
  set.addEventDestination('Receipts', { destination: EventDestination.eventBus(bus), events: EVENTS });
  const name = set.configurationSetName;
  const arn = (resource: string, resourceName: string): string =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
  return {
    environment: {
      EMAIL_FROM: from,
      EMAIL_CONFIGURATION_SET: name,
      ...(mailbox && { EMAIL_REPLY_DOMAIN: mailbox.domain, EMAIL_REPLY_BUCKET: mailbox.bucket.bucketName }),
    },
    ...(mailbox && { mailbox }),
    action: 'ses:SendEmail',
    resources: [...identitiesOf(from).map((identity) => arn('identity', identity)), arn('configuration-set', name)],
    receipts: { source: ['aws.ses'], detail: { mail: { tags: { 'ses:configuration-set': [name] } } } },
  };
}

/** What was read is kept no longer than its repetitions may take. */
const MAIL_KEPT = Duration.days(4);

function makeMailbox(scope: Construct, { domain, ruleSet }: { domain: string; ruleSet?: string | undefined }): Mailbox {
  // Under `exactOptionalPropertyTypes` the class does not match its own interface.
  const bucket = new Bucket(scope, 'Replies', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [{ expiration: MAIL_KEPT }],
    removalPolicy: RemovalPolicy.RETAIN,
  }) as IBucket;
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions::AwsSolutions-S1',
    reason: 'A mail is read once, by one function, whose log says so, and is removed after four days.',
  });
  const rules = ruleSet
    ? ReceiptRuleSet.fromReceiptRuleSetName(scope, 'RuleSet', ruleSet)
    : new ReceiptRuleSet(scope, 'RuleSet');
  if (ruleSet === undefined)
    new CfnOutput(Stack.of(scope), 'MailRuleSet', {
      value: rules.receiptRuleSetName,
      description: 'By these rules SES receives the mail of customers, once they are the active ones of the Region',
    });
  return {
    domain,
    bucket,
    publishTo: (topic) =>
      void rules.addRule('Replies', { recipients: [domain], actions: [new S3({ bucket, topic })], scanEnabled: true }),
  };
}

/** The reputation is that of the whole AWS account in this Region. */
function watchReputation(scope: Construct, alarms: Alarms): void {
  for (const [what, threshold] of Object.entries(REVIEWED_FROM))
    alarms.watch(scope, `Emails${what}`, {
      metric: new Metric({ namespace: 'AWS/SES', metricName: `Reputation.${what}Rate`, statistic: 'Average' }),
      threshold,
      period: Duration.hours(1),
      isSparse: true,
      impact: `Too many emails end in a ${what.toLowerCase()}: SES may stop all sending of this AWS account.`,
    });
}

/** The verified identity may be the address itself, its domain, or a parent domain. */
export function identitiesOf(address: string): string[] {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  return [address, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))];
}

export const email = {
  settings: EmailSettings,
  makeSender,
  publisher: 'ses',
} satisfies ChannelSender<typeof EmailSettings>;
