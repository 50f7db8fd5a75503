/** All that the table holds about one collection, in one request. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type CollectionItem, fromItem } from './collection-item.ts';
import { ATTEMPT_PREFIX, COLLECTION_SORT_KEY, collectionKey, EVENT_PREFIX, type Key, PAYMENT_PREFIX } from './keys.ts';
import { table, withRetry } from './table.ts';

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
