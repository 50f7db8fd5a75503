/** Finds collections whose run is overdue, by the index of what is due. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { collectionId } from '#lib/domain/ids.ts';
import { DUE_INDEX, DUE_PARTITION_KEY, DUE_SORT_KEY, dueShards } from './indexes.ts';
import { collectionRefOfKey, type Key, PARTITION_KEY } from './keys.ts';
import { malformedItem } from './read-item.ts';
import { send, table } from './table.ts';

/** Ids read from one shard. The next sweep finds what is left. */
const QUERY_LIMIT = 100;

type Overdue = {
  ids: string[];
  /** How many shards could not be read. */
  unread: number;
};

/**
 * Ids of collections that should have been run before this instant: of every shard the longest overdue, or the latest. An
 * entry that names no collection is logged and passed over.
 */
export async function findOverdueRuns(
  before: Date,
  { newestFirst = false, limit = QUERY_LIMIT } = {},
): Promise<Overdue> {
  const queries = dueShards().map((due) => readShard({ due, before: before.toISOString(), newestFirst, limit }));
  const read = await Promise.allSettled(queries);
  const ids = read.flatMap((shard) => (shard.status === 'fulfilled' ? shard.value : []));
  return { ids, unread: read.filter(({ status }) => status === 'rejected').length };
}

type ShardQuery = { due: string; before: string; newestFirst: boolean; limit: number };

async function readShard({ due, before, newestFirst, limit }: ShardQuery): Promise<string[]> {
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: DUE_INDEX,
    KeyConditionExpression: `${DUE_PARTITION_KEY} = :due AND ${DUE_SORT_KEY} < :before`,
    ExpressionAttributeValues: { ':due': due, ':before': before },
    ScanIndexForward: !newestFirst,
    Limit: limit,
  });
  const { Items = [] } = await send(query);
  return Items.flatMap((item) => idOf(item as Key) ?? []);
}

function idOf(key: Key): string | undefined {
  const ref = collectionRefOfKey(key.pk);
  if (ref === undefined) malformedItem(key, PARTITION_KEY);
  return ref && collectionId(ref);
}
