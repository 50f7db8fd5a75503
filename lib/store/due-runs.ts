/** Finds collections whose run is overdue, by the index of what is due. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { collectionId } from '#lib/domain/ids.ts';
import {
  collectionRefOfKey,
  DUE_INDEX,
  DUE_PARTITION_KEY,
  DUE_SORT_KEY,
  dueShards,
  type Key,
  PARTITION_KEY,
} from './keys.ts';
import { malformedItem } from './read-item.ts';
import { send, table } from './table.ts';

/** Ids read from one shard by one request. */
const QUERY_LIMIT = 100;

type Position = Record<string, unknown>;
type ShardQuery = { due: string; before: string; limit: number; from?: Position | undefined };

/**
 * Ids of all collections that should have been run before this instant: a page of every shard at a time, and in each
 * shard the longest overdue first. An entry that names no collection is logged and passed over.
 */
export async function* findOverdueRuns(before: Date, limit = QUERY_LIMIT): AsyncGenerator<string[]> {
  for (
    let left: ShardQuery[] = dueShards().map((due) => ({ due, before: before.toISOString(), limit }));
    left.length > 0;
  ) {
    const pages = await Promise.all(left.map(readPage));
    yield pages.flatMap(({ ids }) => ids);
    left = pages.flatMap(({ next }) => next ?? []);
  }
}

async function readPage(shardQuery: ShardQuery): Promise<{ ids: string[]; next?: ShardQuery }> {
  const { due, before, limit: Limit, from } = shardQuery;
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: DUE_INDEX,
    KeyConditionExpression: `${DUE_PARTITION_KEY} = :due AND ${DUE_SORT_KEY} < :before`,
    ExpressionAttributeValues: { ':due': due, ':before': before },
    Limit,
    ...(from && { ExclusiveStartKey: from }),
  });
  const { Items = [], LastEvaluatedKey } = await send(query);
  const ids = Items.flatMap((item) => idOf(item as Key) ?? []);
  return LastEvaluatedKey ? { ids, next: { ...shardQuery, from: LastEvaluatedKey } } : { ids };
}

function idOf(key: Key): string | undefined {
  const ref = collectionRefOfKey(key.pk);
  if (ref === undefined) malformedItem(key, PARTITION_KEY);
  return ref && collectionId(ref);
}
