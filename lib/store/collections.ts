/** Collections in the table: recorded once per reference, read by id, changed only from the states that allow it. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import type { Receipt } from '#lib/domain/receipt.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { type CollectionItem, fromItem, toItem, toStoredEvents } from './collection-item.ts';
import { collectionKey } from './keys.ts';
import { attempt, table } from './table.ts';
import { wakeUpdate } from './wake-item.ts';

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

/** Saves a change of status if the stored status still allows it; otherwise answers the collection as it is now. */
export async function saveStatus(
  { account, hash }: OwnedId,
  change: StatusChange,
): Promise<{ saved: true } | { saved: false; stored: Collection }> {
  const from = change.from.map((status, index) => [`:from${index}`, status] as const);
  const conditions = [`#status IN (${from.map(([name]) => name).join(', ')})`, 'updatedAt <= :updatedAt'];
  if (change.unexpiredAt) conditions.push('expiresAt > :unexpiredAt');
  if (change.wake) conditions.push('wakeNumber = :after');
  const wake = changedWake(hash, change);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET #status = :to, updatedAt = :updatedAt, events = list_append(events, :events)${
      change.completedAt ? ', completedAt = :completedAt' : ''
    }${wake.update}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...Object.fromEntries(from),
      ':to': change.to,
      ':updatedAt': change.updatedAt,
      ':completedAt': change.completedAt,
      ':unexpiredAt': change.unexpiredAt,
      ':events': toStoredEvents(change.events),
      ...wake.values,
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

/** A final state is not woken again; a change that brings its own next wake sets it; others leave it as it is. */
function changedWake(hash: string, { to, wake }: StatusChange): { update: string; values: object } {
  if (!isPayable(to)) return { update: ' REMOVE wakeAt, due', values: {} };
  if (wake === undefined) return { update: '', values: {} };
  const { set, values } = wakeUpdate(hash, wake.at);
  return {
    update: `${set}, wakeNumber = :woken`,
    values: { ...values, ':after': wake.after, ':woken': wake.after + 1 },
  };
}

/** Sets a collection's next wake while it can still be paid and no other wake has been set since `after`. */
export async function setWake({ account, hash }: OwnedId, after: number, wakeAt: string): Promise<boolean> {
  const { set, values } = wakeUpdate(hash, wakeAt);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET wakeNumber = :woken${set}`,
    ConditionExpression: 'wakeNumber = :after AND #status IN (:pending, :overdue)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...values,
      ':woken': after + 1,
      ':after': after,
      ':pending': 'pending',
      ':overdue': 'overdue',
    },
  });
  try {
    await attempt(() => table.client.send(update));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** The item that made a condition fail; anything else that went wrong goes on up. */
function storedItem(error: unknown): CollectionItem {
  if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
  return unmarshall(error.Item) as CollectionItem;
}
