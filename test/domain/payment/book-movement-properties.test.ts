/** The same movements lead to the same balance, in any order and however often each is reported. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { keyOf, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { factOf, netOf } from '#lib/domain/payment/ledger-entry.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { bookAll, someMovements } from './any-movements.ts';

const NOW = minutesLater(2_000);
const RUNS = { numRuns: 200 };

const aStart = fc
  .record({
    minor: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10 ** 12 })),
    status: fc.constantFrom('pending', 'overdue', 'expired', 'cancelled', 'completed'),
  })
  .map(({ minor, status }) =>
    aCollection({
      amount: { minor, currency: 'JPY' },
      status,
      ...(status === 'completed' && { completedAt: minutesLater(1).toISOString() }),
    }),
  );

/** The movements, each reported twice, in two orders. */
const twoOrders = someMovements.chain((movements) => {
  const order = fc.shuffledSubarray([...movements, ...movements], { minLength: movements.length * 2 });
  return fc.tuple(fc.constant(movements), order, order);
});

/** What the providers know: of each transaction, all that has happened to it. */
function truth(movements: readonly ReportedMovement[]): number {
  const counting = movements.filter(({ amount }) => amount.currency === 'JPY');
  const transactions = Map.groupBy(counting, ({ provider, transaction }) => `${provider}#${transaction}`);
  return [...transactions.values()].reduce((sum, facts) => sum + netOf(facts.map(factOf)), 0);
}

it('what was received is the sum of the entries that count, and of all that is known of each transaction, in any order', () => {
  fc.assert(
    fc.property(aStart, twoOrders, (collection, [movements, ...orders]) => {
      for (const order of orders) {
        const { row, entries } = bookAll(collection, order, NOW);
        const counting = entries.filter(({ counts }) => counts);
        expect(row.received).toBe(counting.reduce((sum, { credited }) => sum + credited, 0));
        expect(row.received).toBe(truth(movements));
        expect(row.entryCount).toBe(entries.length);
        expect(new Set(entries.map(({ key }) => key)).size, 'each key is booked once').toBe(entries.length);
        for (const { key } of entries) expect(movements.map(keyOf)).toContain(key);
      }
    }),
    RUNS,
  );
});

it('no entry changes what the entries before it say, so what was received is right after each of them', () => {
  fc.assert(
    fc.property(aStart, twoOrders, (collection, [, order]) => {
      const { bookings } = bookAll(collection, order, NOW);
      let received = 0;
      for (const { entry, received: after } of bookings) {
        received += entry.counts ? entry.credited : 0;
        expect(after).toBe(received);
      }
    }),
    RUNS,
  );
});

it('a collection is completed when what was received is enough for the first time, and stays completed', () => {
  fc.assert(
    fc.property(aStart, twoOrders, (collection, [, order]) => {
      // A dispute that is lost is owed again, and may be paid again.
      const kept = order.filter(({ kind }) => kind !== 'dispute_lost');
      const { row, bookings } = bookAll(collection, kept, NOW);
      const isPayable = !['cancelled', 'completed'].includes(collection.status);
      const enough = bookings.findIndex(({ received }) => received >= collection.amount.minor);
      const completions = bookings.flatMap(({ completion }, index) => (completion ? [index] : []));
      expect(completions).toEqual(isPayable && enough >= 0 ? [enough] : []);
      expect(row.status).toBe(completions.length > 0 ? 'completed' : collection.status);
      expect(row.completedAt).toBe(bookings[completions[0] ?? -1]?.completion?.completedAt ?? collection.completedAt);
      expect(row.events.filter(({ type }) => type === 'collection.completed')).toHaveLength(completions.length);
    }),
    RUNS,
  );
});

it('money that goes back, and what moves no money, never completes, ends or skips anything', () => {
  fc.assert(
    fc.property(aStart, twoOrders, (collection: Collection, [, order]) => {
      for (const { entry, completion, skipsSlot } of bookAll(collection, order, NOW).bookings) {
        if (entry.credited <= 0 || !entry.counts) expect(completion).toBeUndefined();
        if (entry.kind !== 'payment') expect([skipsSlot, entry.standing]).toEqual([undefined, undefined]);
      }
    }),
    RUNS,
  );
});
