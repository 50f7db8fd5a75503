/** A collection's ledger in the table: each entry is recorded once, together with its effect on the collection. */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Booking, Ledger, Waiting } from '#lib/domain/payment/book-movement.ts';
import type { SharedBooking } from '#lib/domain/payment/share-movement.ts';
import { getPartition } from '#lib/store/collection/collections.ts';
import { collectionKey, entryKey, waitingKey } from '#lib/store/collection/keys.ts';
import { amountIsAt, finalRuns, ledgerIsAt } from '#lib/store/collection/runs.ts';
import { STATUS_PARTITION_KEY, statusPartition } from '#lib/store/indexes.ts';
import { secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { all, equals, ITEM_IS_NEW, isAtMost } from '#lib/store/table/conditions.ts';
import { append, copyOf, put, putIf, remove, update } from '#lib/store/table/requests.ts';
import { isContention, isRefused, type Table } from '#lib/store/table/table.ts';

export async function getLedger(table: Table, ref: CollectionRef): Promise<Ledger> {
  const { collection, entries, waiting, attempts } = await getPartition(table, ref);
  return { collection, entries, waiting, attempts };
}

/**
 * Records an entry and its effect on the collection, together or not at all, so that the sum of the entries always
 * agrees with the collection. `others`: the parts of the same movement in other ledgers. `lost`: the entry is recorded already, or the collection has changed, or is just being changed.
 */
export async function recordEntry(
  table: Table,
  ref: CollectionRef,
  booking: Booking,
  waiting?: Pick<Waiting, 'key'>,
  others: readonly SharedBooking[] = [],
): Promise<'recorded' | 'lost'> {
  const write = new TransactWriteCommand({
    TransactItems: [
      ...[{ ref, booking }, ...others].flatMap((each) => [
        { Put: put(table, { item: entryItem(each), when: ITEM_IS_NEW }) },
        { Update: effect(table, each.ref, each.booking) },
      ]),
      ...(waiting ? [{ Delete: remove(table, { key: waitingKey(ref, waiting.key) }) }] : []),
    ],
  });
  try {
    await table.sendUnlessHeld(write);
    return 'recorded';
  } catch (error) {
    if (!isContention(error) && !isRefused(error)) throw error;
    return 'lost';
  }
}

const entryItem = ({ ref, booking: { entry } }: SharedBooking) => ({ ...entryKey(ref, entry.key), ...entry });

function effect(table: Table, { account, hash }: CollectionRef, booking: Booking) {
  const { expected, updatedAt, received, completion, skipsSlot } = booking;
  const runs = completion && finalRuns(table, hash, { checkAt: completion.checkAt, endedAt: completion.updatedAt });
  return update(table, {
    key: collectionKey(account, hash),
    set: {
      entryCount: expected.entryCount + 1,
      received,
      updatedAt,
      skippedSlot: skipsSlot ? copyOf('nextSlot') : undefined,
      ...(completion && {
        status: completion.to,
        [STATUS_PARTITION_KEY]: statusPartition(account, completion.to),
        completedAt: completion.completedAt,
        events: append(completion.events),
      }),
      ...runs?.set,
    },
    remove: runs?.remove ?? [],
    when: all(
      equals('status', expected.status),
      isAtMost('updatedAt', updatedAt),
      ledgerIsAt(expected.entryCount),
      amountIsAt(expected.amountChanges),
    ),
  });
}

/** After so many days what waits for a collection that was never created is deleted. */
const WAITING_DAYS = 30;

/** Keeps what is ahead of its collection; the relay books it when both are stored. */
export async function keepForLater(
  table: Table,
  ref: CollectionRef,
  { key, reported, recordedAt }: Waiting,
): Promise<void> {
  const ttl = secondsAfter(recordedAt, WAITING_DAYS);
  const item = { ...waitingKey(ref, key), key, reported: JSON.stringify(reported), recordedAt, [TTL_ATTRIBUTE]: ttl };
  await putIf(table, { item, when: ITEM_IS_NEW });
}
