/** The index of what is due: finds collections whose wake is long past. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { collectionId } from '#lib/domain/ids.ts';
import { collectionPlace, DUE_INDEX, DUE_SHARDS } from './keys.ts';
import { attempt, table } from './table.ts';

/** Of each shard, at one request. */
const PAGE = 100;

type Position = Record<string, unknown>;
type Page = { due: string; before: string; limit: number; from?: Position | undefined };

/**
 * Ids of all collections that should have been woken before this instant, a page of every shard at a time, and in each
 * shard those first that have waited longest. What cannot be woken is passed by, and hides nothing that is behind it.
 */
export async function* findOverdueWakes(before: Date, limit = PAGE): AsyncGenerator<string[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => `DUE#${shard}`);
  for (let left: Page[] = shards.map((due) => ({ due, before: before.toISOString(), limit })); left.length > 0; ) {
    const pages = await Promise.all(left.map(readPage));
    yield pages.flatMap(({ ids }) => ids);
    left = pages.flatMap(({ next }) => next ?? []);
  }
}

async function readPage(page: Page): Promise<{ ids: string[]; next?: Page }> {
  const { due, before, limit: Limit, from } = page;
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: DUE_INDEX,
    KeyConditionExpression: 'due = :due AND wakeAt < :before',
    ExpressionAttributeValues: { ':due': due, ':before': before },
    Limit,
    ...(from && { ExclusiveStartKey: from }),
  });
  const { Items = [], LastEvaluatedKey } = await attempt(() => table.client.send(query));
  const ids = Items.flatMap(({ pk }) => {
    const place = collectionPlace(pk);
    return place ? [collectionId(place)] : [];
  });
  return LastEvaluatedKey ? { ids, next: { ...page, from: LastEvaluatedKey } } : { ids };
}
