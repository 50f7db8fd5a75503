/** A collection's whole story, in one request: itself and what became of its follow-ups. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import { type CollectionItem, fromItem } from './collection-item.ts';
import { ATTEMPT_PREFIX, COLLECTION_SORT_KEY, collectionKey, EVENT_PREFIX, type Key } from './keys.ts';
import { attempt, table } from './table.ts';

/** `events` are those with rows of their own. */
export type Story = { collection: Collection; attempts: Attempt[]; events: { type: string; timestamp: string }[] };

/** Reads it strongly. A plan has 60 slots at most, so one page of a query holds it. */
export async function getStory({ account, hash }: OwnedId): Promise<Story | undefined> {
  const query = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': collectionKey(account, hash).pk },
    ConsistentRead: true,
  });
  const { Items = [] } = await attempt(() => table.client.send(query));
  const collection = Items.find(({ sk }) => sk === COLLECTION_SORT_KEY);
  if (collection === undefined) return undefined;
  const attempts = Items.filter(({ sk }) => sk.startsWith(ATTEMPT_PREFIX)) as (Attempt & Key)[];
  const events = Items.filter(({ sk }) => sk.startsWith(EVENT_PREFIX)).map(({ type, timestamp }) => ({
    type,
    timestamp,
  }));
  return { collection: fromItem(collection as CollectionItem).collection, attempts, events };
}
