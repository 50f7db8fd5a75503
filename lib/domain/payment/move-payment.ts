/** Money that came for one debt and belongs to another of the same customer: it is taken from the one and given to the other at once. */
import type { Collection } from '#lib/domain/collection.ts';
import { type Fault, notMovableTo, paymentNotFound, validationFailed } from '#lib/domain/errors.ts';
import { moveId, paymentId } from '#lib/domain/ids.ts';
import { formatMoney, type Money, outstandingOf, settledOf } from '#lib/domain/money.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import { bookMovement, type ReportedMovement } from './book-movement.ts';
import { factOfEntry, type LedgerEntry, netOf } from './ledger-entry.ts';
import { type Recording, refuseOtherCurrency, requestOf } from './record-payment.ts';
import type { SharedBooking, SharedLedger } from './share-movement.ts';

export type PaymentMove = {
  from: SharedLedger;
  to: SharedLedger;
  /** The id of the entry that is moved, of the ledger that it leaves. */
  payment: string;
  /** Absent: what is too much, or all of it if nothing is. */
  amount?: Money | undefined;
};

/**
 * Of both ledgers, to be recorded together: where the money leaves, and where it comes. Undefined where the two were read at
 * different times, with another move between them. @throws payment_not_found, validation_failed, invalid_transition
 */
export function movePayment(
  move: PaymentMove,
  recording: Recording,
  now: Date,
): [SharedBooking, SharedBooking] | undefined {
  const { from, to, payment } = move;
  const entry = from.entries.find((each) => isMovable(each) && paymentId(from.collection.id, each.key) === payment);
  if (entry === undefined) throw paymentNotFound();
  refuseOther(from.collection, to.collection);
  if (!isOpen(to.collection.status)) throw notMovableTo(to.collection.status);
  const amount = { ...entry.amount, minor: amountOf(move, entry) };
  const id = moveId(from.collection.id, from.collection.entryCount + 1);
  // Both at one instant, so that on no day one half is missing.
  const at = latest(now.toISOString(), from.collection.updatedAt, to.collection.updatedAt);
  const moved = { ...sourceOf(entry), ...requestOf(recording), object: id, references: [], amount };
  const sides: [SharedLedger, ReportedMovement][] = [
    [from, { ...moved, kind: 'moved_out', move: { id, collection: to.collection.id, payment } }],
    [to, { ...moved, kind: 'moved_in', move: { id, collection: from.collection.id } }],
  ];
  const [leaving, coming] = sides.flatMap(([{ collection, entries }, reported]) => {
    const booking = bookMovement(collection, entries, reported, new Date(at));
    return booking === undefined ? [] : [{ ref: collection.ref, booking }];
  });
  return leaving && coming && [leaving, coming];
}

/** Money that came: a payment, or what was moved here before. */
const isMovable = ({ kind, credited, counts }: LedgerEntry): boolean =>
  counts && credited > 0 && (kind === 'payment' || kind === 'moved');

/** @throws validation_failed */
function refuseOther(from: Collection, to: Collection): void {
  const faults: Fault[] = [];
  if (to.id === from.id) faults.push({ path: 'to', message: 'must be another collection' });
  if (to.contact.id !== from.contact.id)
    faults.push({ path: 'to', message: 'must be a collection of the same customer' });
  if (to.amount.currency !== from.amount.currency)
    faults.push({ path: 'to', message: `must be a collection in ${from.amount.currency}` });
  if (faults.length > 0) throw validationFailed(faults);
}

/** In minor units. @throws validation_failed */
function amountOf({ from, to, amount }: PaymentMove, entry: LedgerEntry): number {
  const { currency } = from.collection.amount;
  if (amount !== undefined) refuseOtherCurrency(from.collection, amount);
  const left = leftOf(entry, from);
  const outstanding = outstandingOf(to.collection).minor;
  const tooMuch = settledOf(from.collection) - from.collection.amount.minor;
  const wanted = amount?.minor ?? Math.min(tooMuch > 0 ? Math.min(tooMuch, left) : left, outstanding);
  const refuse = (minor: number, what: string) =>
    validationFailed([
      { path: amount === undefined ? 'to' : 'amount.value', message: `${what} ${formatMoney({ currency, minor })}` },
    ]);
  if (left <= 0 || wanted > left) throw refuse(Math.max(0, left), 'is more than is left of the payment:');
  if (outstanding === 0 || wanted > outstanding) throw refuse(outstanding, 'is more than is outstanding there:');
  return wanted;
}

/** What is left of a payment where it came, in minor units: less what went back, and what was moved away. */
function leftOf(entry: LedgerEntry, { collection, entries }: SharedLedger): number {
  const id = paymentId(collection.id, entry.key);
  const moved = entries.filter(({ move }) => move?.payment === id).reduce((sum, { credited }) => sum - credited, 0);
  const left = Math.min(entry.credited - moved, collection.received);
  if (entry.transaction === '') return left;
  const ofTransaction = entries.filter(
    ({ provider, transaction }) => provider === entry.provider && transaction === entry.transaction,
  );
  return Math.min(left, netOf(ofTransaction.map(factOfEntry)));
}

/** What later movements of the money name, wherever it is. */
const sourceOf = ({ provider, transaction, method, at }: LedgerEntry) => ({
  provider,
  transaction,
  at,
  ...(method !== undefined && { method }),
});

const latest = (...instants: readonly string[]): string => instants.reduce((one, other) => (one > other ? one : other));
