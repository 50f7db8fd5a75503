/**
 * Arbitrary movements of several transactions at two providers, as a list of all that is ever reported of them.
 * Books movements one after another, each written before the next.
 */
import fc from 'fast-check';
import type { Collection } from '#lib/domain/collection.ts';
import { type Booking, bookMovement, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import type { MovementKind } from '#lib/domain/payment/movement.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { ledgerOf, type MemoryLedger, recordEntry } from '#test/support/memory-store.ts';

const aMinor = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10 ** 12 }));

/** What may happen to one object, in the reports of a provider. */
const REFUND: readonly MovementKind[] = ['refund', 'refund_failed'];
const DISPUTE: readonly MovementKind[] = ['dispute', 'dispute_lost', 'dispute_won'];

const anObject = fc
  .record({
    minor: aMinor,
    kinds: fc.oneof(fc.subarray([...REFUND], { minLength: 1 }), fc.subarray([...DISPUTE], { minLength: 1 })),
    /** A dispute that is reported as open, as having taken the money, or as both one after the other. */
    taken: fc.subarray([false, true], { minLength: 1 }),
  })
  .map(({ minor, kinds, taken }) =>
    kinds.flatMap((kind) =>
      (kind === 'dispute' ? taken : [false]).map((each) => ({ kind, minor, ...(each && { taken: true as const }) })),
    ),
  );

const aTransaction = fc.record({
  provider: fc.constantFrom('prv_one', 'prv_two'),
  currency: fc.constantFrom('JPY', 'JPY', 'JPY', 'USD'),
  minute: fc.nat(3_000),
  /** The totals that the transaction has had. */
  totals: fc.uniqueArray(aMinor, { maxLength: 3 }),
  objects: fc.array(anObject, { maxLength: 3 }),
  isReversed: fc.boolean(),
  isRejected: fc.boolean(),
});

type Transaction = typeof aTransaction extends fc.Arbitrary<infer T> ? T : never;
type Moved = { kind: MovementKind; object: string; minor: number; taken?: true };

const movedBy = ({ totals, objects, isReversed, isRejected }: Transaction, transaction: string): Moved[] => [
  ...totals.map((minor) => ({ kind: 'payment' as const, object: transaction, minor })),
  ...objects.flatMap((moved, index) => moved.map((each) => ({ ...each, object: `object-${index}` }))),
  // A reversal is reported with a total that there was.
  ...(isReversed ? totals.slice(0, 2) : []).map((minor) => ({ kind: 'reversal' as const, object: transaction, minor })),
  ...(isRejected ? [{ kind: 'rejected' as const, object: 'rejected', minor: 1 }] : []),
];

function reportsOf(made: Transaction, transaction: string): ReportedMovement[] {
  const { provider, currency, minute } = made;
  return movedBy(made, transaction).map(({ minor, ...moved }) => ({
    ...moved,
    provider,
    transaction,
    references: ['INV-1'],
    amount: { minor, currency },
    at: minutesLater(minute).toISOString(),
  }));
}

/** Two providers may have transactions of the same name. */
export const someMovements: fc.Arbitrary<ReportedMovement[]> = fc
  .array(aTransaction, { maxLength: 5 })
  .map((made) =>
    [...Map.groupBy(made, ({ provider }) => provider).values()].flatMap((ofProvider) =>
      ofProvider.flatMap((each, index) => reportsOf(each, `trx-${index}`)),
    ),
  );

export function bookAll(collection: Collection, arriving: readonly ReportedMovement[], now: Date) {
  const stored: MemoryLedger & { row: Collection } = { row: collection, entries: new Map(), waiting: new Map() };
  const bookings: Booking[] = [];
  for (const reported of arriving) {
    const booking = bookMovement(stored.row, ledgerOf(stored).entries, reported, now);
    if (booking === undefined) continue;
    if (recordEntry(stored, booking) === 'lost') throw new Error('another writer was faster');
    bookings.push(booking);
  }
  return { row: stored.row, entries: ledgerOf(stored).entries, bookings };
}
