/** Books movements one after another, each written before the next. */
import type { Collection } from '#lib/domain/collection.ts';
import { type Booking, bookMovement, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { ledgerOf, type MemoryLedger, recordEntry } from '#test/support/memory-ledger.ts';

export function bookAll(collection: Collection, arriving: readonly ReportedMovement[], now: Date) {
  const stored: MemoryLedger & { row: Collection } = { row: collection, entries: new Map(), waiting: new Map() };
  const bookings: Booking[] = [];
  for (const reported of arriving) {
    const booking = bookMovement(stored.row, ledgerOf(stored).entries, reported, now);
    if (booking === undefined) continue;
    if (recordEntry(stored, booking) === 'lost') throw new Error('another writer was faster');
    bookings.push(booking);
  }
  return { row: stored.row, entries: ledgerOf(stored).entries, bookings };
}
