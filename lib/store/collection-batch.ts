/** Reads the collections of a list page together. */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { type CollectionItem, fromItem } from './collection-item.ts';
import { collectionKey, type Key } from './keys.ts';
import { ATTEMPTS, attempt, backOff, table } from './table.ts';

/** Strongly, in the order asked: up to 100 of one account, in one request unless DynamoDB leaves some for later. */
export async function getCollections(account: string, hashes: readonly string[]): Promise<Collection[]> {
  const found = new Map<string, Collection>();
  let keys = hashes.map((hash) => collectionKey(account, hash));
  for (let tried = 0; keys.length > 0; tried += 1) {
    if (tried === ATTEMPTS) throw serviceUnavailable();
    if (tried > 0) await backOff(tried);
    const { items, left } = await readBatch(keys);
    for (const item of items) found.set(item.pk, fromItem(item).collection);
    keys = left;
  }
  return hashes.flatMap((hash) => found.get(collectionKey(account, hash).pk) ?? []);
}

async function readBatch(keys: readonly Key[]): Promise<{ items: CollectionItem[]; left: Key[] }> {
  const request = { [table.name]: { Keys: [...keys], ConsistentRead: true } };
  const answer = await attempt(() => table.client.send(new BatchGetCommand({ RequestItems: request })));
  const items = answer.Responses?.[table.name] ?? [];
  const left = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
  return { items: items as CollectionItem[], left: left as Key[] };
}
