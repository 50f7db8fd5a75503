/** Applies payments one after another, each written before the next. */
import type { Collection } from '#lib/domain/collection.ts';
import { type AppliedPayment, applyPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { ledgerOf, type MemoryLedger, recordPayment } from '#test/support/memory-ledger.ts';

export function applyAll(collection: Collection, arriving: readonly Payment[], now: Date) {
  const stored: MemoryLedger & { row: Collection } = { row: collection, payments: new Map() };
  const appliedPayments: AppliedPayment[] = [];
  for (const payment of arriving) {
    const appliedPayment = applyPayment(stored.row, ledgerOf(stored).payments, payment, now);
    if (appliedPayment === undefined) continue;
    if (recordPayment(stored, appliedPayment) === 'lost') throw new Error('another writer was faster');
    appliedPayments.push(appliedPayment);
  }
  return { row: stored.row, payments: ledgerOf(stored).payments, appliedPayments };
}
