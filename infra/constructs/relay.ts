/** The relay: one function that reads the table's stream, with a queue for the changes that it could not handle. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { ACCOUNT_SORT_KEY, COLLECTION_SORT_KEY, SORT_KEY, WAITING_PREFIX } from '#lib/store/keys.ts';
import type { Alarms } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import { DeadLetters } from './dead-letters.ts';
import type { FollowUps } from './follow-ups.ts';
import type { Reconciliation } from './reconciliation.ts';
import { ServiceFunction } from './service-function.ts';

export type RelayProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  /** It creates their schedules, and queues what is due at once. */
  followUps: FollowUps;
  /** It creates the schedules of each provider. */
  reconciliation: Reconciliation;
  alarms: Alarms;
};

export class Relay extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, { table, environment, followUps, reconciliation, alarms }: RelayProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Function', {
      entry: 'functions/stream/relay.ts',
      environment,
      timeout: Duration.seconds(60),
      alarms,
      impact:
        'Runs are not scheduled, so follow-ups are late. Lists are not repaired, and early payments are not applied.',
    });
    table.allow(this.function, ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem']);
    followUps.runSchedules.allowCreating(this.function);
    followUps.runs.allowSending(this.function);
    reconciliation.allowNaming(this.function);
    const failures = new DeadLetters(this, 'Failures', {
      alarms,
      impact: 'The relay could not handle a change of the table.',
    });
    // CDK's two table types are not compatible under exactOptionalPropertyTypes.
    const source = table.table as ITable;
    this.function.addEventSource(
      new DynamoEventSource(source, {
        // LATEST would lose what is written while the mapping is being created.
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [writesOf(COLLECTION_SORT_KEY), writesOf(ACCOUNT_SORT_KEY), WAITING],
        batchSize: 100,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // Without a limit of attempts, so that an outage cannot use them up. A record that always fails is given up after
        // half of the day for which the stream keeps records, so that those behind it are not lost.
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
      impact: 'The relay is five minutes behind: runs are scheduled late, and lists are repaired late.',
    });
  }

  private acknowledge(): void {
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Lambda needs ListStreams to read a stream, and that action has no narrower resource.',
    });
  }
}

const writesOf = (sortKey: string) =>
  FilterCriteria.filter({
    eventName: FilterRule.or('INSERT', 'MODIFY'),
    dynamodb: { Keys: { [SORT_KEY]: { S: FilterRule.isEqual(sortKey) } } },
  });

/** What came before its collection. */
const WAITING = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: { Keys: { [SORT_KEY]: { S: FilterRule.beginsWith(WAITING_PREFIX) } } },
});
