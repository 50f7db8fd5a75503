/** Movements at once, and beside everything else that changes a collection: each counts once, and every end is one of the allowed. */
import { describe, expect, it } from 'vitest';
import { decideStatus } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { claimSlots } from '#lib/store/attempt/attempts.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { saveStatus, setNextRun } from '#lib/store/collection/state.ts';
import { getLedger, keepForLater } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aRefund, aReported, ngn, paymentsOf } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { booked, waitingFor } from './a-booking.ts';
import { aClaim, aStored, NEXT_RUN, NOW } from './a-claim.ts';

useTable();

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const completionsOf = ({ events }: Collection) => events.filter(({ type }) => type === 'collection.completed').length;

async function ledgerOf({ ref }: Collection) {
  const { collection, entries, waiting } = await getLedger(table, ref);
  if (collection === undefined) throw new Error('it was stored');
  return { collection, entries, waiting };
}

/** As the status endpoint does: decides, saves, and decides again on what is there. */
async function changeStatus(collection: Collection, to: Status): Promise<boolean> {
  const decision = decideStatus(collection, { to, by: 'caller' }, NOW);
  if (decision.kind !== 'change') return false;
  const outcome = await saveStatus(table, collection.ref, decision.change);
  return outcome.saved || changeStatus(outcome.stored, to);
}

/** Sends again when the service answers that it is busy, as providers do. */
async function toldUntilHeard(...told: Parameters<typeof booked>): ReturnType<typeof booked> {
  try {
    return await booked(...told);
  } catch {
    return toldUntilHeard(...told);
  }
}

describe('many at once', () => {
  it('the same webhook fifty times at once is one row and one completion', async () => {
    const stored = await aStored();
    const outcomes = await Promise.all(times(50).map(() => toldUntilHeard(stored.ref, aReported())));
    expect(outcomes.flat().length).toBeLessThanOrEqual(1);
    const { collection, entries } = await ledgerOf(stored);
    expect(entries).toMatchObject([{ event: 'payment.received' }]);
    expect(collection).toMatchObject({ status: 'completed', entryCount: 1 });
    expect(completionsOf(collection)).toBe(1);
  });

  it.each([
    ['fall short of the amount', 100_000, 'pending'],
    ['are more than enough', 450_000, 'completed'],
  ])('twenty distinct payments at once that %s are each counted once', async (_what, minor, status) => {
    const stored = await aStored();
    const parts = paymentsOf(times(20).map(() => minor));
    await Promise.all(parts.map((payment) => toldUntilHeard(stored.ref, payment)));
    const { collection, entries } = await ledgerOf(stored);
    expect(entries).toHaveLength(20);
    expect(collection).toMatchObject({ status, entryCount: 20, received: 20 * minor });
    expect(completionsOf(collection)).toBe(status === 'completed' ? 1 : 0);
  });

  it('payments that waited and payments that arrive are all counted', async () => {
    const stored = await aStored();
    const parts = paymentsOf(times(12).map(() => 1_000));
    await Promise.all(parts.slice(0, 6).map((payment) => keepForLater(table, stored.ref, waitingFor(payment))));
    const told = parts.slice(4).map((payment) => toldUntilHeard(stored.ref, payment));
    await Promise.all([...told, toldUntilHeard(stored.ref), toldUntilHeard(stored.ref)]);
    const { collection, entries, waiting } = await ledgerOf(stored);
    expect([entries.length, collection.entryCount, collection.received]).toEqual([12, 12, 12_000]);
    expect(entries.every(({ event }) => event === 'payment.received')).toBe(true);
    expect(waiting.filter(({ key }) => !entries.some((entry) => entry.key === key))).toEqual([]);
  });
});

it('a payment, its refund and its dispute at once leave what all three say', async () => {
  const stored = await aStored();
  const moved = [
    aReported(),
    aRefund(1_500_000),
    aRefund(500_000, { kind: 'dispute', object: 'dispute-1', taken: true }),
    aRefund(500_000, { kind: 'dispute_won', object: 'dispute-1' }),
  ];
  await Promise.all(moved.map((each) => toldUntilHeard(stored.ref, each)));
  const { collection, entries } = await ledgerOf(stored);
  expect([entries.length, collection.entryCount, collection.received]).toEqual([4, 4, 3_000_000]);
});

describe.each(times(6))('beside the status endpoint, race %i', () => {
  it('a payment and a cancellation end as one of the two, and the money is on record either way', async () => {
    const stored = await aStored();
    const [, cancelled] = await Promise.all([
      toldUntilHeard(stored.ref, aReported()),
      changeStatus(stored, 'cancelled'),
    ]);
    const { collection, entries } = await ledgerOf(stored);
    const end = cancelled
      ? ['cancelled', 'payment.unexpected', null]
      : ['completed', 'payment.received', NOW.toISOString()];
    expect([collection.status, entries[0]?.event, collection.completedAt]).toEqual(end);
    expect([entries.length, collection.entryCount, completionsOf(collection)]).toEqual([1, 1, cancelled ? 0 : 1]);
  });

  it('a payment and a completion by hand complete once', async () => {
    const stored = await aStored();
    await Promise.all([toldUntilHeard(stored.ref, aReported()), changeStatus(stored, 'completed')]);
    const { collection, entries } = await ledgerOf(stored);
    expect([collection.status, completionsOf(collection), entries.length]).toEqual(['completed', 1, 1]);
    expect(entries[0]?.event).toBe('payment.received');
  });

  it('a part payment and a change of status at once are both kept', async () => {
    const stored = await aStored();
    const part = aReported(ngn(1));
    const [, changed] = await Promise.all([toldUntilHeard(stored.ref, part), changeStatus(stored, 'overdue')]);
    const { collection } = await ledgerOf(stored);
    expect([changed, collection.status, collection.entryCount]).toEqual([true, 'overdue', 1]);
  });

  it('a payment and a claim at once: a slot is claimed only before the collection is paid', async () => {
    const stored = await aStored();
    const [, claimed] = await Promise.all([toldUntilHeard(stored.ref, aReported()), claimSlots(table, aClaim(stored))]);
    const history = await getHistory(table, stored.ref);
    expect(history?.collection.status).toBe('completed');
    expect(history?.attempts).toHaveLength(claimed === 'won' ? 1 : 0);
    expect(history?.collection).not.toHaveProperty('nextRunAt');
    expect(await claimSlots(table, aClaim(stored, { token: `late-${stored.ref.account}` }))).toBe('lost');
    expect(await setNextRun(table, stored.ref, history?.collection.runNumber ?? 0, NEXT_RUN)).toBe(false);
  });
});
