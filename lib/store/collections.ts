/** Collections in the table: recorded once per reference; read alone, by the page, or with everything that belongs to them. */
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type CollectionItem, fromItem, storedItem, toItem } from './collection-item.ts';
import {
  ATTEMPT_PREFIX,
  COLLECTION_SORT_KEY,
  collectionKey,
  EVENT_PREFIX,
  eventKey,
  type Key,
  PAYMENT_PREFIX,
} from './keys.ts';
import { batchGet, table, withRetry, writeIf } from './table.ts';

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

/** Reads strongly, in the order asked: up to 100 of one account. */
export async function getCollections(account: string, hashes: readonly string[]): Promise<Collection[]> {
  const keys = hashes.map((hash) => collectionKey(account, hash));
  const items = await batchGet<CollectionItem>(keys);
  const found = new Map(items.map((item) => [item.pk, fromItem(item).collection]));
  return keys.flatMap(({ pk }) => found.get(pk) ?? []);
}

export type Partition = {
  /** Missing where only a payment has come that was ahead of it. */
  collection: Collection | undefined;
  /** The collection's, of its create. */
  creation: CreationRecord | undefined;
  attempts: Attempt[];
  payments: Payment[];
  /** Those with rows of their own. */
  events: { type: string; timestamp: string }[];
};

/** Reads it strongly, page by page: only a collection with very many payments has more than one. */
export async function getPartition({ account, hash }: CollectionRef): Promise<Partition> {
  const { pk } = collectionKey(account, hash);
  const items: (Key & Record<string, unknown>)[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    const { Items = [], LastEvaluatedKey } = await withRetry(() => table.client.send(query));
    items.push(...(Items as typeof items));
    from = LastEvaluatedKey;
  } while (from);
  const under = <Row>(prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix)) as unknown as (Row & Key)[];
  const item = items.find(({ sk }) => sk === COLLECTION_SORT_KEY);
  const recorded = item && fromItem(item as CollectionItem);
  return {
    collection: recorded?.collection,
    creation: recorded?.creation,
    attempts: under<Attempt>(ATTEMPT_PREFIX),
    payments: under<Payment & { ttl?: number }>(PAYMENT_PREFIX).map(({ pk: _pk, sk: _sk, ttl: _ttl, ...row }) => row),
    events: under<{ type: string; timestamp: string }>(EVENT_PREFIX).map(({ type, timestamp }) => ({
      type,
      timestamp,
    })),
  };
}

export type CollectionHistory = Omit<Partition, 'creation'> & { collection: Collection };

/** Reads it strongly. */
export async function getHistory(ref: CollectionRef): Promise<CollectionHistory | undefined> {
  const { collection, creation: _unused, ...rest } = await getPartition(ref);
  return collection && { collection, ...rest };
}

/** Records an event of a type once; a repeat keeps the first. */
export async function recordEvent(ref: CollectionRef, type: string, at: Date): Promise<void> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...eventKey(ref, type), type, timestamp: at.toISOString() },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  await writeIf(() => table.client.send(put));
}
