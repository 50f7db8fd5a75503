/** Collections in the table: recorded once per reference; read strongly, alone, by the page, or with the rows beside them. */

import type { Attempt } from '#lib/domain/attempt.ts';
import type { AttentionItem } from '#lib/domain/attention/attention-item.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Waiting } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { openingEntries } from '#lib/domain/payment/paid-before.ts';
import type { KeptReply } from '#lib/domain/reply.ts';
import { attentionOf } from '#lib/store/collection/attention.ts';
import { type CreatedCollection, fromItem, toItem } from '#lib/store/collection/item.ts';
import {
  ATTEMPT_PREFIX,
  ATTENTION_PREFIX,
  COLLECTION_SORT_KEY,
  collectionKey,
  EVENT_PREFIX,
  eventKey,
  PAYMENT_PREFIX,
  REPLY_PREFIX,
  WAITING_PREFIX,
} from '#lib/store/collection/keys.ts';
import { attempt, type EventRow, eventRow, ledgerEntry, reply, waiting } from '#lib/store/collection/rows.ts';
import type { Key } from '#lib/store/keys.ts';
import { ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { putIf, putNew, queryAll } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

export const getCollection = async (table: Table, ref: CollectionRef): Promise<Collection | undefined> =>
  (await getRecorded(table, ref))?.collection;

export async function getRecorded(
  table: Table,
  { account, hash }: CollectionRef,
): Promise<CreatedCollection | undefined> {
  const item = await table.getItem(collectionKey(account, hash));
  return item && fromItem(item);
}

/** Collections of one account, in the order asked; those that do not exist are left out. */
export async function getCollections(table: Table, account: string, hashes: readonly string[]): Promise<Collection[]> {
  const keys = hashes.map((hash) => collectionKey(account, hash));
  const items = await table.batchGet(keys);
  const byPartition = new Map(items.map((item) => [item.pk, fromItem(item).collection]));
  return keys.flatMap(({ pk }) => byPartition.get(pk) ?? []);
}

/**
 * Records a collection unless its reference is taken: the key follows from the reference, so a new key means a new
 * reference. Answers undefined when it was recorded; when the reference is taken, what is stored under it, which may be
 * this very create when the SDK has sent it twice.
 */
export async function createCollection(
  table: Table,
  collection: Collection,
  creation: CreationRecord,
): Promise<CreatedCollection | undefined> {
  const there = await putNew(table, toItem(collection, creation));
  return there && fromItem(there);
}

export type Partition = {
  /** Undefined, like `creation`, while only payments wait that were ahead of the collection. */
  collection: Collection | undefined;
  creation: CreationRecord | undefined;
  attempts: Attempt[];
  entries: LedgerEntry[];
  waiting: Waiting[];
  /** Those that no status change carries. */
  events: EventRow[];
  replies: KeptReply[];
  /** What needs a person. */
  attention: AttentionItem[];
};

/** In one request, unless the partition is larger than 1 MB. */
export async function getPartition(table: Table, { account, hash }: CollectionRef): Promise<Partition> {
  return partitionOf(await queryAll(table, { partition: collectionKey(account, hash).pk }));
}

export function partitionOf(items: readonly (Item & Key)[]): Partition {
  const rows = { attempts: [], entries: [], waiting: [], events: [], replies: [], attention: [] };
  const partition: Partition = { collection: undefined, creation: undefined, ...rows };
  for (const item of items) {
    if (item.sk === COLLECTION_SORT_KEY) Object.assign(partition, fromItem(item));
    else if (item.sk.startsWith(ATTEMPT_PREFIX)) partition.attempts.push(readItem(item, attempt));
    else if (item.sk.startsWith(PAYMENT_PREFIX)) partition.entries.push(readItem(item, ledgerEntry));
    else if (item.sk.startsWith(WAITING_PREFIX)) partition.waiting.push(readItem(item, waiting));
    else if (item.sk.startsWith(EVENT_PREFIX)) partition.events.push(readItem(item, eventRow));
    else if (item.sk.startsWith(REPLY_PREFIX)) partition.replies.push(readItem(item, reply));
    else if (item.sk.startsWith(ATTENTION_PREFIX)) partition.attention.push(attentionOf(item));
  }
  if (partition.collection !== undefined) partition.entries.unshift(...openingEntries(partition.collection));
  return partition;
}

export type CollectionHistory = Omit<Partition, 'creation' | 'waiting' | 'attention'> & {
  collection: Collection;
  attention?: AttentionItem[];
};

export async function getHistory(table: Table, ref: CollectionRef): Promise<CollectionHistory | undefined> {
  const { collection, creation: _unused, waiting: _later, ...rest } = await getPartition(table, ref);
  return collection && { collection, ...rest };
}

/** Records an event once, as a row beside the collection; a repeat of its type and `about` keeps the first. */
export async function recordEvent(table: Table, ref: CollectionRef, event: EventRow): Promise<void> {
  await putIf(table, { item: { ...eventKey(ref, event.type, event.about), ...event }, when: ITEM_IS_NEW });
}
