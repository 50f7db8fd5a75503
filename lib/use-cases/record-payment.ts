/** Records what the merchant says of money: payments and refunds that no provider knows, credits, and moves between debts; each request with a key once. */
import { ownedCollection } from '#lib/domain/collection.ts';
import { collectionNotFound } from '#lib/domain/errors.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type Booking, bookMovement, type Ledger, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { type Credit, reportCredit } from '#lib/domain/payment/give-credit.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { movePayment as move, type PaymentMove } from '#lib/domain/payment/move-payment.ts';
import {
  findReplayed,
  type OfflinePayment,
  type Recording,
  reportOffline,
} from '#lib/domain/payment/record-payment.ts';
import type { SharedLedger } from '#lib/domain/payment/share-movement.ts';
import type { BookPorts } from './book-movements.ts';
import { untilWon } from './until-won.ts';

export type RecordPorts = Pick<BookPorts, 'clock' | 'random' | 'getLedger' | 'recordEntry'>;

/** `booking` is absent in a replay. */
export type Recorded = { entry: LedgerEntry; booking?: Booking };

type Asked<Given> = SharedLedger & { given: Given; recording: Recording };

/** @throws idempotency_conflict, duplicate_transaction, refund_exceeds_received, concurrent_change */
export const recordPayment = (
  ports: RecordPorts,
  { given, recording, ...ledger }: Asked<OfflinePayment>,
): Promise<Recorded> =>
  recordOnce(ports, { ledger, recording }, ({ collection, entries }, now) =>
    reportOffline(collection, entries, { given, recording, now }),
  );

/** @throws idempotency_conflict, validation_failed, invalid_transition, concurrent_change */
export const giveCredit = (ports: RecordPorts, { given, recording, ...ledger }: Asked<Credit>): Promise<Recorded> =>
  recordOnce(ports, { ledger, recording }, ({ collection }, now) =>
    reportCredit(collection, { given, recording, now }),
  );

type OfRequest = { ledger: SharedLedger; recording: Recording };

function recordOnce(
  ports: RecordPorts,
  { ledger, recording }: OfRequest,
  report: (ledger: SharedLedger, now: Date) => ReportedMovement,
): Promise<Recorded> {
  const { ref } = ledger.collection;
  return untilWon(ports, async (lost) => {
    const { collection, entries } = lost > 0 ? stored(await ports.getLedger(ref)) : ledger;
    const replayed = findReplayed(entries, recording);
    if (replayed !== undefined) return { entry: replayed };
    const now = ports.clock.now();
    const booking = bookMovement(collection, entries, report({ collection, entries }, now), now);
    if (booking === undefined) throw new Error('a new payment that says nothing new');
    const outcome = await ports.recordEntry(ref, booking);
    return outcome === 'recorded' ? { entry: booking.entry, booking } : undefined;
  });
}

/** @throws collection_not_found */
function stored({ collection, entries }: Ledger): SharedLedger {
  if (collection === undefined) throw collectionNotFound();
  return { collection, entries };
}

type MoveRequest = {
  account: string;
  from: Ledger | undefined;
  to: Ledger | undefined;
  move: Pick<PaymentMove, 'payment' | 'amount'>;
  recording: Recording;
};

/** The entry is that of the collection that the money leaves. @throws collection_not_found, collection_forbidden, payment_not_found, validation_failed, invalid_transition, idempotency_conflict, concurrent_change */
export function movePayment(
  ports: RecordPorts,
  { account, from, to, move: asked, recording }: MoveRequest,
): Promise<Recorded> {
  const owned = (ledger: Ledger | undefined): SharedLedger => ({
    collection: ownedCollection(ledger?.collection, account),
    entries: ledger?.entries ?? [],
  });
  const [left, came] = [owned(from), owned(to)];
  const refs: [CollectionRef, CollectionRef] = [left.collection.ref, came.collection.ref];
  return untilWon(ports, async (lost) => {
    const ledgers = lost === 0 ? [left, came] : (await Promise.all(refs.map((ref) => ports.getLedger(ref)))).map(owned);
    const [source, target] = ledgers as [SharedLedger, SharedLedger];
    const replayed = findReplayed(source.entries, recording);
    if (replayed !== undefined) return { entry: replayed };
    const sides = move({ from: source, to: target, ...asked }, recording, ports.clock.now());
    if (sides === undefined) return undefined;
    const [leaving, coming] = sides;
    const outcome = await ports.recordEntry(leaving.ref, leaving.booking, undefined, [coming]);
    const { booking } = leaving;
    return outcome === 'recorded' ? { entry: booking.entry, booking } : undefined;
  });
}
