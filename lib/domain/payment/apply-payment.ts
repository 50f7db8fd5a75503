/** The effect of a payment on its collection: it counts, it completes the collection, or it is unexpected money. */
import { decideStatus, type StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { isSamePayment, type Payment, type PaymentEventType } from './payment.ts';

export type Ledger = { collection: Collection | undefined; payments: readonly Payment[] };

/** How the money received compares with the amount. `late` is enough money, but paid after the expiry. */
type Standing = 'partial' | 'exact' | 'over' | 'late';

/** A payment with its effect. Both are written together, and only while `expected` is true. */
export type AppliedPayment = {
  payment: Payment & { event: PaymentEventType };
  waited: boolean;
  expected: { status: Status; payments: number };
  updatedAt: string;
  completion?: StatusChange;
  standing?: Standing;
};

/** In minor units. Other currencies and payments after a cancellation do not count. */
export const paidMinor = ({ amount }: Collection, payments: readonly Payment[]): number =>
  payments
    .filter((payment) => payment.event === 'payment.received' && payment.amount.currency === amount.currency)
    .reduce((sum, payment) => sum + payment.amount.minor, 0);

/** `others` are all payments on record, and may include `payment`. Undefined if it was applied before. */
export function applyPayment(
  collection: Collection,
  others: readonly Payment[],
  payment: Payment,
  now: Date,
): AppliedPayment | undefined {
  const known = others.find((other) => isSamePayment(other, payment));
  if (known?.event !== undefined) return undefined;
  // A payment that waited keeps what was recorded first.
  const recorded = known ?? payment;
  const { status, updatedAt, amount, payments } = collection;
  const at = now.toISOString() > updatedAt ? now.toISOString() : updatedAt;
  const counts = status !== 'cancelled' && recorded.amount.currency === amount.currency;
  const applied = { ...recorded, recordedAt: at, event: eventFor(counts) };
  const written = { payment: applied, waited: known !== undefined, expected: { status, payments }, updatedAt: at };
  if (!counts) return written;
  const paid = paidMinor(collection, others) + recorded.amount.minor;
  const standing = standingOf(collection, paid, recorded.paidAt);
  if (standing === 'partial') return { ...written, standing };
  const decision = decideStatus(collection, { to: 'completed', by: 'payment' }, now);
  if (decision.kind !== 'change') return { ...written, standing };
  return { ...written, standing, completion: decision.change };
}

const eventFor = (counts: boolean): PaymentEventType => (counts ? 'payment.received' : 'payment.unexpected');

function standingOf({ amount, expiresAt }: Collection, paid: number, paidAt: string): Standing {
  if (paid < amount.minor) return 'partial';
  if (paidAt >= expiresAt) return 'late';
  return paid === amount.minor ? 'exact' : 'over';
}
