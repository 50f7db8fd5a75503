/** Receipts of sent messages: AWS's events go to the function that records them. */
import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { Senders } from './senders.ts';

export type ReceiptsProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  senders: Senders;
  alarms: Alarms;
};

export class Receipts extends Construct {
  constructor(scope: Construct, id: string, { table, environment, senders, alarms }: ReceiptsProps) {
    super(scope, id);
    const record = new BackgroundFunction(this, 'RecordReceipt', {
      entry: 'functions/messaging/record-receipt.ts',
      environment,
      timeout: Duration.seconds(30),
      alarms,
      impact: 'Receipts are not recorded: follow-ups do not show whether they were delivered or read.',
    });
    table.allow(record, ['GetItem', 'UpdateItem']);
    const target = new LambdaFunction(record, { deadLetterQueue: record.failures, maxEventAge: Duration.hours(2) });
    for (const [channel, eventPattern] of Object.entries(senders.receipts))
      new Rule(this, channel, { eventPattern, targets: [target] });
  }
}
