/** A collection's ledger in the table: each entry is recorded once, together with its effect on the collection. */

import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Booking, Ledger, Waiting } from '#lib/domain/payment/book-movement.ts';
import { getPartition } from '#lib/store/collection/collections.ts';
import { collectionKey, entryKey, waitingKey } from '#lib/store/collection/keys.ts';
import { finalRuns, ledgerIsAt } from '#lib/store/collection/runs.ts';
import { STATUS_PARTITION_KEY, statusPartition } from '#lib/store/indexes.ts';
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { ITEM_IS_NEW } from '#lib/store/table/expressions.ts';
import type { Table } from '#lib/store/table/table.ts';
import { isRefused } from '#lib/store/table/table.ts';

export async function getLedger(table: Table, ref: CollectionRef): Promise<Ledger> {
  const { collection, entries, waiting, attempts } = await getPartition(table, ref);
  return { collection, entries, waiting, attempts };
}

/**
 * Records an entry and its effect on the collection, together or not at all, so that the sum of the entries always
 * agrees with the collection. `lost`: the entry is recorded already, or the collection has changed.
 */
export async function recordEntry(
  table: Table,
  ref: CollectionRef,
  booking: Booking,
  waiting?: Pick<Waiting, 'key'>,
): Promise<'recorded' | 'lost'> {
  const { entry } = booking;
  const put = {
    TableName: table.name,
    Item: { ...entryKey(ref, entry.key), ...entry },
    ConditionExpression: ITEM_IS_NEW,
  };
  const waited = waiting && { Delete: { TableName: table.name, Key: waitingKey(ref, waiting.key) } };
  const write = new TransactWriteCommand({
    TransactItems: [{ Put: put }, { Update: effect(table, ref, booking) }, ...(waited ? [waited] : [])],
  });
  try {
    await table.send(write);
    return 'recorded';
  } catch (error) {
    if (!isRefused(error)) throw error;
    return 'lost';
  }
}

function effect(
  table: Table,
  { account, hash }: CollectionRef,
  { expected, updatedAt, received, completion, skipsSlot }: Booking,
) {
  const unchanged = ledgerIsAt(expected.entryCount);
  const runs = completion && finalRuns(table, hash, { checkAt: completion.checkAt, endedAt: completion.updatedAt });
  const complete = `, #status = :completed, ${STATUS_PARTITION_KEY} = :byStatus, completedAt = :completedAt, events = list_append(events, :events)${runs?.set} ${runs?.remove}`;
  return {
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET entryCount = :after, received = :received, updatedAt = :updatedAt${
      skipsSlot ? ', skippedSlot = nextSlot' : ''
    }${completion ? complete : ''}`,
    ConditionExpression: `#status = :status AND updatedAt <= :updatedAt AND ${unchanged.text}`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':status': expected.status,
      ...unchanged.values,
      ':after': expected.entryCount + 1,
      ':received': received,
      ':updatedAt': updatedAt,
      ...(completion && {
        ':completed': completion.to,
        ':byStatus': statusPartition(account, completion.to),
        ':completedAt': completion.completedAt,
        ':events': completion.events,
        ...runs?.values,
      }),
    },
  };
}

/** After so many days what waits for a collection that was never created is deleted. */
const WAITING_DAYS = 30;

/** Keeps what is ahead of its collection; the relay books it when both are stored. */
export async function keepForLater(
  table: Table,
  ref: CollectionRef,
  { key, reported, recordedAt }: Waiting,
): Promise<void> {
  const ttl = Math.floor(Date.parse(recordedAt) / 1000) + WAITING_DAYS * 86_400;
  const item = { ...waitingKey(ref, key), key, reported: JSON.stringify(reported), recordedAt, [TTL_ATTRIBUTE]: ttl };
  await table.writeIf(new PutCommand({ TableName: table.name, Item: item, ConditionExpression: ITEM_IS_NEW }));
}
