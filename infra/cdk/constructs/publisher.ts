/** The publisher: the second reader of the table's stream. It tells the events of collections. */
import { FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { COLLECTION_SORT_KEY } from '#lib/store/collection/keys.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { TOLD_ABOUT } from '#lib/store/stream.ts';
import { counted } from './alarms.ts';
import { StreamConsumer, type StreamConsumerProps } from './stream-consumer.ts';

export class Publisher extends StreamConsumer {
  constructor(scope: Construct, id: string, props: StreamConsumerProps) {
    super(scope, id, {
      ...props,
      entry: 'functions/stream/publish-events.ts',
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
