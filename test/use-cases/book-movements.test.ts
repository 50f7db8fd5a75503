/** Each movement is booked once, whatever the order, crash or race. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TRIES } from '#lib/domain/errors.ts';
import type { ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { factOf, netOf } from '#lib/domain/payment/ledger-entry.ts';
import { bookMovements } from '#lib/use-cases/book-movements.ts';
import { someMovements } from '#test/domain/payment/any-movements.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { aRefund, aReported, ngn, paymentsOf } from '#test/support/a-payment.ts';
import { ledgerOf, type MemoryLedger } from '#test/support/memory-store.ts';
import { aMemoryLedger, bookIn, keep, portsOf, relayIn } from './booking.ts';
import { MISHAPS } from './invocation.ts';

const collection = aCollection();
const { ref } = collection;
const HALVES = paymentsOf([2_500_000, 2_000_000]);

/** What the providers know of the transactions in the collection's currency. */
function truth(reported: readonly ReportedMovement[], currency: string): number {
  const counting = reported.filter(({ amount }) => amount.currency === currency);
  const transactions = Map.groupBy(counting, ({ provider, transaction }) => `${provider}#${transaction}`);
  return [...transactions.values()].reduce((sum, facts) => sum + netOf(facts.map(factOf)), 0);
}

/** Books everything again; then all of it must be booked exactly once. */
async function expectBooked(stored: MemoryLedger, reported: readonly ReportedMovement[]): Promise<void> {
  stored.row ??= collection;
  await relayIn(stored);
  await bookIn(stored, reported);
  const { entries } = ledgerOf(stored);
  const { row } = stored;
  const counting = entries.filter(({ counts }) => counts);
  expect(row.received).toBe(counting.reduce((sum, { credited }) => sum + credited, 0));
  expect(row.received).toBe(truth(reported, row.amount.currency));
  expect(row.entryCount).toBe(entries.length);
  const completions = row.events.filter(({ type }) => type === 'collection.completed').length;
  // A dispute that is lost makes it owed again.
  const reopenings = row.events.filter(({ type }) => type === 'collection.reopened').length;
  expect(completions - reopenings).toBe(row.status === 'completed' ? 1 : 0);
  if (row.received >= row.amount.minor) expect(row.status).toBe('completed');
}

describe('booking', () => {
  it('a payment of an existing collection takes one read and one write', async () => {
    const { ports, steps, slept } = portsOf(aMemoryLedger());
    const bookings = await bookMovements(ports, { ref, reported: [aReported()] });
    expect(bookings).toMatchObject([{ entry: { standing: 'exact' }, completion: { to: 'completed' } }]);
    expect([steps, slept]).toEqual([['getLedger', 'recordEntry'], []]);
  });

  it('a ledger that was read before is not read again', async () => {
    const stored = aMemoryLedger();
    const { ports, steps, slept } = portsOf(stored);
    const parts = [...HALVES, aReported({ transaction: 'more than enough' })];
    await bookMovements(ports, { ref, reported: parts, ledger: ledgerOf(stored) });
    expect([steps, slept]).toEqual([['recordEntry', 'recordEntry', 'recordEntry'], []]);
    await expectBooked(stored, parts);
  });

  it('what waited takes one read, and one write each, and waits no longer', async () => {
    const stored = aMemoryLedger();
    for (const half of HALVES) keep(stored, half);
    const { ports, steps } = portsOf(stored);
    expect(await bookMovements(ports, { ref, reported: [] })).toHaveLength(2);
    expect(steps).toEqual(['getLedger', 'recordEntry', 'recordEntry']);
    expect(stored.waiting.size).toBe(0);
  });

  it('a movement that comes twice in one call is booked once', async () => {
    const stored = aMemoryLedger();
    const half = aReported(ngn(2_250_000));
    expect(await bookIn(stored, [half, half])).toHaveLength(1);
    await expectBooked(stored, [half]);
  });

  it('a payment and its refund in one call are booked after each other, in one read', async () => {
    const stored = aMemoryLedger();
    const { ports, steps } = portsOf(stored);
    await bookMovements(ports, { ref, reported: [aReported(), aRefund(1_000_000)] });
    expect(steps).toEqual(['getLedger', 'recordEntry', 'recordEntry']);
    expect(stored.row).toMatchObject({ status: 'completed', received: 3_500_000, entryCount: 2 });
  });

  it('a movement without a collection is kept, and not booked', async () => {
    const stored = aMemoryLedger({ row: undefined });
    expect(await bookIn(stored, HALVES)).toEqual([]);
    expect([...stored.waiting.values()].map(({ reported }) => reported)).toEqual(HALVES);
    expect(stored.entries.size).toBe(0);
  });

  it('what waited is booked before what has just come', async () => {
    const stored = aMemoryLedger();
    keep(stored, HALVES[1] as ReportedMovement);
    expect(await bookIn(stored, [HALVES[0] as ReportedMovement])).toMatchObject([
      { entry: { transaction: 'trx-2', standing: 'partial' } },
      { entry: { transaction: 'trx-1', standing: 'exact' } },
    ]);
    await expectBooked(stored, HALVES);
  });

  it('the relay changes nothing if nothing waits', async () => {
    const stored = aMemoryLedger();
    expect(await relayIn(stored)).toEqual([]);
    expect(stored.row).toEqual(collection);
  });
});

describe.each(MISHAPS)('an invocation that %s', (mishap) => {
  const breaksAt = (at: number) => ({ mishap: (number: number) => (number === at ? mishap : undefined) });

  it.each([1, 2, 3])('a webhook invocation that breaks at step %i is completed by the next one', async (at) => {
    const stored = aMemoryLedger();
    await bookIn(stored, HALVES, breaksAt(at));
    await expectBooked(stored, HALVES);
  });

  it.each([1, 2, 3])(
    'a webhook invocation that breaks at step %i before its collection exists is completed later',
    async (at) => {
      const stored = aMemoryLedger({ row: undefined });
      await bookIn(stored, HALVES, breaksAt(at));
      await expectBooked(stored, HALVES);
    },
  );

  it.each([1, 2, 3])(
    'a relay invocation that breaks at step %i is completed when the record comes again',
    async (at) => {
      const stored = aMemoryLedger();
      for (const half of HALVES) keep(stored, half);
      await relayIn(stored, breaksAt(at));
      await expectBooked(stored, HALVES);
    },
  );
});

describe('a collection that is created while its payment is being kept', () => {
  it.each([1, 2, 3])(
    'a collection that is created before step %i gets its payment from the payment’s own record',
    async (at) => {
      const stored = aMemoryLedger({ row: undefined });
      await bookIn(stored, HALVES, {
        between: (_step, number) => {
          if (number === at) stored.row = collection;
        },
      });
      await expectBooked(stored, HALVES);
    },
  );
});

describe('many at once', () => {
  it('a webhook that comes many times at once is one entry, in any order of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 6 }), async (scheduler, count) => {
        const stored = aMemoryLedger();
        const between = (step: string) => scheduler.schedule(Promise.resolve(), step);
        const all = Array.from({ length: count }, () => bookIn(stored, [aReported()], { between }));
        const ends = await scheduler.waitFor(Promise.all(all));
        expect(ends.flat()).toHaveLength(1);
        await expectBooked(stored, [aReported()]);
      }),
      { numRuns: 50 },
    );
  });

  it('payments, refunds, disputes and reversals that arrive at once, with the relay and a create, each count once in any order of steps, though invocations die', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.boolean(),
        someMovements.chain((movements) =>
          fc.tuple(
            fc.constant(movements),
            fc.shuffledSubarray([...movements, ...movements], { minLength: movements.length }),
          ),
        ),
        fc.array(fc.record({ at: fc.integer({ min: 1, max: 4 }), mishap: fc.constantFrom(...MISHAPS) }), {
          maxLength: 4,
        }),
        async (scheduler, isEarly, [movements, arriving], failures) => {
          const row = aCollection({ amount: { minor: 50, currency: 'JPY' } });
          const stored = aMemoryLedger({ row: isEarly ? undefined : row });
          const between = (step: string) => scheduler.schedule(Promise.resolve(), step);
          const create = scheduler.schedule(Promise.resolve(), 'create').then(() => {
            stored.row ??= row;
          });
          const lives = arriving.map((_each, index) => {
            const failure = failures[index];
            return { between, mishap: (number: number) => (number === failure?.at ? failure.mishap : undefined) };
          });
          const all = arriving.map((reported, index) => bookIn(stored, [reported], lives[index]));
          await scheduler.waitFor(Promise.all([...all, relayIn(stored, { between }), create]));
          await expectBooked(stored, movements);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('booking gives up when it always loses, with longer waits each time up to a limit, so that the webhook is sent again', async () => {
  const stored = aMemoryLedger();
  const between = (step: string) => {
    if (step === 'recordEntry' && stored.row) stored.row = { ...stored.row, entryCount: stored.row.entryCount + 1 };
  };
  const { ports, steps, slept } = portsOf(stored, { between });
  await expect(bookMovements(ports, { ref, reported: [aReported()] })).rejects.toMatchObject({
    code: 'concurrent_change',
  });
  expect(steps).toHaveLength(2 * MAX_TRIES);
  expect(slept.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 200, 200]);
  expect(slept).toHaveLength(MAX_TRIES);
  expect(stored.entries.size).toBe(0);
});

it('a booking that loses all races but the last is booked at its last try', async () => {
  const stored = aMemoryLedger();
  let races = 0;
  const between = (step: string) => {
    if (step !== 'recordEntry' || !stored.row || races === MAX_TRIES - 1) return;
    races += 1;
    stored.row = { ...stored.row, entryCount: stored.row.entryCount + 1 };
  };
  const { ports, slept } = portsOf(stored, { between });
  await bookMovements(ports, { ref, reported: [aReported()] });
  expect([slept.length, stored.entries.size]).toEqual([MAX_TRIES - 1, 1]);
});

it('an entry is never dated before the one that was booked with it, even when the clock goes back', async () => {
  const { ports, steps } = portsOf(aMemoryLedger());
  const times = ['2026-03-01T10:00:00.000Z', '2026-03-01T09:30:00.000Z'];
  const now = () => new Date(times.shift() ?? '2026-03-01T09:30:00.000Z');
  const booked = await bookMovements({ ...ports, clock: { ...ports.clock, now } }, { ref, reported: HALVES });
  expect(booked.map(({ updatedAt }) => updatedAt)).toEqual(['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z']);
  expect(steps).toEqual(['getLedger', 'recordEntry', 'recordEntry']);
});
