/** A spread account on a real table: what is created from its instant on is told in other partitions of the feed, and read, counted and erased there. */
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { getBook } from '#functions/api/get-book.ts';
import { listEvents } from '#functions/api/list-events.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { BookResponse } from '#lib/contract/book.ts';
import { ToldEventBody } from '#lib/contract/event.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getAccount, spreadAccount } from '#lib/store/account/accounts.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import { feedPartitions } from '#lib/store/event/keys.ts';
import { markNews } from '#lib/store/insights/news.ts';
import { table } from '#lib/store/table/live-table.ts';
import { queryAll } from '#lib/store/table/requests.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';
import { tellAll } from './telling.ts';

useTable();
const logs = captureLogs();
const START = new Date('2026-03-02T09:00:00.000Z');
const clock = useClock(START);
const feed = listEvents(service);

/** Of each collection that was told, so many events in the first partitions and so many in the others. */
async function placesOf({ account }: Tenant): Promise<{ first: number; others: number }> {
  const day = clock.now.toISOString().slice(0, 10);
  const first = feedPartitions(account.id, day, false);
  const all = feedPartitions(account.id, day, true);
  const found = await Promise.all(all.map(async (partition) => (await queryAll(table, { partition })).length));
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
  return { first: sum(found.slice(0, first.length)), others: sum(found.slice(first.length)) };
}

const shownTo = async ({ key }: Tenant, query: Record<string, string> = {}) => {
  const answer = await invoke(feed, { key, query });
  const events = dataOf(answer, z.array(ToldEventBody));
  return { events, ...(answer.body.meta as { nextCursor: string }) };
};

/** So many collections are owed by the sums. */
async function countedOpen({ key }: Tenant): Promise<number> {
  clock.advance(7);
  await countInsights(service)();
  const { currencies } = dataOf(await invoke(getBook(service), { key }), BookResponse);
  return currencies.reduce((sum, { count }) => sum + count, 0);
}

const cancel = ({ key }: Tenant, id: string) =>
  invoke(updateCollectionStatus(service), { method: 'PATCH', key, id, body: { status: 'cancelled' } });

it('from its instant on new collections are told elsewhere, those of before where they were; the feed, the sums and an erasure know both', async () => {
  const at = new Date(clock.now.getTime() + 60_000).toISOString();
  const tenant = await aTenant({ createdAt: clock.now, country: 'NG', spreadFrom: at });
  const metadata = { description: 'a hoodie' };
  const before = await aCreatedCollection(tenant, { metadata });
  clock.advance(1);
  const since = await aCreatedCollection(tenant, { metadata, contact: aNewPerson() });
  await tellAll([before.id, since.id]);
  expect(await placesOf(tenant)).toEqual({ first: 1, others: 1 });

  expect(await countedOpen(tenant)).toBe(2);
  const { events, nextCursor } = await shownTo(tenant);
  const idOf = ({ data }: (typeof events)[number]) => data.collection.id;
  expect(events.map(idOf).toSorted()).toEqual([before.id, since.id].toSorted());

  for (const { id } of [before, since]) await cancel(tenant, id);
  await tellAll([before.id, since.id]);
  const { first, others } = await placesOf(tenant);
  expect(others).toBe(first);
  expect(await countedOpen(tenant)).toBe(0);
  const later = await shownTo(tenant, { after: nextCursor });
  expect(later.events).toHaveLength(first + others - 2);

  for (const { id } of [before, since]) {
    const ref = parseCollectionId(id);
    expect(ref && (await eraseCollection(table, ref, clock.now))).toBe('erased');
  }
  const erased = await shownTo(tenant);
  expect(erased.events).toHaveLength(first + others);
  expect(
    JSON.stringify([later.events, erased.events].map((all) => all.map(({ data }) => data.collection.metadata ?? null))),
  ).toBe(JSON.stringify([later.events.map(() => metadata), erased.events.map(() => null)]));
});

/** A feed in which so many events are told in so many seconds from the account's beginning on, a page at a time. */
function aFeed(events: number, seconds: number) {
  const instantOf = (nth: number) =>
    new Date(START.getTime() + Math.round((nth * seconds * 1000) / events)).toISOString();
  let read = 0;
  return async (_account: string, { limit, until }: { limit: number; until: string }) => {
    const bodies = Array.from({ length: Math.min(limit, events - read) }, () => '{"data":{}}');
    read += bodies.length;
    return { bodies, position: read === events ? until : instantOf(read), hasMore: read < events };
  };
}

describe('an account that tells a thousand events a second, for ten thousand of them,', () => {
  const spreadFromOf = async ({ account }: Tenant) => (await getAccount(table, account.id))?.spreadFrom;
  const countOf = async (tenant: Tenant, events: number, seconds: number, replaced: object = {}) => {
    clock.advance(7);
    await markNews(table, tenant.account.id, new Date(clock.now.getTime() - 400_000));
    await countInsights({ ...service, readFeed: aFeed(events, seconds), ...replaced })();
  };

  it('is spread two minutes after it was seen, once and for good', async () => {
    const tenant = await aTenant({ createdAt: START });
    await countOf(tenant, 10_001, 10);
    const inTwoMinutes = new Date(clock.now.getTime() + 120_000).toISOString();
    expect(await spreadFromOf(tenant)).toBe(inTwoMinutes);
    expect(logs.events().filter((name) => name === 'account_spread')).toHaveLength(1);
    const [first, , later] = [await aCreatedCollection(tenant), clock.advance(2), await aCreatedCollection(tenant)];
    await tellAll([first.id, later.id]);
    expect(await placesOf(tenant)).toEqual({ first: 1, others: 1 });
    const spreadAgain = vi.fn(async () => true);
    await countOf(tenant, 10_001, 5, { spreadAccount: spreadAgain });
    expect(spreadAgain).not.toHaveBeenCalled();
    expect(await spreadAccount(table, tenant.account.id, clock.now.toISOString())).toBe(false);
    expect(await spreadFromOf(tenant)).toBe(inTwoMinutes);
    expect(logs.events().filter((name) => name === 'account_spread')).toHaveLength(1);
  });

  it('and no other', async () => {
    const tenant = await aTenant({ createdAt: START });
    await countOf(tenant, 10_001, 12);
    expect(await spreadFromOf(tenant)).toBeUndefined();
    expect(await spreadAccount(table, '0000000000', clock.now.toISOString())).toBe(false);
  });
});
