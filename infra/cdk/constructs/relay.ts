/** The relay: it reads the table's stream, lists what was recorded, and schedules and queues runs. */
import { FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { COLLECTION_SORT_KEY, WAITING_PREFIX } from '#lib/store/collection/keys.ts';
import { ACCOUNT_SORT_KEY, SORT_KEY } from '#lib/store/keys.ts';
import type { FollowUps } from './follow-ups.ts';
import type { Reconciliation } from './reconciliation.ts';
import { StreamConsumer, type StreamConsumerProps } from './stream-consumer.ts';

export type RelayProps = StreamConsumerProps & {
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
      filters: [writesOf(COLLECTION_SORT_KEY), writesOf(ACCOUNT_SORT_KEY), WAITING],
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

/** What came before its collection. */
const WAITING = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: { Keys: { [SORT_KEY]: { S: FilterRule.beginsWith(WAITING_PREFIX) } } },
});
