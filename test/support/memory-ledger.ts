/** The payments of a collection in memory, written under the same conditions as in the table. */
import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';

export type MemoryLedger = {
  /** As stored; undefined before it is recorded. */
  row: Collection | undefined;
  /** Keyed by provider and transaction. */
  payments: Map<string, Payment>;
};

const keyOf = ({ provider, transaction }: Payment) => `${provider}#${transaction}`;

export const ledgerOf = ({ row, payments }: MemoryLedger) => ({ collection: row, payments: [...payments.values()] });

/** Writes the payment and its effect, or neither. */
export function recordPayment(stored: MemoryLedger, appliedPayment: AppliedPayment): 'recorded' | 'lost' {
  const { payment, waited, expected, updatedAt, completion } = appliedPayment;
  const { row, payments } = stored;
  const there = payments.get(keyOf(payment));
  const isFree = waited ? there !== undefined && there.event === undefined : there === undefined;
  const isAsRead = row?.status === expected.status && row.payments === expected.payments && row.updatedAt <= updatedAt;
  if (row === undefined || !isFree || !isAsRead) return 'lost';
  payments.set(keyOf(payment), waited ? { ...(there as Payment), ...payment } : payment);
  const counted = { ...row, payments: row.payments + 1, updatedAt };
  const { nextRunAt: _over, ...ended } = counted;
  stored.row = completion === undefined ? counted : withChange(ended, completion);
  return 'recorded';
}

export function keepForLater({ payments }: MemoryLedger, payment: Payment): void {
  if (!payments.has(keyOf(payment))) payments.set(keyOf(payment), payment);
}
