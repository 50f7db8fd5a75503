/** Replies of customers: a topic to which AWS publishes them, and the function that obeys and answers them. */
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { PUBLISHERS, type Senders } from '#infra/cdk/channels/senders.ts';
import type { Alarms } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { ServiceFunction } from './service-function.ts';

type ReceiptsProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  senders: Senders;
  /** The topic to which WhatsApp publishes receipts and replies. */
  topic: Topic;
  alarms: Alarms;
};

export class Receipts extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, { table, environment, senders, topic, alarms }: ReceiptsProps) {
    super(scope, id);
    const record = new BackgroundFunction(this, 'RecordReceipt', {
      entry: 'functions/messaging/record-receipt.ts',
      environment: { ...environment, ...senders.topicEnvironment },
      timeout: Duration.seconds(30),
      alarms,
      impact:
        'Receipts are not recorded: follow-ups do not show whether they were delivered, and failed ones do not go to the next channel.',
    });
    this.function = record;
    table.allow(record, 'record-receipt');
    record.subscribeTo(topic, record.failures);
    const target = new LambdaFunction(record.live, {
      deadLetterQueue: record.failures,
      maxEventAge: Duration.hours(2),
    });
    for (const [channel, eventPattern] of Object.entries(senders.receipts))
      new Rule(this, channel, { eventPattern, targets: [target] });
  }
}

export type RepliesProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  senders: Senders;
  alarms: Alarms;
};

export class Replies extends Construct {
  /** To be set as the number's two-way channel, and as the WhatsApp Business account's event destination. */
  readonly topic: Topic;
  readonly receive: ServiceFunction;
  readonly receiveEmail: ServiceFunction;

  constructor(scope: Construct, id: string, { table, environment, senders, alarms }: RepliesProps) {
    super(scope, id);
    // The services that publish here cannot use AWS's own key for topics.
    const key = new Key(this, 'Key', {
      description: 'Replies to follow-ups, on their way',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const topic = new Topic(this, 'Topic', { displayName: 'Replies to follow-ups', masterKey: key, enforceSSL: true });
    // Anybody can send mails, and as many as they like: what they cost is apart from all other replies.
    // Not in here, so that one name of a topic has `Replies`: who sets up SMS and WhatsApp looks for it.
    const mails = new Topic(scope, 'Mails', { displayName: 'Replies by email', masterKey: key, enforceSSL: true });
    this.allowPublishing([topic, mails], key);
    const receive = new BackgroundFunction(this, 'ReceiveReply', {
      entry: 'functions/messaging/receive-reply.ts',
      environment: { ...environment, ...senders.environment },
      timeout: Duration.seconds(30),
      alarms,
      impact: 'Customers who reply STOP still get follow-ups, and nobody sees what others reply.',
    });
    table.allow(receive, 'receive-reply');
    senders.allowAnswering(receive);
    receive.subscribeTo(topic, receive.failures);
    const receiveEmail = new BackgroundFunction(this, 'ReceiveEmail', {
      entry: 'functions/messaging/receive-email.ts',
      environment: { ...environment, ...senders.environment },
      timeout: Duration.seconds(30),
      alarms,
      impact: 'Customers who reply STOP by email still get emails, and nobody sees what others reply.',
    });
    table.allow(receiveEmail, 'receive-email');
    receiveEmail.subscribeTo(mails, receiveEmail.failures);
    senders.receiveMail(mails, receiveEmail);
    this.topic = topic;
    this.receive = receive;
    this.receiveEmail = receiveEmail;
  }

  /** Only the channels' services, for this AWS account, may publish. */
  private allowPublishing(topics: readonly Topic[], key: Key): void {
    const principals = PUBLISHERS.map((name) => new ServicePrincipal(`${name}.amazonaws.com`));
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    for (const topic of topics)
      topic.addToResourcePolicy(
        new PolicyStatement({ principals, actions: ['sns:Publish'], resources: [topic.topicArn], conditions }),
      );
    const encrypt = ['kms:GenerateDataKey', 'kms:Decrypt'];
    key.addToResourcePolicy(new PolicyStatement({ principals, actions: encrypt, resources: ['*'], conditions }));
  }
}
