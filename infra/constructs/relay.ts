/** The outbox: the table's own stream, read by one function, with a queue for what it could not do. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { COLLECTION_SORT_KEY, SORT_KEY } from '#lib/store/keys.ts';
import type { Alarms } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import { ServiceFunction } from './service-function.ts';

export type RelayProps = { table: CollectionsTable; environment: Record<string, string>; alarms: Alarms };

export class Relay extends Construct {
  readonly function: ServiceFunction;
  readonly failures: Queue;

  constructor(scope: Construct, id: string, { table, environment, alarms }: RelayProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Function', {
      entry: 'functions/stream/relay.ts',
      environment,
      timeout: Duration.seconds(60),
      alarms,
      impact: "A collection whose creator crashed halfway stays out of its account's list.",
    });
    table.allow(this.function, ['GetItem', 'UpdateItem']);
    this.failures = new Queue(this, 'Failures', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    // A cast, since CDK's own two table types miss each other under exactOptionalPropertyTypes.
    const source = table.table as ITable;
    this.function.addEventSource(
      new DynamoEventSource(source, {
        // Not LATEST: what is written while the mapping is made must not be lost.
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [COLLECTION_WRITES],
        batchSize: 100,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: 10,
        maxRecordAge: Duration.hours(1),
        onFailure: new SqsDlq(this.failures),
      }),
    );
    this.watch(alarms);
    this.acknowledge();
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'GaveUp', {
      metric: this.failures.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' }),
      threshold: 1,
      impact: 'The relay gave up on a change of a collection: a person has to look into the failure queue.',
    });
    alarms.watch(this, 'Behind', {
      metric: this.function.metric('IteratorAge', { statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      impact: 'The relay is five minutes behind: lists are repaired late.',
    });
  }

  private acknowledge(): void {
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Lambda needs ListStreams to read a stream, and that action is for all streams.',
    });
    Validations.of(this.failures).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This queue is the dead-letter queue.',
    });
  }
}

const COLLECTION_WRITES = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: { Keys: { [SORT_KEY]: { S: FilterRule.isEqual(COLLECTION_SORT_KEY) } } },
});
