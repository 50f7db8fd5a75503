/** Finds what should have been run before an instant, in the shards of the index of what is due. */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DUE_INDEX, DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { type Key, PARTITION_KEY } from '#lib/store/keys.ts';
import { malformedItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Entries read from one shard. The next sweep finds what is left. */
const QUERY_LIMIT = 100;

export type OverdueOptions = { newestFirst?: boolean; limit?: number };

type Asked<T> = OverdueOptions & {
  before: Date;
  /** What the key of an entry names; undefined for a key that is not one of these. */
  toFound: (key: Key) => T | undefined;
};

/** `unread`: how many shards could not be read. */
type Overdue<T> = { found: T[]; unread: number };

/**
 * Of every shard the longest overdue, or the latest. An entry whose key names nothing is logged and passed over; a shard
 * that cannot be read does not keep the others from being read.
 */
export async function findOverdue<T>(table: Table, shards: readonly string[], asked: Asked<T>): Promise<Overdue<T>> {
  const read = await Promise.allSettled(shards.map((shard) => readShard(table, shard, asked)));
  const found = read.flatMap((shard) => (shard.status === 'fulfilled' ? shard.value : []));
  return { found, unread: read.filter(({ status }) => status === 'rejected').length };
}

async function readShard<T>(
  table: Table,
  shard: string,
  { before, toFound, newestFirst = false, limit = QUERY_LIMIT }: Asked<T>,
): Promise<T[]> {
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: DUE_INDEX,
    KeyConditionExpression: `${DUE_PARTITION_KEY} = :due AND ${DUE_SORT_KEY} < :before`,
    ExpressionAttributeValues: { ':due': shard, ':before': before.toISOString() },
    ScanIndexForward: !newestFirst,
    Limit: limit,
  });
  const { Items = [] } = await table.send(query);
  return Items.flatMap((item) => {
    const found = toFound(item as Key);
    if (found === undefined) malformedItem(item as Key, PARTITION_KEY);
    return found ?? [];
  });
}
