/** The two readers of the table's stream, our outbox: one lists, books, schedules and queues runs, the other tells events. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, type DynamoEventSourceProps, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { STREAM_BATCH } from '#infra/cdk/settings.ts';
import { COLLECTION_SORT_KEY } from '#lib/store/collection/keys.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { RELAYED_ITEMS, RELAYED_ROWS, TOLD_ABOUT } from '#lib/store/stream.ts';
import { type Alarms, counted } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { FollowUps } from './follow-ups.ts';
import type { Reconciliation } from './payments.ts';
import { ServiceFunction } from './service-function.ts';
import { DeadLetters } from './work-queue.ts';

type StreamConsumerProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  /** How many batches of one shard at once. */
  parallelStreamBatches: number;
  /** How long a batch waits for more changes. */
  gathers: Duration;
  alarms: Alarms;
};

type Consumer = StreamConsumerProps & {
  entry: string;
  /** What it counts when it fails at a change. */
  fault: string;
  /** Which changes it gets: one that passes any of them. */
  filters: NonNullable<DynamoEventSourceProps['filters']>;
  /** What people notice while it fails, while a change waits in the queue, and while it is five minutes behind. */
  impacts: { failing: string; gaveUp: string; behind: string };
};

class StreamConsumer extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: Consumer) {
    super(scope, id);
    const { table, environment, parallelStreamBatches, gathers, alarms, entry, fault, filters, impacts } = props;
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
        batchSize: STREAM_BATCH,
        maxBatchingWindow: gathers,
        parallelizationFactor: parallelStreamBatches,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // Without a limit of attempts, so that an outage cannot use them up. A record that always fails is given up after
        // half of the day for which the stream keeps records, so that those behind it are not lost.
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(failures),
      }),
    );
    alarms.watch(this, 'RecordsFail', {
      metric: counted(this, fault),
      // One that lost a race is repeated, and the next try wins.
      threshold: 3,
      impact: `Our own code fails at changes of the table, and the stream stands until it does not. ${impacts.failing}`,
    });
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

export class Publisher extends StreamConsumer {
  constructor(scope: Construct, id: string, props: StreamConsumerProps) {
    super(scope, id, {
      ...props,
      entry: 'functions/stream/publish-events.ts',
      fault: 'publishing_failed',
      filters: [CHANGES_WITH_EVENTS],
      impacts: {
        failing: 'Events are told late: the feed and webhooks stand still.',
        gaveUp: 'An event was not told. It is told with the next change of its collection.',
        behind: 'The publisher is five minutes behind: events are told late.',
      },
    });
    props.table.allow(this.function, 'publish-events');
    props.alarms.watch(this, 'NotTold', {
      metric: counted(this, 'events_not_told'),
      threshold: 1,
      impact: 'The events of a collection are not told, because an item of it is spoilt; the log names it.',
    });
  }
}

/** One filter with alternatives, because a mapping has five at most. */
const CHANGES_WITH_EVENTS = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: {
    Keys: {
      [SORT_KEY]: {
        S: [
          ...FilterRule.isEqual(COLLECTION_SORT_KEY),
          ...TOLD_ABOUT.flatMap((prefix) => FilterRule.beginsWith(prefix)),
        ],
      },
    },
  },
});

type RelayProps = StreamConsumerProps & {
  /** It creates their schedules, and queues what is due at once. */
  followUps: FollowUps;
  /** It creates the schedules of each provider. */
  reconciliation: Reconciliation;
};

export class Relay extends StreamConsumer {
  constructor(scope: Construct, id: string, { followUps, reconciliation, ...props }: RelayProps) {
    super(scope, id, {
      ...props,
      entry: 'functions/stream/relay.ts',
      fault: 'relay_failed',
      filters: [...RELAYED_ITEMS.map(writesOf), ...RELAYED_ROWS.map(firstWritesOf)],
      impacts: {
        failing:
          'Runs are not scheduled, so follow-ups are late. Lists are not repaired, and early payments are not applied.',
        gaveUp: 'The relay could not handle a change of the table.',
        behind: 'The relay is five minutes behind: runs are scheduled late, and lists are repaired late.',
      },
    });
    props.table.allow(this.function, 'relay');
    followUps.runSchedules.allowCreating(this.function);
    followUps.runs.allowSending(this.function);
    reconciliation.allowNaming(this.function);
  }
}

const writesOf = (sortKey: string) =>
  FilterCriteria.filter({
    eventName: FilterRule.or('INSERT', 'MODIFY'),
    dynamodb: { Keys: { [SORT_KEY]: { S: FilterRule.isEqual(sortKey) } } },
  });

const firstWritesOf = (prefix: string) =>
  FilterCriteria.filter({
    eventName: FilterRule.isEqual('INSERT'),
    dynamodb: { Keys: { [SORT_KEY]: { S: FilterRule.beginsWith(prefix) } } },
  });
