/** The index of what is due: finds collections whose run is long past. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { collectionId } from '#lib/domain/ids.ts';
import { collectionRefOfKey, DUE_INDEX, DUE_SHARDS } from './keys.ts';
import { table, withRetry } from './table.ts';

/** Of each shard, at one request. */
const QUERY_LIMIT = 100;

type Position = Record<string, unknown>;
type ShardQuery = { due: string; before: string; limit: number; from?: Position | undefined };

/**
 * Ids of all collections that should have been run before this instant, a page of every shard at a time, and in each
 * shard those first that have waited longest. What cannot be run is passed by, and hides nothing that is behind it.
 */
export async function* findOverdueRuns(before: Date, limit = QUERY_LIMIT): AsyncGenerator<string[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => `DUE#${shard}`);
  for (
    let left: ShardQuery[] = shards.map((due) => ({ due, before: before.toISOString(), limit }));
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
    KeyConditionExpression: 'due = :due AND nextRunAt < :before',
    ExpressionAttributeValues: { ':due': due, ':before': before },
    Limit,
    ...(from && { ExclusiveStartKey: from }),
  });
  const { Items = [], LastEvaluatedKey } = await withRetry(() => table.client.send(query));
  const ids = Items.flatMap(({ pk }) => {
    const ref = collectionRefOfKey(pk);
    return ref ? [collectionId(ref)] : [];
  });
  return LastEvaluatedKey ? { ids, next: { ...shardQuery, from: LastEvaluatedKey } } : { ids };
}
