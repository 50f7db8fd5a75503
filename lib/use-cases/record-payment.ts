/** Records money that reached the merchant elsewhere, once for each request and transaction. */
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { type Booking, bookMovement, type Ledger } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import {
  findReplayed,
  type OfflinePayment,
  type Recording,
  reportOffline,
} from '#lib/domain/payment/record-payment.ts';
import { type BookPorts, backOff, MAX_RACES } from './book-movements.ts';

export type RecordPorts = Pick<BookPorts, 'clock' | 'random' | 'getLedger' | 'recordEntry'>;

type Asked = { collection: Collection; entries: readonly LedgerEntry[]; given: OfflinePayment; recording: Recording };

/** `booking` is absent in a replay. @throws idempotency_conflict, duplicate_transaction, refund_exceeds_received */
export async function recordPayment(
  ports: RecordPorts,
  { collection: first, entries: read, given, recording }: Asked,
): Promise<{ entry: LedgerEntry; booking?: Booking }> {
  let ledger: Pick<Ledger, 'collection' | 'entries'> = { collection: first, entries: read };
  for (let races = 0; races < MAX_RACES; races += 1) {
    const { collection = first, entries } = ledger;
    const replayed = findReplayed(entries, recording);
    if (replayed !== undefined) return { entry: replayed };
    const now = ports.clock.now();
    const booking = bookMovement(
      collection,
      entries,
      reportOffline(collection, entries, { given, recording, now }),
      now,
    );
    if (booking === undefined) throw new Error('a new payment that says nothing new');
    if ((await ports.recordEntry(collection.ref, booking)) === 'recorded') return { entry: booking.entry, booking };
    await backOff(ports, races + 1);
    ledger = await ports.getLedger(collection.ref);
  }
  throw serviceUnavailable();
}
