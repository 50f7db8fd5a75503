/** A function that reads the table's stream, with a queue for the changes that it could not handle. A stream feeds two at most. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, type DynamoEventSourceProps, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import { DeadLetters } from './dead-letters.ts';
import { ServiceFunction } from './service-function.ts';

export type StreamConsumerProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  /** How many batches of one shard at once. */
  parallelStreamBatches: number;
  alarms: Alarms;
};

type Consumer = StreamConsumerProps & {
  entry: string;
  /** Which changes it gets: one that passes any of them. */
  filters: NonNullable<DynamoEventSourceProps['filters']>;
  /** What people notice while it fails, while a change waits in the queue, and while it is five minutes behind. */
  impacts: { failing: string; gaveUp: string; behind: string };
};

export class StreamConsumer extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: Consumer) {
    super(scope, id);
    const { table, environment, parallelStreamBatches, alarms, entry, filters, impacts } = props;
    this.function = new ServiceFunction(this, 'Function', {
      entry,
      environment,
      timeout: Duration.seconds(60),
      alarms,
      impact: impacts.failing,
    });
    const failures = new DeadLetters(this, 'Failures', { alarms, impact: impacts.gaveUp });
    // CDK's two table types are not compatible under exactOptionalPropertyTypes.
    const source = table.table as ITable;
    this.function.live.addEventSource(
      new DynamoEventSource(source, {
        // LATEST would lose what is written while the mapping is being created.
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters,
        batchSize: 100,
        parallelizationFactor: parallelStreamBatches,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // Without a limit of attempts, so that an outage cannot use them up. A record that always fails is given up after
        // half of the day for which the stream keeps records, so that those behind it are not lost.
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(failures),
      }),
    );
    alarms.watch(this, 'Behind', {
      metric: this.function.metric('IteratorAge', { statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      impact: impacts.behind,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Lambda needs ListStreams to read a stream, and that action has no narrower resource.',
    });
  }
}
