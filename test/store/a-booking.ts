/** Builders of bookings for the table. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import {
  type Booking,
  bookMovement,
  keyOf,
  type ReportedMovement,
  type Waiting,
} from '#lib/domain/payment/book-movement.ts';
import { random } from '#lib/random.ts';
import { entryKey, waitingKey } from '#lib/store/collection/keys.ts';
import type { Key } from '#lib/store/keys.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { type BookPorts, bookMovements } from '#lib/use-cases/book-movements.ts';
import { aReported } from '#test/support/a-payment.ts';
import { NOW } from './a-claim.ts';

/** As the functions book: on the real table. */
const bookPorts: BookPorts = {
  clock: { now: () => NOW, sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) },
  random: { ...random, fraction: Math.random },
  ...storeOf(table, { getLedger, recordEntry, keepForLater }),
};

export const booked = (ref: CollectionRef, ...reported: ReportedMovement[]) =>
  bookMovements(bookPorts, { ref, reported });

/** The effect of a movement on the collection as it is now. */
export async function bookingOf(ref: CollectionRef, reported: ReportedMovement = aReported()): Promise<Booking> {
  const { collection, entries } = await getLedger(table, ref);
  const booking = collection && bookMovement(collection, entries, reported, NOW);
  if (booking === undefined) throw new Error('there is nothing to book');
  return booking;
}

export const waitingFor = (reported: ReportedMovement = aReported()): Waiting => ({
  key: keyOf(reported),
  reported,
  recordedAt: NOW.toISOString(),
});

/** The rows of a movement as they are stored: its entry, and what waits. */
export const storedEntry = (ref: CollectionRef, reported: ReportedMovement = aReported()) =>
  stored(entryKey(ref, keyOf(reported)));
export const storedWaiting = (ref: CollectionRef, reported: ReportedMovement = aReported()) =>
  stored(waitingKey(ref, keyOf(reported)));

async function stored(key: Key): Promise<Record<string, unknown> | undefined> {
  return (await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }))).Item;
}
