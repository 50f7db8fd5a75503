/** Reads the collections of a list page together. */
import type { Collection } from '#lib/domain/collection.ts';
import { batchGet } from './batch-get.ts';
import { type CollectionItem, fromItem } from './collection-item.ts';
import { collectionKey } from './keys.ts';

/** Strongly, in the order asked: up to 100 of one account. */
export async function getCollections(account: string, hashes: readonly string[]): Promise<Collection[]> {
  const keys = hashes.map((hash) => collectionKey(account, hash));
  const items = await batchGet<CollectionItem>(keys);
  const found = new Map(items.map((item) => [item.pk, fromItem(item).collection]));
  return keys.flatMap(({ pk }) => found.get(pk) ?? []);
}
