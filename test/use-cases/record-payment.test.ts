/** What a merchant records is recorded once, whatever else happens at the same time. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_TRIES } from '#lib/domain/errors.ts';
import type { OfflinePayment, Recording } from '#lib/domain/payment/record-payment.ts';
import { recordPayment } from '#lib/use-cases/record-payment.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { aReported, ngn } from '#test/support/a-payment.ts';
import { ledgerOf, type MemoryLedger } from '#test/support/memory-store.ts';
import { aMemoryLedger, bookIn, type Life, portsOf } from './booking.ts';

const CASH: OfflinePayment = { kind: 'payment', method: 'cash', ...ngn(1_000_000), transaction: 'receipt-1' };
const KEY: Recording = { requestKey: 'key-1', bodyHash: 'hash-1' };

/** The request reads the ledger first, as the endpoint does. */
async function record(stored: MemoryLedger, given = CASH, recording: Recording = { bodyHash: 'h' }, life: Life = {}) {
  const { ports } = portsOf(stored, life);
  const { collection, entries } = await ports.getLedger(aCollection().ref);
  if (collection === undefined) throw new Error('it is stored');
  return recordPayment(ports, { collection, entries, given, recording });
}

const outcomeOf = (recorded: Promise<object>) =>
  recorded.then(
    (done) => ('booking' in done ? 'recorded' : 'replayed'),
    ({ code }: { code: string }) => code,
  );

it('a payment is recorded with its effect, in one write', async () => {
  const stored = aMemoryLedger();
  const { ports, steps } = portsOf(stored);
  const asked = { collection: aCollection(), entries: [], given: CASH, recording: KEY };
  const { entry, booking } = await recordPayment(ports, asked);
  expect(steps).toEqual(['recordEntry']);
  expect(entry).toMatchObject({ provider: 'merchant', credited: 1_000_000, ...KEY });
  expect(booking?.entry).toBe(entry);
  expect(stored.row).toMatchObject({ received: 1_000_000, entryCount: 1 });
});

it('a request that comes again gets the entry of the first one, and writes nothing', async () => {
  const stored = aMemoryLedger();
  const first = await record(stored, CASH, KEY);
  const again = await record(stored, CASH, KEY);
  expect(again).toEqual({ entry: first.entry });
  expect(stored.row?.entryCount).toBe(1);
});

it('a request that loses a race judges what is on record then', async () => {
  const stored = aMemoryLedger();
  let left = [() => bookIn(stored, [aReported({ transaction: 'receipt-1' })])];
  const between = async (step: string) => {
    if (step !== 'recordEntry') return;
    const [happens] = left;
    left = [];
    await happens?.();
  };
  expect(await outcomeOf(record(stored, CASH, KEY, { between }))).toBe('duplicate_transaction');
});

it('a refund that loses a race to another refund is judged by what is left', async () => {
  const stored = aMemoryLedger();
  await bookIn(stored, [aReported(ngn(1_500_000))]);
  const refund = (transaction: string): OfflinePayment => ({ ...CASH, kind: 'refund', transaction });
  const outcomes = await Promise.all(['a', 'b'].map((name) => outcomeOf(record(stored, refund(name)))));
  expect(outcomes.toSorted()).toEqual(['recorded', 'refund_exceeds_received']);
  expect(stored.row?.received).toBe(500_000);
});

it('requests at once with one key, or with one transaction, record one payment in any order of steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), fc.integer({ min: 2, max: 5 }), async (scheduler, hasKey, count) => {
      const stored = aMemoryLedger();
      const between = (step: string) => scheduler.schedule(Promise.resolve(), step);
      const given = hasKey ? { ...CASH, transaction: undefined } : CASH;
      const recording = hasKey ? KEY : { bodyHash: 'h' };
      const all = Array.from({ length: count }, () => outcomeOf(record(stored, given, recording, { between })));
      const outcomes = await scheduler.waitFor(Promise.all(all));
      const others = hasKey ? 'replayed' : 'duplicate_transaction';
      expect(outcomes.toSorted()).toEqual(['recorded', ...Array(count - 1).fill(others)].toSorted());
      expect(ledgerOf(stored).entries).toHaveLength(1);
      expect(stored.row?.received).toBe(1_000_000);
    }),
    { numRuns: 50 },
  );
});

it('requests at once with one key and different bodies: one is recorded, the other is a conflict', async () => {
  const stored = aMemoryLedger();
  const bodies = [KEY, { ...KEY, bodyHash: 'hash-2' }];
  const outcomes = await Promise.all(bodies.map((recording) => outcomeOf(record(stored, CASH, recording))));
  expect(outcomes.toSorted()).toEqual(['idempotency_conflict', 'recorded']);
});

it('recording is refused as a conflict when it always loses, and records nothing', async () => {
  const stored = aMemoryLedger();
  const between = (step: string) => {
    if (step === 'recordEntry' && stored.row) stored.row = { ...stored.row, entryCount: stored.row.entryCount + 1 };
  };
  const { ports, slept } = portsOf(stored, { between });
  const asked = { collection: aCollection(), entries: [], given: CASH, recording: KEY };
  await expect(recordPayment(ports, asked)).rejects.toMatchObject({ code: 'concurrent_change' });
  expect(slept).toHaveLength(MAX_TRIES - 1);
  expect(stored.entries.size).toBe(0);
});
