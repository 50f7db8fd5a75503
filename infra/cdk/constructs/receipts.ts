/** Receipts of sent messages: AWS's events, and WhatsApp's publications, go to the function that records them. */
import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Senders } from '#infra/cdk/channels/senders.ts';
import type { Alarms } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';

export type ReceiptsProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  senders: Senders;
  /** The topic to which WhatsApp publishes receipts and replies. */
  topic: Topic;
  alarms: Alarms;
};

export class Receipts extends Construct {
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
