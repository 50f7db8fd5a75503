/** The same payments lead to the same end, in any order and however often each is reported. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { paidMinor } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aPayment } from '#test/support/a-payment.ts';
import { applyAll } from './apply-all.ts';

const NOW = minutesLater(2_000);
const RUNS = { numRuns: 1_000 };

const aMinor = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10 ** 12 }));

const somePayments = fc
  .array(fc.record({ minor: aMinor, currency: fc.constantFrom('JPY', 'JPY', 'JPY', 'USD'), minute: fc.nat(3_000) }), {
    maxLength: 8,
  })
  .map((made) =>
    made.map(({ minor, currency, minute }, index) =>
      aPayment({
        transaction: `trx-${index}`,
        amount: { minor, currency },
        paidAt: minutesLater(minute).toISOString(),
      }),
    ),
  );

const aStart = fc
  .record({ minor: aMinor, status: fc.constantFrom('pending', 'overdue', 'expired', 'cancelled', 'completed') })
  .map(({ minor, status }) =>
    aCollection({
      amount: { minor, currency: 'JPY' },
      status,
      ...(status === 'completed' && { completedAt: minutesLater(1).toISOString() }),
    }),
  );

/** The payments, some of them reported twice, in two orders. */
const twoOrders = somePayments.chain((payments) =>
  fc.tuple(
    fc.constant(payments),
    fc.shuffledSubarray([...payments, ...payments], { minLength: payments.length * 2 }),
    fc.shuffledSubarray([...payments, ...payments], { minLength: payments.length * 2 }),
  ),
);

const summary = (collection: Collection, { row, payments }: ReturnType<typeof applyAll>) => ({
  status: row.status,
  completedAt: row.completedAt,
  counted: row.payments,
  paid: paidMinor(collection, payments),
  events: Object.fromEntries(payments.map((payment) => [payment.transaction, payment.event]).toSorted()),
});

it('the same payments lead to the same end, in any order and however often each is reported', () => {
  fc.assert(
    fc.property(aStart, twoOrders, (collection, [_payments, one, other]) => {
      const ends = [one, other].map((order) => summary(collection, applyAll(collection, order, NOW)));
      expect(ends[0]).toEqual(ends[1]);
    }),
    RUNS,
  );
});

it('a collection is completed if and only if the counted payments are enough, and no payment is lost', () => {
  fc.assert(
    fc.property(aStart, twoOrders, (collection, [payments, order]) => {
      const { row, payments: recorded } = applyAll(collection, order, NOW);
      expect(recorded).toHaveLength(payments.length);
      expect(row.payments).toBe(payments.length);
      const sum = sumOf(payments.filter(({ amount }) => amount.currency === 'JPY'));
      const isPayable = !['cancelled', 'completed'].includes(collection.status);
      const expected = isPayable && sum >= collection.amount.minor ? 'completed' : collection.status;
      expect(row.status).toBe(expected);
      if (collection.status !== 'cancelled') expect(paidMinor(row, recorded)).toBe(sum);
    }),
    RUNS,
  );
});

it('a completed collection stays completed: completedAt is set once, and its event occurs once', () => {
  fc.assert(
    fc.property(aStart, twoOrders, (collection, [_payments, order]) => {
      const { row, appliedPayments } = applyAll(collection, order, NOW);
      const completions = appliedPayments.filter(({ completion }) => completion);
      expect(completions.length).toBeLessThanOrEqual(1);
      expect(row.completedAt !== null).toBe(row.status === 'completed');
      if (completions[0]) expect(row.completedAt).toBe(completions[0].completion?.completedAt);
      else expect(row.completedAt).toBe(collection.completedAt);
      expect(row.events.filter(({ type }) => type === 'collection.completed')).toHaveLength(completions.length);
    }),
    RUNS,
  );
});

const sumOf = (payments: readonly Payment[]) => payments.reduce((sum, { amount }) => sum + amount.minor, 0);
