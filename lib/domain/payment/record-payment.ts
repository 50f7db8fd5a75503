/** Money that reached the merchant elsewhere, as the merchant records it. */

import type { Collection } from '#lib/domain/collection.ts';
import {
  duplicateTransaction,
  type Fault,
  idempotencyConflict,
  refundExceedsReceived,
  validationFailed,
} from '#lib/domain/errors.ts';
import type { By } from '#lib/domain/member.ts';
import { formatMoney, type Money } from '#lib/domain/money.ts';
import type { ReportedMovement } from './book-movement.ts';
import { type LedgerEntry, MERCHANT } from './ledger-entry.ts';

export type OfflinePayment = {
  amount: Money;
  kind: 'payment' | 'refund';
  method: string;
  paidAt?: string | undefined;
  note?: string | undefined;
  transaction?: string | undefined;
};

/** The request that records it: its Idempotency-Key, the hash of its body, and the member of the account who sends it. */
export type Recording = { requestKey?: string | undefined; bodyHash: string; by?: By | undefined };

/** @throws validation_failed */
export function refuseMalformed(given: OfflinePayment, { requestKey }: Recording, now: Date): void {
  const faults: Fault[] = [];
  if (given.transaction === undefined && requestKey === undefined) {
    faults.push({ path: 'transaction', message: 'is required, unless there is an Idempotency-Key' });
  }
  if (given.paidAt !== undefined && given.paidAt > now.toISOString()) {
    faults.push({ path: 'paidAt', message: 'must not be in the future' });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** The entry that this very request has recorded before, if any. @throws idempotency_conflict */
export function findReplayed(entries: readonly LedgerEntry[], recording: Recording): LedgerEntry | undefined {
  const { requestKey, bodyHash } = recording;
  const earlier = requestKey === undefined ? undefined : entries.find((entry) => entry.requestKey === requestKey);
  if (earlier !== undefined && earlier.bodyHash !== bodyHash) throw idempotencyConflict();
  return earlier;
}

/** @throws validation_failed */
export function refuseOtherCurrency({ amount: { currency } }: Pick<Collection, 'amount'>, given: Money): void {
  if (given.currency !== currency)
    throw validationFailed([{ path: 'amount.currency', message: `must be ${currency}` }]);
}

/** What an entry keeps of the request that recorded it. */
export const requestOf = ({ requestKey, bodyHash, by }: Recording) => ({
  ...(by && { by }),
  ...(requestKey !== undefined && { requestKey, bodyHash }),
});

/** @throws validation_failed, duplicate_transaction or refund_exceeds_received */
export function reportOffline(
  collection: Collection,
  entries: readonly LedgerEntry[],
  { given, recording, now }: { given: OfflinePayment; recording: Recording; now: Date },
): ReportedMovement {
  const { kind, amount, method, transaction, note, paidAt } = given;
  refuseOtherCurrency(collection, amount);
  if (transaction !== undefined && entries.some((entry) => entry.transaction === transaction)) {
    throw duplicateTransaction(transaction);
  }
  if (kind === 'payment' && collection.received + amount.minor > Number.MAX_SAFE_INTEGER) {
    throw validationFailed([{ path: 'amount.value', message: 'makes the sum received larger than can be counted' }]);
  }
  const received = Math.max(0, collection.received);
  if (kind === 'refund' && amount.minor > received) {
    throw refundExceedsReceived(formatMoney({ ...collection.amount, minor: received }));
  }
  return {
    kind,
    provider: MERCHANT,
    transaction: transaction ?? '',
    object: transaction ?? '',
    references: [],
    amount,
    method,
    at: paidAt ?? now.toISOString(),
    ...(note !== undefined && { note }),
    ...requestOf(recording),
  };
}
