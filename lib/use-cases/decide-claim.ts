/** Decides on what a customer says was paid. An accepted claim is booked once, whatever is clicked twice: the decision comes first, and its entry has the claim's id. */

import { claimOf, type Decision } from '#lib/domain/answers.ts';
import { type Collection, ownedCollection } from '#lib/domain/collection.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { collectionNotFound, validationFailed } from '#lib/domain/errors.ts';
import { paymentId } from '#lib/domain/ids.ts';
import { type Booking, bookMovement } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import {
  findReplayed,
  type OfflinePayment,
  type Recording,
  refuseMalformed,
  reportOffline,
} from '#lib/domain/payment/record-payment.ts';
import { decideClaim as decide } from '#lib/domain/revise-answers.ts';
import type { BookPorts } from './book-movements.ts';
import { type HistoryAndOwner, type RevisePorts, reviseCollection, type StoredHistory } from './revise-collection.ts';
import { untilWon } from './until-won.ts';

type RecordPorts = Pick<BookPorts, 'clock' | 'random' | 'getLedger' | 'recordEntry'>;

type RecordRequest = {
  collection: Collection;
  entries: readonly LedgerEntry[];
  given: OfflinePayment;
  recording: Recording;
};

/**
 * Records money that reached the merchant elsewhere, once for each request and transaction. `booking` is absent in a
 * replay. @throws idempotency_conflict, duplicate_transaction, refund_exceeds_received, concurrent_change
 */
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

type Change = Pick<Parameters<typeof reviseCollection>[2], 'account' | 'by' | 'now'>;

/** `paymentId`: what the customer means is recorded already, so it is not booked. */
type ClaimDecision = {
  claim: string;
  decision: Decision;
  payment?: GivenPayment | undefined;
  paymentId?: string | undefined;
};

type GivenPayment = { [Name in Exclude<keyof OfflinePayment, 'kind'>]?: OfflinePayment[Name] | undefined };

/** @throws collection_not_found, collection_forbidden, claim_not_found, already_decided, validation_failed, duplicate_transaction, concurrent_change */
export async function decideClaim(
  ports: RevisePorts & RecordPorts,
  { history, owner }: HistoryAndOwner<StoredHistory>,
  { claim: id, decision, payment, paymentId: recorded, ...change }: ClaimDecision & Change,
) {
  const { account, by, now } = change;
  const collection = ownedCollection(history?.collection, account);
  if (history === undefined) throw collectionNotFound();
  const claim = claimOf(collection, id);
  const given = withDefaults(claim, payment ?? {}, now);
  const recording = { requestKey: id, bodyHash: hashJson(id), by };
  if (recorded !== undefined) refuseUnknown(recorded, history);
  const isAccepted = decision === 'accepted' && claim.decision !== 'rejected' && recorded === undefined;
  // What would be refused once it is decided is refused before.
  if (isAccepted && findReplayed(history.entries, recording) === undefined) {
    refuseMalformed(given, recording, now);
    reportOffline(collection, history.entries, { given, recording, now });
  }
  const revised = await reviseCollection(
    ports,
    { history, owner },
    { ...change, mayHaveEnded: true, decide: (of) => decide(of, id, { decision, paymentId: recorded }, now) },
  );
  const isRecorded = recorded !== undefined || claimOf(revised.collection, id).paymentId !== undefined;
  if (decision === 'rejected' || isRecorded) return { changed: revised.changed, booking: undefined };
  const { entries } = revised.changed ? ((await ports.getHistory(collection.ref)) ?? history) : history;
  const { booking } = await recordPayment(ports, { collection: revised.collection, entries, given, recording });
  return { changed: revised.changed, booking: booking && { collection: collection.id, booking } };
}

/** @throws validation_failed */
function refuseUnknown(id: string, { collection, entries }: StoredHistory): void {
  const payments = entries.filter(({ kind }) => kind === 'payment');
  if (payments.some(({ key }) => paymentId(collection.id, key) === id)) return;
  throw validationFailed([{ path: 'paymentId', message: 'is no payment of this collection' }]);
}

/** Noon of the day that the customer gave, unless that is still to come. */
function withDefaults(claim: ReturnType<typeof claimOf>, payment: GivenPayment, now: Date): OfflinePayment {
  const noon = `${claim.paidOn}T12:00:00.000Z`;
  const { amount = claim.amount, method = claim.method, note = claim.transaction } = payment;
  const { paidAt = noon < now.toISOString() ? noon : now.toISOString(), transaction } = payment;
  return { kind: 'payment', amount, method, note, paidAt, transaction };
}
