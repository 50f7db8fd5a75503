/** The feed of events on a real table: nothing is missed or repeated, in any order of telling, by any size of page. */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { listEvents } from '#functions/api/list-events.ts';
import type { ToldEventBody } from '#lib/contract/event.ts';
import { feed } from '#lib/store/event/feed.ts';
import { feedKey, feedPartitions } from '#lib/store/event/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { hashOf } from '#test/store/a-collection.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';

const handler = listEvents(service);

const { documents, tableName } = useTable();
captureLogs();
const tenants = useTenants();
const NOW = new Date('2026-03-31T12:00:00.000Z');
const clock = useClock(NOW);

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000).toISOString();
const DAY = 86_400;

let ids = 0;
/** Tells an event of this type so many seconds before the clock's start. */
async function told(
  { account }: Tenant,
  seconds: number,
  type = 'collection.created',
  { spread }: { spread?: true | undefined } = {},
): Promise<string> {
  ids += 1;
  const id = `evt_${String(ids).padStart(25, '0')}`;
  const ref = { account: account.id, hash: hashOf(id) };
  const body = JSON.stringify({ id, type, sequence: 1, number: 'x'.repeat(2_000) });
  await feed(table, { ref, id, type, sequence: 1, toldAt: ago(seconds), body, spread });
  return id;
}

/** Tells events a second apart, the oldest first; twenty at once, which a busy machine can still write. */
async function toldInTurn(tenant: Tenant, types: readonly string[], secondsAgo: number): Promise<string[]> {
  const turn = types.slice(0, 20).map((type, n) => told(tenant, secondsAgo - n, type));
  const first = await Promise.all(turn);
  return types.length <= 20 ? first : [...first, ...(await toldInTurn(tenant, types.slice(20), secondsAgo - 20))];
}

type Page = { ids: string[]; nextCursor: string; hasMore: boolean };

async function read({ key }: Tenant, query: Record<string, string> = {}): Promise<Page> {
  const { status, body, text } = await invoke(handler, { key, query });
  expect(status, text).toBe(200);
  const { data, meta } = body as { data: ToldEventBody[]; meta: Omit<Page, 'ids'> };
  return { ids: data.map(({ id }) => id), ...meta };
}

/** Follows the cursor until the feed says that there is no more. */
async function readAll(tenant: Tenant, query: Record<string, string> = {}, after?: string): Promise<Page> {
  const page = await read(tenant, { ...query, ...(after && { after }) });
  if (!page.hasMore) return page;
  const rest = await readAll(tenant, query, page.nextCursor);
  return { ...rest, ids: [...page.ids, ...rest.ids] };
}

describe('GET /public/events', () => {
  it('the feed of an account without events is empty, and its cursor goes on from there', async () => {
    const tenant = await aTenant();
    const { ids: none, nextCursor, hasMore } = await read(tenant);
    expect([none, hasMore]).toEqual([[], false]);
    const id = await told(tenant, -20);
    clock.advance(1);
    const next = await read(tenant, { after: nextCursor });
    expect(next.ids).toEqual([id]);
    expect((await read(tenant, { after: next.nextCursor })).ids).toEqual([]);
  });

  it('a reader by pages of any size gets each event of thirty days once, oldest first, and none that is older', async () => {
    const tenant = await aTenant();
    await told(tenant, 31 * DAY);
    const seconds = Array.from({ length: 24 }, (_, n) => (n % 6 === 0 ? 3 * DAY * (n / 6) + 60 : 60 + n));
    const order = await Promise.all(seconds.map(async (second) => ({ id: await told(tenant, second), second })));
    const expected = order.toSorted((a, b) => b.second - a.second).map(({ id }) => id);
    for (const limit of ['2', '7', '24', '100']) {
      const { ids: found } = await readAll(tenant, { limit });
      expect(found.toSorted()).toEqual(expected.toSorted());
      expect(found.slice(0, 3)).toEqual(expected.slice(0, 3));
    }
  });

  it('of an account that is spread, a reader by pages of any size gets each event once, whether of before or of since', async () => {
    const tenant = await aTenant({ createdAt: NOW, spreadFrom: ago(3_000) });
    const times = Array.from({ length: 60 }, (_, n) => 60 + n);
    const order = await Promise.all(
      times.map((seconds) => told(tenant, seconds, undefined, { spread: seconds % 3 === 0 ? undefined : true })),
    );
    for (const limit of ['7', '60', '100'])
      expect((await readAll(tenant, { limit })).ids, limit).toEqual(order.toReversed());
    const whole = await read(tenant, { limit: '59' });
    expect((await read(tenant, { after: whole.nextCursor })).ids).toEqual(order.slice(0, 1));
  });

  it('the partitions of a spread account are all used, and none of them is one of before', async () => {
    const { account } = await aTenant();
    const placeOf = (n: number, spread?: true) =>
      feedKey({ ref: { account: account.id, hash: hashOf(`c${n}`) }, toldAt: ago(60), sequence: 1, id: 'evt', spread })
        .pk;
    const day = ago(60).slice(0, 10);
    const many = Array.from({ length: 1_000 }, (_, n) => n);
    const first = feedPartitions(account.id, day, false);
    expect([...new Set(many.map((n) => placeOf(n)))].toSorted()).toEqual(first);
    const others = [...new Set(many.map((n) => placeOf(n, true)))].toSorted();
    expect(others).toHaveLength(32);
    expect([...first, ...others]).toEqual(feedPartitions(account.id, day, true));
  });

  it('a feed of an account of today has all that was told since, also by clocks that are hours behind', async () => {
    const tenant = await aTenant({ createdAt: NOW });
    const early = await told(tenant, 20 * 3_600);
    const late = await told(tenant, 60);
    expect((await read(tenant)).ids).toEqual([early, late]);
  });

  it('an event appears thirty seconds after it is told, so that one stored late is not behind a reader', async () => {
    const tenant = await aTenant();
    await told(tenant, 25);
    const first = await read(tenant);
    expect(first.ids).toEqual([]);
    await told(tenant, 28);
    clock.now = new Date(NOW.getTime() + 6_000);
    expect((await read(tenant, { after: first.nextCursor })).ids).toHaveLength(2);
  });

  it('a filter by type finds its events among many others, and its cursor belongs to it', async () => {
    const tenant = await aTenant();
    await toldInTurn(tenant, new Array(150).fill('collection.created'), 400);
    const paid = await told(tenant, 100, 'payment.received');
    const { ids: found, nextCursor } = await readAll(tenant, { type: 'payment.received', limit: '1' });
    expect(found).toEqual([paid]);
    const answer = await invoke(handler, { key: tenant.key, query: { after: nextCursor } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['after'] });
  });

  it('over several full parts, a filter by type finds what the unfiltered feed has of that type, by pages of any size', async () => {
    const tenant = await aTenant({ createdAt: NOW });
    const types = ['collection.created', 'payment.received', 'collection.created', 'followup.sent', 'payment.received'];
    // More in each part than a page with a filter looks through at least.
    const all = Array.from({ length: 480 }, (_, n) => types[n % 5] ?? '');
    const typeOf = new Map((await toldInTurn(tenant, all, 600)).map((id, n) => [id, all[n]]));
    const whole = (await readAll(tenant, { limit: '100' })).ids;
    expect(whole).toHaveLength(480);
    for (const type of new Set(types))
      for (const limit of ['1', '13', '26', '52', '100']) {
        if (limit === '1' && type !== 'followup.sent') continue;
        const { ids: found, hasMore } = await readAll(tenant, { type, limit });
        expect(found, `${type} by ${limit}`).toEqual(whole.filter((id) => typeOf.get(id) === type));
        expect(hasMore).toBe(false);
      }
  });

  it('events of another account are never shown, and its cursors are refused', async () => {
    const [mine, theirs] = [await aTenant(), await aTenant()];
    const id = await told(theirs, 60);
    expect((await readAll(mine)).ids).toEqual([]);
    const { ids: found, nextCursor } = await read(theirs);
    expect(found).toEqual([id]);
    const answer = await invoke(handler, { key: mine.key, query: { after: nextCursor } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['after'] });
  });

  it('a body is answered as it was told, numbers without a double included', async () => {
    const tenant = await aTenant();
    const ref = { account: tenant.account.id, hash: hashOf('exact') };
    const body = '{"id":"evt_x","data":{"metadata":{"b":12345678901234567890,"a":1.1}}}';
    await feed(table, { ref, id: `evt_${'x'.repeat(25)}`, type: 't', sequence: 1, toldAt: ago(60), body });
    const { text } = await invoke(handler, { key: tenant.key });
    expect(text).toContain(body);
  });

  it('what the feed shows is deleted a day after it is shown no more', async () => {
    const tenant = await aTenant();
    await told(tenant, 60);
    const found = await Promise.all(
      feedPartitions(tenant.account.id, '2026-03-31', false).map((pk) =>
        documents.send(
          new QueryCommand({
            TableName: tableName,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': pk },
          }),
        ),
      ),
    );
    const [item] = found.flatMap(({ Items = [] }) => Items);
    expect(item?.['ttl']).toBe(Math.floor(Date.parse(ago(60)) / 1000) + 31 * DAY);
  });

  it('a spoilt entry fails the request, and neither hides an event nor shows half of one', async () => {
    const tenant = await aTenant();
    const ref = { account: tenant.account.id, hash: hashOf('spoilt') };
    const key = feedKey({ ref, toldAt: ago(60), sequence: 1, id: `evt_${'s'.repeat(25)}` });
    await documents.send(new PutCommand({ TableName: tableName, Item: { ...key, type: 'x', body: 7 } }));
    expectRefusal(await invoke(handler, { key: tenant.key }), { status: 500, code: 'internal_error' });
  });

  it.each([
    [{ after: 'nonsense' }, 'after'],
    [{ after: '' }, 'after'],
    [{ after: 'x'.repeat(600) }, 'after'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ type: 'nonsense' }, 'type'],
  ])('the query %j is answered 400', async (query, path) => {
    const answer = await invoke(handler, { key: tenants.mine.key, query: query as Record<string, string> });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [path] });
  });
});

everyEndpoint({ operation: 'list-events', handler, tenants, prepare: async () => ({}) });
