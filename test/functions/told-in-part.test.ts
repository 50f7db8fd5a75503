/** What a publisher that died has told in part: it is not counted before the feed has it, and told once, under a later instant. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { getBook } from '#functions/api/get-book.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { BookResponse } from '#lib/contract/book.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getTold } from '#lib/store/event/told.ts';
import { readJournal } from '#lib/store/insights/journal.ts';
import { table } from '#lib/store/table/live-table.ts';
import { rebuildInsights } from '#lib/use-cases/rebuild-insights.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCreatedCollection } from './created.ts';
import { tellAll } from './telling.ts';

useTable();
const logs = captureLogs();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const count = countInsights(service);
const book = getBook(service);
const patchStatus = updateCollectionStatus(service);

const debtsOf = async ({ key }: Tenant) =>
  dataOf(await invoke(book, { key }), BookResponse).currencies.map(({ count: debts }) => debts);

const cancel = ({ key }: Tenant, id: string) =>
  invoke(patchStatus, { method: 'PATCH', key, parameters: { id }, body: { status: 'cancelled' } });

async function countAfter(minutes: number): Promise<void> {
  clock.advance(minutes);
  await count();
}

const isForFeed = (command: unknown) =>
  JSON.stringify((command as { input: { Item?: { pk?: string } } }).input.Item?.pk ?? '').includes('#EVENTS#');

/** The publisher dies before it puts anything into the feed. */
async function toldWithoutFeed(id: string): Promise<void> {
  const { client } = table;
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const spy = vi
    .spyOn(client, 'send')
    .mockImplementation(((command: unknown) =>
      isForFeed(command) ? Promise.reject(new Error('died')) : send(command)) as never);
  onTestFinished(() => spy.mockRestore());
  expect((await tellAll([id])).batchItemFailures).toHaveLength(1);
  spy.mockRestore();
}

it('what is told in several steps is counted at once, when the feed has all of it', async () => {
  const tenant = await aTenant({ country: 'NG', createdAt: clock.now });
  const { id } = await aCreatedCollection(tenant);
  await tellAll([id]);
  await cancel(tenant, id);
  await tellAll([id]);
  await countAfter(7);
  expect(await debtsOf(tenant)).toEqual([]);
});

it.each(['a count', 'a rebuild'])(
  'what has a number and is not in the feed is not counted yet, by %s, and later once',
  async (by) => {
    const tenant = await aTenant({ country: 'NG', createdAt: clock.now });
    const { id } = await aCreatedCollection(tenant);
    await tellAll([id]);
    await cancel(tenant, id);
    await toldWithoutFeed(id);
    await countAfter(7);
    expect(await debtsOf(tenant)).toEqual([1]);
    // It looks at the collection itself, which is cancelled.
    if (by === 'a rebuild') await rebuildInsights(service, tenant.account);
    expect(await debtsOf(tenant)).toEqual(by === 'a rebuild' ? [] : [1]);
    const ref = parseCollectionId(id) ?? { account: '', hash: '' };
    const [, before] = await getTold(table, ref);
    await tellAll([id]);
    const [, after] = await getTold(table, ref);
    expect([after?.id, after?.toldAt]).toEqual([before?.id, clock.now.toISOString()]);
    await countAfter(7);
    expect(await debtsOf(tenant)).toEqual([]);
    const { rows } = await readJournal(table, tenant.account.id, {
      ...{ generation: by === 'a rebuild' ? 2 : 1, from: '2026-03-01', to: '2026-03-31', limit: 100 },
    });
    expect(rows.flatMap(({ entries }) => entries.map(({ kind }) => kind))).toEqual(['asked', 'written_off']);
    expect(logs.events().filter((name) => name === 'publishing_failed')).toHaveLength(1);
  },
);
