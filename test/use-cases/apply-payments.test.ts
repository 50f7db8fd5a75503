/** Each payment is applied once, whatever the order, crash or race. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paidMinor } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { applyPayments } from '#lib/use-cases/apply-payments.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { aPayment, paymentsOf } from '#test/support/a-payment.ts';
import { keepForLater, ledgerOf, type MemoryLedger } from '#test/support/memory-ledger.ts';
import { aMemoryLedger, applyIn, portsOf, relayIn } from './applying.ts';
import { MISHAPS } from './invocation.ts';

const collection = aCollection();
const { ref } = collection;
const HALVES = paymentsOf([2_500_000, 2_000_000]);

/** Applies everything again; then all of it must be applied exactly once. */
async function expectApplied(stored: MemoryLedger, payments: readonly Payment[]): Promise<void> {
  stored.row ??= collection;
  await relayIn(stored);
  await applyIn(stored, payments);
  const { payments: recorded } = ledgerOf(stored);
  expect(recorded.map(({ transaction }) => transaction).toSorted()).toEqual(
    payments.map(({ transaction }) => transaction).toSorted(),
  );
  expect(recorded.every(({ event }) => event === 'payment.received')).toBe(true);
  const sum = payments.reduce((total, { amount }) => total + amount.minor, 0);
  expect(paidMinor(collection, recorded)).toBe(sum);
  expect(stored.row).toMatchObject({
    status: sum >= collection.amount.minor ? 'completed' : 'pending',
    payments: payments.length,
  });
  expect(stored.row.events.filter(({ type }) => type === 'collection.completed').length).toBe(
    sum >= collection.amount.minor ? 1 : 0,
  );
}

describe('applying payments', () => {
  it('a payment of an existing collection takes one read and one write', async () => {
    const { ports, steps, slept } = portsOf(aMemoryLedger());
    const appliedPayments = await applyPayments(ports, { ref, payments: [aPayment()] });
    expect(appliedPayments).toMatchObject([{ standing: 'exact', completion: { to: 'completed' } }]);
    expect([steps, slept]).toEqual([['getLedger', 'recordPayment'], []]);
  });

  it('a ledger that was read before is not read again', async () => {
    const stored = aMemoryLedger();
    const { ports, steps, slept } = portsOf(stored);
    const parts = [...HALVES, aPayment({ transaction: 'more than enough' })];
    await applyPayments(ports, { ref, payments: parts, ledger: ledgerOf(stored) });
    expect([steps, slept]).toEqual([['recordPayment', 'recordPayment', 'recordPayment'], []]);
    await expectApplied(stored, parts);
  });

  it('payments that waited take one read, and one write each', async () => {
    const stored = aMemoryLedger();
    for (const payment of HALVES) keepForLater(stored, payment);
    const { ports, steps } = portsOf(stored);
    expect(await applyPayments(ports, { ref, payments: [] })).toHaveLength(2);
    expect(steps).toEqual(['getLedger', 'recordPayment', 'recordPayment']);
  });

  it('a payment that comes twice in one call is counted once', async () => {
    const stored = aMemoryLedger();
    const half = aPayment({ amount: { minor: 2_250_000, currency: 'NGN' } });
    expect(await applyIn(stored, [half, half])).toHaveLength(1);
    await expectApplied(stored, [half]);
  });

  it('a payment without a collection is kept, and not applied', async () => {
    const stored = aMemoryLedger({ row: undefined });
    expect(await applyIn(stored, HALVES)).toEqual([]);
    expect(ledgerOf(stored).payments).toEqual(HALVES);
  });

  it('payments that waited are applied before payments that have just come', async () => {
    const stored = aMemoryLedger();
    keepForLater(stored, HALVES[1] as Payment);
    const appliedPayments = await applyIn(stored, [HALVES[0] as Payment]);
    expect(appliedPayments).toMatchObject([
      { waited: true, payment: { transaction: 'trx-2' }, standing: 'partial' },
      { waited: false, payment: { transaction: 'trx-1' }, standing: 'exact' },
    ]);
    await expectApplied(stored, HALVES);
  });

  it('the relay changes nothing if no payment waits', async () => {
    const stored = aMemoryLedger();
    expect(await relayIn(stored)).toEqual([]);
    expect(stored.row).toEqual(collection);
  });
});

describe.each(MISHAPS)('an invocation that %s', (mishap) => {
  it.each([1, 2, 3])('a webhook invocation that breaks at step %i is completed by the next one', async (at) => {
    const stored = aMemoryLedger();
    await applyIn(stored, HALVES, { mishap: (number) => (number === at ? mishap : undefined) });
    await expectApplied(stored, HALVES);
  });

  it.each([1, 2, 3])(
    'a webhook invocation that breaks at step %i before its collection exists is completed later',
    async (at) => {
      const stored = aMemoryLedger({ row: undefined });
      await applyIn(stored, HALVES, { mishap: (number) => (number === at ? mishap : undefined) });
      await expectApplied(stored, HALVES);
    },
  );

  it.each([1, 2, 3])(
    'a relay invocation that breaks at step %i is completed when the record comes again',
    async (at) => {
      const stored = aMemoryLedger();
      for (const payment of HALVES) keepForLater(stored, payment);
      await relayIn(stored, { mishap: (number) => (number === at ? mishap : undefined) });
      await expectApplied(stored, HALVES);
    },
  );
});

describe('a collection that is created while its payment is being kept', () => {
  it.each([1, 2, 3])(
    'a collection that is created before step %i gets its payment from the payment’s own record',
    async (at) => {
      const stored = aMemoryLedger({ row: undefined });
      await applyIn(stored, HALVES, {
        between: (_step, number) => {
          if (number === at) stored.row = collection;
        },
      });
      await expectApplied(stored, HALVES);
    },
  );
});

describe('many at once', () => {
  it('a webhook that comes many times at once is one payment, in any order of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 6 }), async (scheduler, count) => {
        const stored = aMemoryLedger();
        const between = (step: string) => scheduler.schedule(Promise.resolve(), step);
        const all = Array.from({ length: count }, () => applyIn(stored, [aPayment()], { between }));
        const ends = await scheduler.waitFor(Promise.all(all));
        expect(ends.flat()).toHaveLength(1);
        await expectApplied(stored, [aPayment()]);
      }),
      { numRuns: 150 },
    );
  });

  it('different payments and the relay at once, one of which dies, are each counted once, in any order of steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.boolean(),
        fc.option(fc.record({ at: fc.integer({ min: 1, max: 4 }), mishap: fc.constantFrom(...MISHAPS) })),
        async (scheduler, isEarly, failure) => {
          const stored = aMemoryLedger(isEarly ? { row: undefined } : {});
          const parts = paymentsOf([2_000_000, 1_500_000, 1_000_000]);
          const between = (step: string) => scheduler.schedule(Promise.resolve(), step);
          const dying = { between, mishap: (number: number) => (number === failure?.at ? failure.mishap : undefined) };
          const create = scheduler.schedule(Promise.resolve(), 'create').then(() => {
            stored.row ??= collection;
          });
          const all = parts.map((payment, index) => applyIn(stored, [payment], index === 0 ? dying : { between }));
          await scheduler.waitFor(Promise.all([...all, relayIn(stored, { between }), create]));
          await expectApplied(stored, parts);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('applying a payment gives up after twelve lost races, with longer waits each time, so that it is sent again', async () => {
  const stored = aMemoryLedger();
  const between = (step: string) => {
    if (step === 'recordPayment' && stored.row) stored.row = { ...stored.row, payments: stored.row.payments + 1 };
  };
  const { ports, steps, slept } = portsOf(stored, { between });
  await expect(applyPayments(ports, { ref, payments: [aPayment()] })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(steps).toHaveLength(24);
  expect(slept).toEqual(Array.from({ length: 12 }, (_, race) => 12.5 * (race + 1)));
  expect(stored.payments.size).toBe(0);
});

it('a payment is never dated before the one that was applied with it, even when the clock goes back', async () => {
  const { ports, steps } = portsOf(aMemoryLedger());
  const times = ['2026-03-01T10:00:00.000Z', '2026-03-01T09:30:00.000Z'];
  const now = () => new Date(times.shift() ?? '2026-03-01T09:30:00.000Z');
  const applied = await applyPayments({ ...ports, clock: { ...ports.clock, now } }, { ref, payments: HALVES });
  expect(applied.map(({ updatedAt }) => updatedAt)).toEqual(['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z']);
  expect(steps).toEqual(['getLedger', 'recordPayment', 'recordPayment']);
});
