/**
 * Overwrites what a collection and the rows beside it say about a person. Each write is conditional and can be repeated:
 * an erasure that was interrupted goes on where it stopped, and what others write at the same time is kept.
 */

import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type Attempt, attemptAt, diedBefore } from '#lib/domain/attempt.ts';
import { CHANNELS, type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { erasedEvent, erasedReply, withoutPerson } from '#lib/domain/erasure.ts';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import {
  ATTEMPT_PREFIX,
  ATTENTION_PREFIX,
  COLLECTION_SORT_KEY,
  collectionKey,
  EVENT_PREFIX,
  eventKey,
  PAYMENT_PREFIX,
  REPLY_PREFIX,
  replyKey,
} from '#lib/store/collection/keys.ts';
import { openEntriesOf, removeOpen } from '#lib/store/collection/open-by-address.ts';
import { attempt, eventRow, reply } from '#lib/store/collection/rows.ts';
import { PAYABLE } from '#lib/store/collection/runs.ts';
import { foundBy, packTerms } from '#lib/store/collection/terms.ts';
import { eraseTold } from '#lib/store/event/told.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY, erasureShard, isErasureShard } from '#lib/store/indexes.ts';
import { type Key, messageKey } from '#lib/store/keys.ts';
import { fields, list, optional, text } from '#lib/store/table/checks.ts';
import { all, differs, equals, ITEM_EXISTS, not } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { atFirst, put, queryAll, remove, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** `busy`: a message of it is being sent. `changed`: by money that came. A later try erases the rest. `payable`: nothing was erased. */
export type EraseOutcome = 'erased' | 'busy' | 'changed' | 'payable';

export async function eraseCollection(table: Table, ref: CollectionRef, now: Date): Promise<EraseOutcome> {
  const items = await queryAll(table, { partition: collectionKey(ref.account, ref.hash).pk });
  const own = items.find(({ sk }) => sk === COLLECTION_SORT_KEY);
  if (own === undefined) return 'erased';
  const { collection } = fromItem(own);
  if (isPayable(collection.status)) return 'payable';
  // The rows come first: once the collection is overwritten, nothing leads back to what is left of the person.
  if ((await eraseRows(table, collection, items, now)) === 'busy') return 'busy';
  await Promise.all(openEntriesOf(collection).map((entry) => removeOpen(table, entry)));
  return (await overwrite(table, own, collection, now)) ? 'erased' : 'changed';
}

/** `items`: of the collection's partition. What is erased already stays as it is. */
async function eraseRows(
  table: Table,
  collection: Collection,
  items: readonly (Item & Key)[],
  now: Date,
): Promise<'busy' | undefined> {
  const rows = await Promise.all(items.map((item) => eraseRow(table, collection.ref, item, now)));
  await eraseTold(table, { ref: collection.ref, spread: collection.spread }, now);
  return rows.find((outcome) => outcome === 'busy');
}

/** Nothing leads back from a final state, so its terms cannot have changed since they were read. */
function overwrite(table: Table, item: Item & Key, collection: Collection, now: Date): Promise<boolean> {
  const erased = withoutPerson(collection);
  const { claims, disputes } = erased;
  const isDue = isErasureShard(item[DUE_PARTITION_KEY]);
  return updateIf(table, {
    key: item,
    set: {
      terms: packTerms(erased),
      options: '[]',
      erasedAt: atFirst(now.toISOString()),
      ...{ claims, disputes },
      ...foundBy(erased),
    },
    remove: [
      'metadata',
      'idempotencyKey',
      'bodyHash',
      ...openedPages(collection),
      ...notesOf(collection),
      ...(isDue ? [DUE_SORT_KEY, DUE_PARTITION_KEY] : []),
    ],
    // Money that came meanwhile has begun another retention period.
    when: all(ITEM_EXISTS, not(PAYABLE), equals('updatedAt', collection.updatedAt)),
  });
}

/** A provider's page may name the payer. */
const openedPages = ({ sessions }: Collection): string[] =>
  sessions.flatMap(({ opened }, index) => (opened === undefined ? [] : [`sessions[${index}].opened`]));

const notesOf = ({ events }: Collection): string[] =>
  events.flatMap(({ data }, index) => (data?.note === undefined ? [] : [`events[${index}].data.note`]));

async function eraseRow(table: Table, ref: CollectionRef, item: Item & Key, now: Date): Promise<'busy' | undefined> {
  if (item.sk.startsWith(ATTEMPT_PREFIX)) return eraseAttempt(table, item, now);
  if (item.sk.startsWith(ATTENTION_PREFIX)) await deleteItem(table, item);
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
async function replace(table: Table, key: Key, item: Item & Key): Promise<void> {
  if (item.sk === key.sk) {
    await table.send(new PutCommand(put(table, { item })));
    return;
  }
  const writes = [{ Put: put(table, { item }) }, { Delete: remove(table, { key }) }];
  await table.send(new TransactWriteCommand({ TransactItems: writes }));
}

/** What the merchant wrote beside a payment that it recorded. The payment stays. */
async function eraseNote(table: Table, key: Key): Promise<void> {
  await updateIf(table, { key, remove: ['note'], when: ITEM_EXISTS });
}

/** Sets another instant, if the collection still waits for its erasure. */
export function postponeErasure(table: Table, { account, hash }: CollectionRef, at: string): Promise<boolean> {
  return updateIf(table, {
    key: collectionKey(account, hash),
    set: { [DUE_SORT_KEY]: at },
    when: equals(DUE_PARTITION_KEY, erasureShard(hash)),
  });
}

const storedReceipts = fields({ receipts: optional(list(fields({ id: text }))) });

/** A message that is being sent is left alone: what becomes of it is to be recorded, with its text. */
async function eraseAttempt(table: Table, item: Item & Key, now: Date): Promise<'busy' | undefined> {
  if (item['erased'] === true) return undefined;
  const stored = readItem(item, attempt);
  const { receipts = [] } = readItem(item, storedReceipts);
  if (attemptAt(stored, now).status === 'sending' || isBeingRecorded(stored, now)) return 'busy';
  await Promise.all(messagesOf(stored, receipts).map((key) => deleteItem(table, key)));
  return (await overwriteAttempt(table, item, stored)) ? undefined : 'busy';
}

/** The item that leads to the attempt from its message is written beside the result, and may come after it. */
const isBeingRecorded = ({ messageId, claimedAt }: Attempt, now: Date): boolean =>
  messageId !== undefined && !isTestMessage(messageId) && claimedAt > diedBefore(now);

const secondKey = (channel: Channel, receiptId: string): Key | undefined => {
  const id = channelFacts(channel).secondMessageId?.(receiptId);
  return id === undefined ? undefined : messageKey(channel, id);
};

/** By the ids that its sends answered, and by those that receipts gave it besides. */
function messagesOf({ channel, messageId, earlier }: Attempt, receipts: readonly { id: string }[]): Key[] {
  const sent = [{ channel, messageId }, earlier ?? {}] as { channel?: Channel; messageId?: string }[];
  return [
    ...sent.flatMap((each) => (each.channel && each.messageId ? [messageKey(each.channel, each.messageId)] : [])),
    ...CHANNELS.flatMap((each) => receipts.flatMap(({ id }) => secondKey(each, id) ?? [])),
  ];
}

const deleteItem = async (table: Table, key: Key): Promise<void> => {
  await table.send(new DeleteCommand(remove(table, { key })));
};

/** `messageId` stays where nothing was sent: it only says so. */
function overwriteAttempt(table: Table, key: Key, attempt: Attempt): Promise<boolean> {
  const { token, text: message, messageId, earlier, status } = attempt;
  return updateIf(table, {
    key,
    set: { erased: true, text: message ? '' : undefined, 'earlier.messageId': earlier && '' },
    remove: ['receipts', 'receiptIds', ...(isTestMessage(messageId) ? [] : ['messageId'])],
    // The status may rise by a receipt; a claim or a result would have changed more.
    when: all(equals('token', token), (status === 'sending' ? equals : differs)('status', 'sending')),
  });
}
