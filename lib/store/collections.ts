/** Collections in the table: recorded once per reference, and read by id. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type CollectionItem, fromItem, storedItem, toItem } from './collection-item.ts';
import { collectionKey } from './keys.ts';
import { table, withRetry } from './table.ts';

/** A collection with what the table keeps about its recording. */
export type Recorded = { collection: Collection; creation: CreationRecord };

/** Reads one collection strongly. */
export const getCollection = async (ref: CollectionRef): Promise<Collection | undefined> =>
  (await getRecorded(ref))?.collection;

/** Reads one collection strongly, with the receipt of its create. */
export async function getRecorded({ account, hash }: CollectionRef): Promise<Recorded | undefined> {
  const { Item } = await withRetry(() =>
    table.client.send(
      new GetCommand({ TableName: table.name, Key: collectionKey(account, hash), ConsistentRead: true }),
    ),
  );
  return Item && fromItem(Item as CollectionItem);
}

/**
 * Records a collection unless its reference is taken: the key follows from the reference, so absence of the key is
 * uniqueness of the reference. When taken, answers what is there, which may be this very create, sent twice by the SDK;
 * undefined means recorded.
 */
export async function createCollection(
  collection: Collection,
  creation: CreationRecord,
): Promise<Recorded | undefined> {
  const put = new PutCommand({
    TableName: table.name,
    Item: toItem(collection, creation),
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await withRetry(() => table.client.send(put));
    return undefined;
  } catch (error) {
    return fromItem(storedItem(error));
  }
}
