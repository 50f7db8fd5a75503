/** Payments settle once each, whatever order, crash or race they come in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paidMinor } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { applyPayments } from '#lib/use-cases/apply-payments.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { aPayment, paymentsOf } from '#test/support/a-payment.ts';
import { type Books, keepForLater, ledgerOf } from '#test/support/memory-ledger.ts';
import { applyIn, portsOf, relayIn, theBooks } from './applying.ts';
import { MISHAPS } from './invocation.ts';

const collection = aCollection();
const { ref } = collection;
const HALVES = paymentsOf([2_500_000, 2_000_000]);

/** Everything is told again until nothing changes any more; then all of it is settled. */
async function expectApplied(books: Books, payments: readonly Payment[]): Promise<void> {
  books.row ??= collection;
  await relayIn(books);
  await applyIn(books, payments);
  const { payments: recorded } = ledgerOf(books);
  expect(recorded.map(({ transaction }) => transaction).toSorted()).toEqual(
    payments.map(({ transaction }) => transaction).toSorted(),
  );
  expect(recorded.every(({ event }) => event === 'payment.received')).toBe(true);
  const sum = payments.reduce((total, { amount }) => total + amount.minor, 0);
  expect(paidMinor(collection, recorded)).toBe(sum);
  expect(books.row).toMatchObject({
    status: sum >= collection.amount.minor ? 'completed' : 'pending',
    payments: payments.length,
  });
  expect(books.row.events.filter(({ type }) => type === 'collection.completed').length).toBe(
    sum >= collection.amount.minor ? 1 : 0,
  );
}

describe('settling', () => {
  it('reads once and writes once for a payment of a collection that is there', async () => {
    const { ports, steps, slept } = portsOf(theBooks());
    const appliedPayments = await applyPayments(ports, { ref, payments: [aPayment()] });
    expect(appliedPayments).toMatchObject([{ standing: 'exact', completion: { to: 'completed' } }]);
    expect([steps, slept]).toEqual([['getLedger', 'recordPayment'], []]);
  });

  it('does not read what has been read already', async () => {
    const books = theBooks();
    const { ports, steps, slept } = portsOf(books);
    const parts = [...HALVES, aPayment({ transaction: 'more than enough' })];
    await applyPayments(ports, { ref, payments: parts, ledger: ledgerOf(books) });
    expect([steps, slept]).toEqual([['recordPayment', 'recordPayment', 'recordPayment'], []]);
    await expectApplied(books, parts);
  });

  it('reads once, and writes once for each payment that has waited', async () => {
    const books = theBooks();
    for (const payment of HALVES) keepForLater(books, payment);
    const { ports, steps } = portsOf(books);
    expect(await applyPayments(ports, { ref, payments: [] })).toHaveLength(2);
    expect(steps).toEqual(['getLedger', 'recordPayment', 'recordPayment']);
  });

  it('counts a payment once that is told twice in one breath', async () => {
    const books = theBooks();
    const half = aPayment({ amount: { minor: 2_250_000, currency: 'NGN' } });
    expect(await applyIn(books, [half, half])).toHaveLength(1);
    await expectApplied(books, [half]);
  });

  it('keeps a payment whose collection is not there, and settles nothing', async () => {
    const books = theBooks({ row: undefined });
    expect(await applyIn(books, HALVES)).toEqual([]);
    expect(ledgerOf(books).payments).toEqual(HALVES);
  });

  it('settles first what has waited, then what has come', async () => {
    const books = theBooks();
    keepForLater(books, HALVES[1] as Payment);
    const appliedPayments = await applyIn(books, [HALVES[0] as Payment]);
    expect(appliedPayments).toMatchObject([
      { waited: true, payment: { transaction: 'trx-2' }, standing: 'partial' },
      { waited: false, payment: { transaction: 'trx-1' }, standing: 'exact' },
    ]);
    await expectApplied(books, HALVES);
  });

  it('has nothing to do for the relay where nothing has waited', async () => {
    const books = theBooks();
    expect(await relayIn(books)).toEqual([]);
    expect(books.row).toEqual(collection);
  });
});

describe.each(MISHAPS)('an invocation that %s', (mishap) => {
  it.each([1, 2, 3])('at step %i is made good by the next that tells of it', async (at) => {
    const books = theBooks();
    await applyIn(books, HALVES, { mishap: (number) => (number === at ? mishap : undefined) });
    await expectApplied(books, HALVES);
  });

  it.each([1, 2, 3])(
    'at step %i, ahead of its collection, is made good by whoever comes when it is there',
    async (at) => {
      const books = theBooks({ row: undefined });
      await applyIn(books, HALVES, { mishap: (number) => (number === at ? mishap : undefined) });
      await expectApplied(books, HALVES);
    },
  );

  it.each([1, 2, 3])('at step %i, for the relay, is made good when the record comes again', async (at) => {
    const books = theBooks();
    for (const payment of HALVES) keepForLater(books, payment);
    await relayIn(books, { mishap: (number) => (number === at ? mishap : undefined) });
    await expectApplied(books, HALVES);
  });
});

describe('a collection that comes while its payment is being kept', () => {
  it.each([1, 2, 3])('before step %i: the payment’s own record settles it', async (at) => {
    const books = theBooks({ row: undefined });
    await applyIn(books, HALVES, {
      between: (_step, number) => {
        if (number === at) books.row = collection;
      },
    });
    await expectApplied(books, HALVES);
  });
});

describe('many at once', () => {
  it('the same webhook many times is one payment, in every order of their steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 6 }), async (scheduler, count) => {
        const books = theBooks();
        const between = (step: string) => scheduler.schedule(Promise.resolve(), step);
        const all = Array.from({ length: count }, () => applyIn(books, [aPayment()], { between }));
        const ends = await scheduler.waitFor(Promise.all(all));
        expect(ends.flat()).toHaveLength(1);
        await expectApplied(books, [aPayment()]);
      }),
      { numRuns: 150 },
    );
  });

  it('different payments and the relay, with one that dies, are each counted once, in every order of their steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.boolean(),
        fc.option(fc.record({ at: fc.integer({ min: 1, max: 4 }), mishap: fc.constantFrom(...MISHAPS) })),
        async (scheduler, isEarly, blow) => {
          const books = theBooks(isEarly ? { row: undefined } : {});
          const parts = paymentsOf([2_000_000, 1_500_000, 1_000_000]);
          const between = (step: string) => scheduler.schedule(Promise.resolve(), step);
          const dying = { between, mishap: (number: number) => (number === blow?.at ? blow.mishap : undefined) };
          const create = scheduler.schedule(Promise.resolve(), 'create').then(() => {
            books.row ??= collection;
          });
          const all = parts.map((payment, index) => applyIn(books, [payment], index === 0 ? dying : { between }));
          await scheduler.waitFor(Promise.all([...all, relayIn(books, { between }), create]));
          await expectApplied(books, parts);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('gives up after twelve lost races, having waited longer each time, so that it is told again', async () => {
  const books = theBooks();
  const between = (step: string) => {
    if (step === 'recordPayment' && books.row) books.row = { ...books.row, payments: books.row.payments + 1 };
  };
  const { ports, steps, slept } = portsOf(books, { between });
  await expect(applyPayments(ports, { ref, payments: [aPayment()] })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(steps).toHaveLength(24);
  expect(slept).toEqual(Array.from({ length: 12 }, (_, race) => 12.5 * (race + 1)));
  expect(books.payments.size).toBe(0);
});

it('a payment is never dated before the one that was applied with it, even when the clock goes back', async () => {
  const { ports } = portsOf(theBooks());
  const times = ['2026-03-01T10:00:00.000Z', '2026-03-01T09:30:00.000Z'];
  const now = () => new Date(times.shift() ?? '2026-03-01T09:30:00.000Z');
  const applied = await applyPayments({ ...ports, clock: { ...ports.clock, now } }, { ref, payments: HALVES });
  expect(applied.map(({ updatedAt }) => updatedAt)).toEqual(['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z']);
});
