/** The outbox: the table's own stream, read by one function, with a queue for what it could not do. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { COLLECTION_SORT_KEY, PAYMENT_PREFIX, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Alarms } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import { DeadLetters } from './dead-letters.ts';
import type { RunSchedules } from './run-schedules.ts';
import { ServiceFunction } from './service-function.ts';

export type RelayProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  /** What it makes schedules for. */
  runSchedules: RunSchedules;
  alarms: Alarms;
};

export class Relay extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, { table, environment, runSchedules, alarms }: RelayProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Function', {
      entry: 'functions/stream/relay.ts',
      environment,
      timeout: Duration.seconds(60),
      alarms,
      impact:
        'Wakes get no schedule: only the sweeper sends follow-ups, late; lists are not repaired, early payments not settled.',
    });
    table.allow(this.function, ['GetItem', 'Query', 'PutItem', 'UpdateItem']);
    runSchedules.allowCreating(this.function);
    const failures = new DeadLetters(this, 'Failures', { alarms, impact: 'The relay gave up on a change.' });
    // A cast, since CDK's own two table types miss each other under exactOptionalPropertyTypes.
    const source = table.table as ITable;
    this.function.addEventSource(
      new DynamoEventSource(source, {
        // Not LATEST: what is written while the mapping is made must not be lost.
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [COLLECTION_WRITES, EARLY_PAYMENTS],
        batchSize: 100,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // As often as it takes: an outage must not use the attempts up. What fails for ever is let go while the stream
        // still has all that waits behind it, for it keeps a day.
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(failures),
      }),
    );
    this.watch(alarms);
    this.acknowledge();
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'Behind', {
      metric: this.function.metric('IteratorAge', { statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      impact: 'The relay is five minutes behind: wakes are scheduled and lists repaired late.',
    });
  }

  private acknowledge(): void {
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Lambda needs ListStreams to read a stream, and that action is for all streams.',
    });
  }
}

const COLLECTION_WRITES = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: { Keys: { [SORT_KEY]: { S: FilterRule.isEqual(COLLECTION_SORT_KEY) } } },
});

/** Payments that were ahead of their collections; of the others nobody needs to hear. */
const EARLY_PAYMENTS = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: {
    Keys: { [SORT_KEY]: { S: FilterRule.beginsWith(PAYMENT_PREFIX) } },
    NewImage: { [TTL_ATTRIBUTE]: { N: FilterRule.exists() } },
  },
});
