/** A collection's payments in memory, under the conditions that the table puts on their writes. */
import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';

export type Books = {
  /** As stored; undefined before it is recorded. */
  row: Collection | undefined;
  /** By provider and transaction. */
  payments: Map<string, Payment>;
};

const keyOf = ({ provider, transaction }: Payment) => `${provider}#${transaction}`;

export const ledgerOf = ({ row, payments }: Books) => ({ collection: row, payments: [...payments.values()] });

/** Writes both or neither. */
export function recordPayment(books: Books, appliedPayment: AppliedPayment): 'recorded' | 'lost' {
  const { payment, waited, expected, updatedAt, completion } = appliedPayment;
  const { row, payments } = books;
  const there = payments.get(keyOf(payment));
  const isFree = waited ? there !== undefined && there.event === undefined : there === undefined;
  const isAsRead = row?.status === expected.status && row.payments === expected.payments && row.updatedAt <= updatedAt;
  if (row === undefined || !isFree || !isAsRead) return 'lost';
  payments.set(keyOf(payment), waited ? { ...(there as Payment), ...payment } : payment);
  const counted = { ...row, payments: row.payments + 1, updatedAt };
  const { nextRunAt: _over, ...ended } = counted;
  books.row = completion === undefined ? counted : withChange(ended, completion);
  return 'recorded';
}

export function keepForLater({ payments }: Books, payment: Payment): void {
  if (!payments.has(keyOf(payment))) payments.set(keyOf(payment), payment);
}
