/** The index of what is due: finds collections whose wake is long past. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { collectionId } from '#lib/domain/ids.ts';
import { collectionPlace, DUE_INDEX, DUE_SHARDS } from './keys.ts';
import { attempt, table } from './table.ts';

/** Ids of collections that should have been woken before this instant, at most `most` from each shard, the latest wakes first. */
export async function findOverdueWakes(before: Date, most: number): Promise<string[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => overdueIn(`DUE#${shard}`, before, most));
  return (await Promise.all(shards)).flat();
}

async function overdueIn(due: string, before: Date, most: number): Promise<string[]> {
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: DUE_INDEX,
    KeyConditionExpression: 'due = :due AND wakeAt < :before',
    ExpressionAttributeValues: { ':due': due, ':before': before.toISOString() },
    Limit: most,
  });
  const { Items = [] } = await attempt(() => table.client.send(query));
  return Items.flatMap(({ pk }) => {
    const place = collectionPlace(pk);
    return place ? [collectionId(place)] : [];
  });
}
