/** Collections in the table: recorded once per reference, and read by id. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import type { Receipt } from '#lib/domain/receipt.ts';
import { type CollectionItem, fromItem, storedItem, toItem } from './collection-item.ts';
import { collectionKey } from './keys.ts';
import { attempt, table } from './table.ts';

/** A collection with what the table keeps about its recording. */
export type Recorded = { collection: Collection; receipt: Receipt };

/** Reads one collection strongly. */
export const getCollection = async (place: OwnedId): Promise<Collection | undefined> =>
  (await getRecorded(place))?.collection;

/** Reads one collection strongly, with the receipt of its create. */
export async function getRecorded({ account, hash }: OwnedId): Promise<Recorded | undefined> {
  const { Item } = await attempt(() =>
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
export async function createCollection(collection: Collection, receipt: Receipt): Promise<Recorded | undefined> {
  const put = new PutCommand({
    TableName: table.name,
    Item: toItem(collection, receipt),
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await attempt(() => table.client.send(put));
    return undefined;
  } catch (error) {
    return fromItem(storedItem(error));
  }
}
