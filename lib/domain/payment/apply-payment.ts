/** What a payment does to its collection: it counts, it completes it, or it is money that the collection does not ask for. */
import { decideStatus, type StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { isSamePayment, type Payment, type PaymentEventType } from './payment.ts';

/** A collection, if it is there yet, and all payments on record for it. */
export type Ledger = { collection: Collection | undefined; payments: readonly Payment[] };

/** How the money received compares with the amount asked for; `late` is enough, but paid after the expiry. */
type Standing = 'partial' | 'exact' | 'over' | 'late';

/** A payment with its effect, to be written together, and only while `expected` holds. */
export type AppliedPayment = {
  payment: Payment & { event: PaymentEventType };
  /** Whether it is on record already, waiting for its collection. */
  waited: boolean;
  /** The stored status, and how many payments the collection has taken account of. */
  expected: { status: Status; payments: number };
  updatedAt: string;
  /** Present when the payment completes the collection. */
  completion?: StatusChange;
  /** Absent when the payment does not count. */
  standing?: Standing;
};

/** What has been paid of the amount, in its minor units; other currencies never count, nor does what came after a cancellation. */
export const paidMinor = ({ amount }: Collection, payments: readonly Payment[]): number =>
  payments
    .filter((payment) => payment.event === 'payment.received' && payment.amount.currency === amount.currency)
    .reduce((sum, payment) => sum + payment.amount.minor, 0);

/** Pure; `others` are all payments on record, the one to apply possibly among them. Undefined: it has been applied already. */
export function applyPayment(
  collection: Collection,
  others: readonly Payment[],
  payment: Payment,
  now: Date,
): AppliedPayment | undefined {
  const known = others.find((other) => isSamePayment(other, payment));
  if (known?.event !== undefined) return undefined;
  // One that has waited stays as it was first told.
  const told = known ?? payment;
  const { status, updatedAt, amount, payments } = collection;
  const at = now.toISOString() > updatedAt ? now.toISOString() : updatedAt;
  const counts = status !== 'cancelled' && told.amount.currency === amount.currency;
  const applied = { ...told, recordedAt: at, event: eventFor(counts) };
  const written = { payment: applied, waited: known !== undefined, expected: { status, payments }, updatedAt: at };
  if (!counts) return written;
  const paid = paidMinor(collection, others) + told.amount.minor;
  const standing = standingOf(collection, paid, told.paidAt);
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
