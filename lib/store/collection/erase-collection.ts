/**
 * Overwrites what a collection and the rows beside it say about a person. Each write is conditional and can be repeated:
 * an erasure that was interrupted goes on where it stopped, and what others write at the same time is kept.
 */

import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import { erasedEvent, erasedReply, withoutPerson } from '#lib/domain/erasure.ts';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { eraseAttempt } from '#lib/store/attempt/erase-attempt.ts';
import { eraseTold } from '#lib/store/event/erase-told.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY, erasureShard, isErasureShard } from '#lib/store/indexes.ts';
import {
  ATTEMPT_PREFIX,
  COLLECTION_SORT_KEY,
  collectionKey,
  EVENT_PREFIX,
  eventKey,
  type Key,
  PAYMENT_PREFIX,
  REPLY_PREFIX,
  replyKey,
} from '#lib/store/keys.ts';
import { ITEM_EXISTS, PAYABLE } from '#lib/store/table/expressions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

import { fromItem } from './collection-item.ts';
import { eventRow, reply } from './collection-rows.ts';
import { queryPartition } from './collections.ts';
import { foundBy, termsText } from './stored-terms.ts';

/** `busy`: a message of it is being sent. `changed`: by money that came. A later try erases the rest. `payable`: nothing was erased. */
export type Erased = 'erased' | 'busy' | 'changed' | 'payable';

export async function eraseCollection(table: Table, ref: CollectionRef, now: Date): Promise<Erased> {
  const items = await queryPartition(table, collectionKey(ref.account, ref.hash).pk);
  const own = items.find(({ sk }) => sk === COLLECTION_SORT_KEY);
  if (own === undefined) return 'erased';
  const { collection } = fromItem(own);
  if (isPayable(collection.status)) return 'payable';
  // The rows come first: once the collection is overwritten, nothing leads back to what is left of the person.
  if ((await eraseRows(table, ref, items, now)) === 'busy') return 'busy';
  return (await overwrite(table, own, collection, now)) ? 'erased' : 'changed';
}

/** `items`: of the collection's partition. What is erased already stays as it is. */
export async function eraseRows(
  table: Table,
  ref: CollectionRef,
  items: readonly (Item & Key)[],
  now: Date,
): Promise<'busy' | undefined> {
  const rows = await Promise.all(items.map((item) => eraseRow(table, ref, item, now)));
  await eraseTold(table, ref, now);
  return rows.find((outcome) => outcome === 'busy');
}

/** Nothing leads back from a final state, so its terms cannot have changed since they were read. */
async function overwrite(table: Table, item: Item & Key, collection: Collection, now: Date): Promise<boolean> {
  const { pk, sk } = item;
  const erased = withoutPerson(collection);
  const isDue = isErasureShard(item[DUE_PARTITION_KEY]);
  const gone = ['metadata', 'idempotencyKey', 'bodyHash', ...(isDue ? [DUE_SORT_KEY, DUE_PARTITION_KEY] : [])];
  const found = Object.entries(foundBy(erased));
  const update = new UpdateCommand({
    TableName: table.name,
    Key: { pk, sk },
    UpdateExpression: `SET terms = :terms, options = :none, erasedAt = if_not_exists(erasedAt, :now), ${found
      .map(([name]) => `${name} = :${name}`)
      .join(', ')} REMOVE ${gone.join(', ')}`,
    // Money that came meanwhile has begun another retention period.
    ConditionExpression: `${ITEM_EXISTS} AND NOT ${PAYABLE.text} AND updatedAt = :updatedAt`,
    ExpressionAttributeNames: PAYABLE.names,
    ExpressionAttributeValues: {
      ...PAYABLE.values,
      ...Object.fromEntries(found.map(([name, value]) => [`:${name}`, value])),
      ':terms': termsText(erased),
      ':none': '[]',
      ':now': now.toISOString(),
      ':updatedAt': collection.updatedAt,
    },
  });
  return table.writeIf(update);
}

async function eraseRow(table: Table, ref: CollectionRef, item: Item & Key, now: Date): Promise<'busy' | undefined> {
  if (item.sk.startsWith(ATTEMPT_PREFIX)) return eraseAttempt(table, item, now);
  if (item.sk.startsWith(EVENT_PREFIX)) await eraseEvent(table, ref, item);
  if (item.sk.startsWith(REPLY_PREFIX)) await eraseReply(table, ref, item);
  if (item.sk.startsWith(PAYMENT_PREFIX) && item['note'] !== undefined) await eraseNote(table, item);
  return undefined;
}

async function eraseEvent(table: Table, ref: CollectionRef, item: Item & Key): Promise<void> {
  const row = readItem(item, eventRow);
  const erased = erasedEvent(collectionId(ref), row);
  if (erased !== row) await replace(table, item, { ...eventKey(ref, erased.type, erased.about), ...erased });
}

async function eraseReply(table: Table, ref: CollectionRef, item: Item & Key): Promise<void> {
  const row = readItem(item, reply);
  const erased = erasedReply(collectionId(ref), row);
  if (erased !== row) await replace(table, item, { ...replyKey(ref, erased.messageId), ...erased });
}

/** Under another key, together: a reader sees the one or the other. */
async function replace(table: Table, { pk, sk }: Key, Item: Item & Key): Promise<void> {
  const TableName = table.name;
  await table.send(
    new TransactWriteCommand({
      TransactItems: [{ Put: { TableName, Item } }, { Delete: { TableName, Key: { pk, sk } } }],
    }),
  );
}

/** What the merchant wrote beside a payment that it recorded. The payment stays. */
async function eraseNote(table: Table, { pk, sk }: Key): Promise<void> {
  const update = { TableName: table.name, Key: { pk, sk }, UpdateExpression: 'REMOVE note' };
  await table.writeIf(new UpdateCommand({ ...update, ConditionExpression: ITEM_EXISTS }));
}

/** Sets another instant, if the collection still waits for its erasure. */
export async function postponeErasure(table: Table, { account, hash }: CollectionRef, at: string): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET ${DUE_SORT_KEY} = :at`,
    ConditionExpression: `${DUE_PARTITION_KEY} = :due`,
    ExpressionAttributeValues: { ':at': at, ':due': erasureShard(hash) },
  });
  return table.writeIf(update);
}
