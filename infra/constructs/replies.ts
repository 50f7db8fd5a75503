/** What people answer: a topic that AWS puts their messages on, and the function that heeds a STOP. */
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';

export type RepliesProps = { table: CollectionsTable; environment: Record<string, string>; alarms: Alarms };

export class Replies extends Construct {
  /** For the number's two-way channel, and the event destination of the WhatsApp Business account. */
  readonly topicArn: string;

  constructor(scope: Construct, id: string, { table, environment, alarms }: RepliesProps) {
    super(scope, id);
    // AWS's own key for topics would shut out the services that publish here.
    const key = new Key(this, 'Key', {
      description: 'Replies to follow-ups, on their way',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const topic = new Topic(this, 'Topic', { displayName: 'Replies to follow-ups', masterKey: key, enforceSSL: true });
    this.letPublish(topic, key);
    const receive = new BackgroundFunction(this, 'ReceiveReply', {
      entry: 'functions/messaging/receive-reply.ts',
      environment,
      timeout: Duration.seconds(30),
      alarms,
      impact: 'People who answer STOP go on getting follow-ups.',
    });
    table.allow(receive, ['GetItem', 'PutItem']);
    topic.addSubscription(new LambdaSubscription(receive, { deadLetterQueue: receive.failures }));
    this.topicArn = topic.topicArn;
  }

  /** SMS and WhatsApp of this AWS account, and nobody else. */
  private letPublish(topic: Topic, key: Key): void {
    const principals = ['sms-voice', 'social-messaging'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`));
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    topic.addToResourcePolicy(
      new PolicyStatement({ principals, actions: ['sns:Publish'], resources: [topic.topicArn], conditions }),
    );
    const encrypt = ['kms:GenerateDataKey', 'kms:Decrypt'];
    key.addToResourcePolicy(new PolicyStatement({ principals, actions: encrypt, resources: ['*'], conditions }));
  }
}
