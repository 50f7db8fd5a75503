/** Decides on what a customer says was paid. An accepted claim is booked once, whatever is clicked twice: the decision comes first, and its entry has the claim's id. */

import { claimOf, type Decision } from '#lib/domain/answers.ts';
import { ownedCollection } from '#lib/domain/collection.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { collectionNotFound, validationFailed } from '#lib/domain/errors.ts';
import { paymentId } from '#lib/domain/ids.ts';
import {
  findReplayed,
  type OfflinePayment,
  refuseMalformed,
  reportOffline,
} from '#lib/domain/payment/record-payment.ts';
import { decideClaim as decide } from '#lib/domain/revisions/revise-answers.ts';
import { type RecordPorts, recordPayment } from './record-payment.ts';
import { type HistoryAndOwner, type RevisePorts, reviseCollection, type StoredHistory } from './revise-collection.ts';

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
