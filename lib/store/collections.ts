/** Collections in the table: recorded once per reference, read by id, changed only from the states that allow it. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import type { Receipt } from '#lib/domain/receipt.ts';
import { type CollectionItem, fromItem, toItem } from './collection-item.ts';
import { collectionKey } from './keys.ts';
import { attempt, table } from './table.ts';

/** A collection with what the table keeps about its recording. */
export type Recorded = { collection: Collection; receipt: Receipt };

/** Reads one collection strongly. */
export async function getCollection({ account, hash }: OwnedId): Promise<Collection | undefined> {
  const { Item } = await attempt(() =>
    table.client.send(
      new GetCommand({ TableName: table.name, Key: collectionKey(account, hash), ConsistentRead: true }),
    ),
  );
  return Item && fromItem(Item as CollectionItem).collection;
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

/** Saves a change of status if the stored status still allows it; otherwise answers the collection as it is now. */
export async function saveStatus(
  { account, hash }: OwnedId,
  change: StatusChange,
): Promise<{ saved: true } | { saved: false; stored: Collection }> {
  const from = change.from.map((status, index) => [`:from${index}`, status] as const);
  const conditions = [`#status IN (${from.map(([name]) => name).join(', ')})`, 'updatedAt <= :updatedAt'];
  if (change.unexpiredAt) conditions.push('expiresAt > :unexpiredAt');
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET #status = :to, updatedAt = :updatedAt, events = list_append(events, :events)${
      change.completedAt ? ', completedAt = :completedAt' : ''
    }`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...Object.fromEntries(from),
      ':to': change.to,
      ':updatedAt': change.updatedAt,
      ':completedAt': change.completedAt,
      ':unexpiredAt': change.unexpiredAt,
      ':events': change.events,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await attempt(() => table.client.send(update));
    return { saved: true };
  } catch (error) {
    return { saved: false, stored: fromItem(storedItem(error)).collection };
  }
}

/** The item that made a condition fail; anything else that went wrong goes on up. */
function storedItem(error: unknown): CollectionItem {
  if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
  return unmarshall(error.Item) as CollectionItem;
}
