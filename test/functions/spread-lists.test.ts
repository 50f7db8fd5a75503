/** Lists of a spread account on a real table: whatever was created before its instant and since, each page follows the one before, and nothing is missed or repeated. */
import { expect, it } from 'vitest';
import { listCollections } from '#functions/api/list-collections.ts';
import { listCustomers } from '#functions/api/list-customers.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { reopenCollection } from '#functions/api/reopen-collection.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { CustomerResponse } from '#lib/contract/customer.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import { findOldest } from '#lib/store/collection/find.ts';
import { debtsPartition, openPartition, searchKey, searchPartitions } from '#lib/store/customer/keys.ts';
import { OWED_INDEX, partsOf, STATUS_INDEX, statusPartition, type TableIndex } from '#lib/store/indexes.ts';
import { table } from '#lib/store/table/live-table.ts';
import { queryAll } from '#lib/store/table/requests.ts';
import { rebuildCustomers } from '#lib/use-cases/rebuild-insights.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Handler, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { aCreatedCollection } from './created.ts';
import { relayedIn } from './relay/relayed.ts';

const relayed = relayedIn(useTable({ hasStream: true }));
useScheduler();
captureLogs();
const START = new Date('2026-03-02T09:00:00.000Z');
const clock = useClock(START);

const list = listCollections(service);
const pay = recordPayment(service);
const status = updateCollectionStatus(service);

/** All pages of a list. */
async function all<Entry>(handler: Handler, { key }: Tenant, query: Record<string, string>): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await invoke(handler, { key, query: { ...query, ...(cursor && { cursor }) } });
    expect(page.status, page.text).toBe(200);
    found.push(...(page.body.data as Entry[]));
    ({ nextCursor: cursor } = page.body.meta as { nextCursor: string | null });
  }
  return found;
}

const LIMITS = ['1', '4', '100'];
const MADE = 24;
const SPREAD_FROM = 8;

/** A third of them before the account is spread; two at each instant; few amounts and few due days, so that many are equal. */
async function aSpreadAccount() {
  const tenant = await aTenant({
    createdAt: START,
    country: 'NG',
    spreadFrom: new Date(START.getTime() + (SPREAD_FROM / 2) * 1000).toISOString(),
  });
  const made: CollectionResponse[] = [];
  for (let n = 0; n < MADE; n += 1) {
    clock.now = new Date(START.getTime() + Math.floor(n / 2) * 1000);
    const person = { firstName: 'Ada', lastName: 'Obi', phone: `+23480398001${n % 12 < 10 ? '0' : ''}${n % 12}` };
    made.push(
      await aCreatedCollection(tenant, {
        reference: `INV-${n}`,
        contact: { ...person, email: `a${n % 12}@example.com` },
        amount: { value: 100 * (1 + (n % 3)), currency: 'NGN' },
        dueDate: `2026-04-1${n % 4}`,
        followUp: { enabled: false },
      }),
    );
  }
  return { tenant, made };
}

const called = ({ key }: Tenant, { id }: CollectionResponse, body: object) =>
  ({ method: 'PATCH', key, id, body }) as const;

/** In each part of an index or of the table. */
const countIn = (partitions: readonly string[], index?: TableIndex): Promise<number[]> =>
  Promise.all(
    partitions.map(async (partition) => (await queryAll(table, { partition, ...(index && { index }) })).length),
  );

it('by status, by what is owed, by due day and by reference; their customers, too', async () => {
  const { tenant, made } = await relayed(aSpreadAccount);
  const { id } = tenant.account;
  const at = (n: number) => made[n] as CollectionResponse;
  const paid = { amount: { value: 5000, currency: 'NGN' }, method: 'cash', transaction: 'all' };
  await relayed(async () => {
    for (const n of [1, 13]) await invoke(status, called(tenant, at(n), { status: 'cancelled' }));
    for (const n of [2, 14, 15]) await invoke(pay, { ...called(tenant, at(n), paid), method: 'POST' });
    for (const n of [3, 17])
      await invoke(updateCollection(service), called(tenant, at(n), { amount: { value: 700, currency: 'NGN' } }));
  });
  await relayed(async () => {
    for (const n of [1, 13]) await invoke(reopenCollection(service), { ...called(tenant, at(n), {}), method: 'POST' });
  });
  // Due since yesterday.
  clock.now = new Date('2026-04-12T09:00:00.000Z');
  await relayed(async () => {
    for (const n of [4, 5, 16, 20]) await runCollection({ collection: at(n).id });
  });

  const { body } = await invoke(list, { key: tenant.key, query: { limit: '100' } });
  const whole = body.data as CollectionResponse[];
  expect(whole).toHaveLength(MADE);
  const of = (wanted: string) => whole.filter((each) => each.status === wanted).map(({ reference }) => reference);
  expect(['pending', 'overdue', 'completed'].map((each) => of(each).length)).toEqual([17, 4, 3]);

  for (const limit of LIMITS) {
    for (const each of ['pending', 'overdue', 'completed', 'expired']) {
      const found = await all<CollectionResponse>(list, tenant, { status: each, limit });
      expect(found.map(({ reference }) => reference).toSorted(), `${each} by ${limit}`).toEqual(of(each).toSorted());
      const instants = found.map(({ createdAt }) => createdAt);
      expect(instants).toEqual(instants.toSorted().toReversed());
    }
    const owed = await all<CollectionResponse>(list, tenant, { order: 'outstanding', currency: 'NGN', limit });
    const rests = owed.map(({ balance }) => balance.outstanding.value);
    expect(rests).toEqual(rests.toSorted((a, b) => b - a));
    expect(owed.map(({ reference }) => reference).toSorted()).toEqual([...of('pending'), ...of('overdue')].toSorted());
    const byDay = await all<CollectionResponse>(list, tenant, {
      order: 'dueDate',
      limit,
      dueFrom: '2026-04-11',
      dueTo: '2026-04-12',
    });
    const days = byDay.map(({ dueDate }) => dueDate);
    expect(days).toEqual(days.toSorted());
    expect(byDay.map(({ reference }) => reference).toSorted()).toEqual(
      owed
        .filter(({ dueDate }) => dueDate === '2026-04-11' || dueDate === '2026-04-12')
        .map(({ reference }) => reference)
        .toSorted(),
    );
    const searched = await all<CollectionResponse>(list, tenant, { search: 'inv', limit });
    expect(searched.map(({ reference }) => reference).toSorted()).toEqual(
      whole.map(({ reference }) => reference).toSorted(),
    );
    const customers = await all<CustomerResponse>(listCustomers(service), tenant, {
      order: 'outstanding',
      currency: 'NGN',
      limit,
    });
    const sums = customers.map(({ open }) => open[0]?.outstanding ?? 0);
    expect(sums).toEqual(sums.toSorted((a, b) => b - a));
    const owing = [...new Set(owed.map(({ contact }) => contact.id))];
    expect(customers.map((each) => each.id).toSorted()).toEqual(owing.toSorted());
  }
  const named = async () => (await all<CustomerResponse>(listCustomers(service), tenant, { search: 'ada' })).length;
  expect(await named()).toBe(12);
  const oldest = await findOldest(table, { id, isSpread: true }, 'overdue', 3);
  expect(oldest.map(({ createdAt }) => createdAt)).toEqual([at(4), at(5), at(16)].map(({ createdAt }) => createdAt));

  const before = (wanted: string) =>
    of(wanted).filter((reference) => Number(reference.slice('INV-'.length)) < SPREAD_FROM).length;
  for (const each of ['pending', 'overdue', 'completed']) {
    const [first, ...others] = await countIn(partsOf(statusPartition(id, each), true), STATUS_INDEX);
    expect([first, others.reduce((sum, n) => sum + n, 0)], each).toEqual([
      before(each),
      of(each).length - before(each),
    ]);
  }
  const [firstDebts, ...otherDebts] = await countIn(partsOf(debtsPartition(id, 'NGN'), true), OWED_INDEX);
  expect([firstDebts, otherDebts.reduce((sum, n) => sum + n, 0)]).toEqual([7, 14]);
  // Customer 3 owes only by what was created before.
  expect((await countIn(partsOf(openPartition(id, 'NGN'), true), OWED_INDEX))[0]).toBe(1);
  expect((await countIn(partsOf(searchKey(id, 'REFERENCE', 'inv').pk, true)))[0]).toBe(SPREAD_FROM);

  // "ada" and an email of each: of eight customers of before, and of four since.
  const words = () => countIn(searchPartitions(id, 'CUSTOMER', 'a', true));
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, n) => sum + n, 0);
  const [firstWords, ...otherWords] = await words();
  expect([firstWords, sumOf(otherWords)]).toEqual([16, 8]);

  await rebuildCustomers(service, id);
  expect((await countIn(partsOf(searchKey(id, 'REFERENCE', 'inv').pk, true)))[0]).toBe(SPREAD_FROM);
  expect([firstWords, ...otherWords]).toEqual(await words());

  await relayed(async () => {
    for (const n of [7, 9]) await invoke(status, called(tenant, at(n), { status: 'cancelled' }));
    clock.advance(90 * 24 * 60);
    for (const n of [0, 8]) await runCollection({ collection: at(n).id });
  });
  for (const each of ['expired', 'cancelled']) {
    const [first, ...others] = await countIn(partsOf(statusPartition(id, each), true), STATUS_INDEX);
    expect([first, sumOf(others)], each).toEqual([1, 1]);
  }

  // Of before and since, and only since: what is erased is found nowhere.
  for (const n of [2, 14, 11, 23]) {
    await relayed(async () => {
      await invoke(status, called(tenant, at(n), { status: 'cancelled' }));
      await eraseCollection(table, parseCollectionId(at(n).id) as CollectionRef, clock.now);
    });
  }
  expect(await named()).toBe(10);
  expect(sumOf(await words())).toBe(20);
});
