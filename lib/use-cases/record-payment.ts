/** Records money that reached the merchant elsewhere, once for each request and transaction. */
import type { Collection } from '#lib/domain/collection.ts';
import { type Booking, bookMovement } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import {
  findReplayed,
  type OfflinePayment,
  type Recording,
  reportOffline,
} from '#lib/domain/payment/record-payment.ts';
import type { BookPorts } from './book-movements.ts';
import { untilWon } from './until-won.ts';

export type RecordPorts = Pick<BookPorts, 'clock' | 'random' | 'getLedger' | 'recordEntry'>;

type RecordRequest = {
  collection: Collection;
  entries: readonly LedgerEntry[];
  given: OfflinePayment;
  recording: Recording;
};

/** `booking` is absent in a replay. @throws idempotency_conflict, duplicate_transaction, refund_exceeds_received, concurrent_change */
export async function recordPayment(
  ports: RecordPorts,
  { collection: first, entries: read, given, recording }: RecordRequest,
): Promise<{ entry: LedgerEntry; booking?: Booking }> {
  return untilWon(ports, async (lost) => {
    const { collection = first, entries } = lost > 0 ? await ports.getLedger(first.ref) : { entries: read };
    const replayed = findReplayed(entries, recording);
    if (replayed !== undefined) return { entry: replayed };
    const now = ports.clock.now();
    const reported = reportOffline(collection, entries, { given, recording, now });
    const booking = bookMovement(collection, entries, reported, now);
    if (booking === undefined) throw new Error('a new payment that says nothing new');
    const outcome = await ports.recordEntry(collection.ref, booking);
    return outcome === 'recorded' ? { entry: booking.entry, booking } : undefined;
  });
}
