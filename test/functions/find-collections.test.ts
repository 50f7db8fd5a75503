/** Lists with a filter, on a real table: what matches is found, page by page, while others write. */

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listCollections } from '#functions/api/list-collections.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const handler = listCollections(service);
const setStatus = updateCollectionStatus(service);

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));
type Query = Record<string, string>;
const list = ({ key }: Tenant, query: Query) => invoke(handler, { key, query });

async function walk(tenant: Tenant, query: Query, between?: () => Promise<unknown>): Promise<CollectionResponse[]> {
  const found: CollectionResponse[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await list(tenant, { ...query, ...(cursor !== '' && { cursor }) });
    expect(answer.status, answer.text).toBe(200);
    found.push(...dataOf(answer, z.array(CollectionResponse)));
    cursor = (answer.body.meta as { nextCursor: string | null }).nextCursor;
    await between?.();
  }
  return found;
}

const idsOf = (collections: readonly { id: string }[]): string[] => collections.map(({ id }) => id);
const change = ({ key }: Tenant, id: string, status: string) =>
  invoke(setStatus, { method: 'PATCH', key, id, body: { status } });

const person = (n: number) => ({
  firstName: 'Ada',
  lastName: 'Obi',
  phone: `+23480312345${String(n).padStart(2, '0')}`,
  email: `Ada.${n}@example.com`,
});

/** A minute between each: three people, some with an expiry of five minutes. */
async function aShop(count: number): Promise<{ tenant: Tenant; made: CollectionResponse[] }> {
  const tenant = await aTenant({ country: 'NG' });
  const made: CollectionResponse[] = [];
  for (let n = 0; n < count; n += 1) {
    made.push(await aCreatedCollection(tenant, { contact: person(n % 3), expiresIn: n % 4 === 0 ? 5 : 10_000 }));
    clock.advance(1);
  }
  return { tenant, made: made.reverse() };
}

describe('GET /public/collections with a filter', () => {
  it('a reference finds its collection, and another filter beside it can exclude that', async () => {
    const { tenant, made } = await aShop(2);
    const [newest] = made;
    const reference = newest?.reference ?? '';
    expect((await list(tenant, { reference })).body).toEqual({
      status: 'success',
      message: 'Collections retrieved successfully',
      data: [newest],
      meta: { count: null, next: null, prev: null, nextCursor: null },
    });
    expect(await walk(tenant, { reference, status: 'completed' })).toEqual([]);
    expect(await walk(tenant, { reference, createdTo: newest?.createdAt ?? '' })).toEqual([]);
    expect(await walk(tenant, { reference: `${reference} ` })).toEqual([]);
  });

  it('a contact is found by id, by phone however it is written, and by email in any case', async () => {
    const { tenant, made } = await aShop(7);
    const theirs = made.filter(({ contact }) => contact.phone === person(1).phone);
    const id = theirs[0]?.contact.id ?? '';
    for (const contact of [
      id,
      '+2348031234501',
      '08031234501',
      ' 2348031234501',
      '+234 803 123 4501',
      'ADA.1@example.com',
    ]) {
      expect(idsOf(await walk(tenant, { contact, limit: '2' })), contact).toEqual(idsOf(theirs));
    }
    expect(await walk(tenant, { contact: '+2348099999999' })).toEqual([]);
    expect(await walk(tenant, { contact: `contact_${'0'.repeat(25)}` })).toEqual([]);
  });

  it('a status is what it is now: an expiry counts before it is stored, from its very instant on', async () => {
    const { tenant, made } = await aShop(9);
    const [, second, third] = made;
    await change(tenant, second?.id ?? '', 'completed');
    await change(tenant, third?.id ?? '', 'overdue');
    const expired = made.filter((_, index) => index === 8 || index === 4);
    expect(Date.parse(made[4]?.createdAt ?? '') + 5 * 60_000).toBe(clock.now.getTime());
    const now = { expired, completed: [second], overdue: [third] };
    for (const [status, expected] of Object.entries(now))
      expect(idsOf(await walk(tenant, { status, limit: '1' })), status).toEqual(expected.map((each) => each?.id));
    const others = made.filter((each) => !Object.values(now).flat().includes(each));
    expect(idsOf(await walk(tenant, { status: 'pending', limit: '2' }))).toEqual(idsOf(others));
    expect(await walk(tenant, { status: 'cancelled' })).toEqual([]);
  });

  const SEVERAL = ['pending,overdue', 'expired,pending', 'completed,cancelled,overdue'];

  it('finds what is due on some days, the first and the last of them included', async () => {
    const tenant = await aTenant();
    const due: CollectionResponse[] = [];
    for (const dueDate of ['2026-03-10', '2026-03-11', undefined, '2026-03-12', '2026-03-13'])
      due.push(await aCreatedCollection(tenant, { ...(dueDate && { dueDate }), expiresIn: 60 * 24 * 60 }));
    const found = async (query: Query) => (await walk(tenant, { limit: '1', ...query })).map((each) => each.dueDate);
    expect(await found({ dueFrom: '2026-03-11', dueTo: '2026-03-12' })).toEqual(['2026-03-12', '2026-03-11']);
    expect(await found({ dueFrom: '2026-03-12' })).toEqual(['2026-03-13', '2026-03-12']);
    expect(await found({ dueTo: '2026-03-10' })).toEqual(['2026-03-10']);
    await change(tenant, due[3]?.id ?? '', 'cancelled');
    expect(await found({ dueFrom: '2026-03-12', status: 'pending,overdue' })).toEqual(['2026-03-13']);
  });

  it('every combination of filters finds what the filters applied to the whole list find', async () => {
    const { tenant, made } = await aShop(24);
    for (const [index, { id }] of made.entries()) {
      const to = ['completed', 'cancelled', 'overdue', 'expired'][index % 7];
      if (to !== undefined) await change(tenant, id, to);
    }
    const all = dataOf(await list(tenant, { limit: '100' }), z.array(CollectionResponse));
    const instants = [undefined, made[20]?.createdAt, made[3]?.createdAt];
    for (const contact of [undefined, person(0).email])
      for (const status of [undefined, 'pending', 'overdue', 'completed', 'expired', 'cancelled', ...SEVERAL])
        for (const createdFrom of instants)
          for (const createdTo of instants) {
            if (!(contact || status || createdFrom || createdTo)) continue;
            if (createdFrom && createdTo && createdTo < createdFrom) continue;
            const asked = { contact, status, createdFrom, createdTo };
            const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
            const expected = all.filter(
              (each) =>
                (!contact || each.contact.phone === person(0).phone) &&
                (!status || status.split(',').includes(each.status)) &&
                (!createdFrom || each.createdAt >= createdFrom) &&
                (!createdTo || each.createdAt < createdTo),
            );
            expect(await walk(tenant, { ...(query as Query), limit: '5' }), JSON.stringify(query)).toEqual(expected);
          }
  });

  it.each<[string, (newest: CollectionResponse) => Query]>([
    ['a status', () => ({ status: 'pending' })],
    ['a contact', ({ contact }) => ({ contact: contact.id })],
    ['dates', ({ createdAt }) => ({ createdTo: createdAt, createdFrom: '2026-01-01T00:00:00Z' })],
  ])('by %s, a last page that is exactly full has no cursor, and one more has', async (_by, query) => {
    const tenant = await aTenant();
    const made: CollectionResponse[] = [];
    for (let n = 0; n < 4; n += 1) {
      made.push(await aCreatedCollection(tenant, { contact: person(1), expiresIn: 10_000 }));
      clock.advance(1);
    }
    const filter = query(made.at(-1) as CollectionResponse);
    const matching = await walk(tenant, filter);
    const cursorAfter = async (limit: number) =>
      ((await list(tenant, { ...filter, limit: String(limit) })).body.meta as { nextCursor: string | null }).nextCursor;
    expect(await cursorAfter(matching.length)).toBeNull();
    expect(await cursorAfter(matching.length - 1)).not.toBeNull();
  });

  it('collections of the same instant are found once each, across pages', async () => {
    const tenant = await aTenant();
    const made = [];
    for (let n = 0; n < 9; n += 1) made.push(await aCreatedCollection(tenant, { contact: person(0), expiresIn: 5 }));
    for (const query of [{ contact: person(0).phone }, { status: 'pending' }, { createdFrom: '2026-01-01T00:00:00Z' }])
      expect(idsOf(await walk(tenant, { ...query, limit: '2' })).toSorted()).toEqual(idsOf(made).toSorted());
    // Some expired before it was stored, some are stored, and one is overdue.
    for (const [index, { id }] of made.entries())
      if (index % 3 > 0) await change(tenant, id, index === 1 ? 'overdue' : 'expired');
    clock.advance(6);
    expect(idsOf(await walk(tenant, { status: 'expired', limit: '2' })).toSorted()).toEqual(idsOf(made).toSorted());
  });

  it('while others create and change collections, what matches throughout is found once, and nothing that never matched', async () => {
    const { tenant, made } = await aShop(20);
    const [keep, move] = [made.filter((_, index) => index % 2 === 0), made.filter((_, index) => index % 2 === 1)];
    for (const query of [
      { status: 'pending' },
      { createdFrom: '2026-01-01T00:00:00Z' },
      { contact: person(1).phone },
    ]) {
      const matching = (status: string, contact: CollectionResponse['contact']) =>
        (!('status' in query) || status === 'pending') && (!('contact' in query) || contact.phone === query.contact);
      const before = new Map(
        (await walk(tenant, { createdFrom: '2026-01-01T00:00:00Z' })).map((each) => [each.id, each.status]),
      );
      const found = await walk(tenant, { ...query, limit: '3' }, async () => {
        const next = move.pop();
        await Promise.all([
          aCreatedCollection(tenant, { contact: person(1) }),
          next && change(tenant, next.id, 'completed'),
        ]);
      });
      expect(new Set(idsOf(found)).size).toBe(found.length);
      const throughout = keep.filter(({ id, contact }) => matching(before.get(id) ?? '', contact));
      expect(idsOf(found)).toEqual(expect.arrayContaining(idsOf(throughout)));
      expect(found.every(({ status, contact }) => matching(status, contact))).toBe(true);
    }
  });

  it('a filter shows nothing of another account, by any of its values', async () => {
    const { tenant, made } = await aShop(2);
    const [{ reference, contact }] = made as [CollectionResponse];
    const stranger = await aTenant({ country: 'NG' });
    for (const query of [
      { reference },
      { contact: contact.id },
      { contact: contact.phone },
      { status: 'pending' },
      { createdFrom: '2026-01-01T00:00:00Z' },
    ] as Query[])
      expect((await list(stranger, query)).body.data, JSON.stringify(query)).toEqual([]);
    const { body } = await list(tenant, { status: 'pending', limit: '1' });
    const { nextCursor } = body.meta as { nextCursor: string };
    expectRefusal(await list(stranger, { status: 'pending', cursor: nextCursor }), {
      status: 400,
      code: 'validation_failed',
      paths: ['cursor'],
    });
  });
});

describe('400', () => {
  it('a cursor that is not ours, or of another filter, is refused', async () => {
    const { tenant } = await aShop(3);
    const { body } = await list(tenant, { status: 'pending', limit: '1' });
    const cursor = (body.meta as { nextCursor: string }).nextCursor;
    expect((await list(tenant, { status: 'pending', limit: '2', cursor })).status).toBe(200);
    const wrong: Query[] = [
      { status: 'completed', cursor },
      { status: 'pending', createdFrom: '2026-01-01T00:00:00Z', cursor },
      { status: 'pending', cursor: `${cursor}A` },
      { status: 'pending', cursor: cursor.slice(1) },
      { status: 'pending', cursor: 'x' },
      { status: 'pending', cursor: '€'.repeat(30) },
      { cursor },
    ];
    for (const query of wrong)
      expectRefusal(await list(tenant, query), { status: 400, code: 'validation_failed', paths: ['cursor'] });
  });

  it.each<[Query, string[]]>([
    [{ status: 'pending', page: '1' }, ['page']],
    [{ status: 'paid' }, ['status']],
    [{ contact: '' }, ['contact']],
    [{ contact: 'Ada' }, ['contact']],
    [{ reference: '' }, ['reference']],
    [{ createdFrom: 'yesterday', createdTo: '2026-03-01' }, ['createdFrom', 'createdTo']],
    [{ createdFrom: '2026-03-02T00:00:00Z', createdTo: '2026-03-01T00:00:00Z' }, ['createdTo']],
    [{ status: 'pending', phone: '1' }, ['phone']],
  ])('a list with the query %j answers 400', async (query, paths) => {
    expectRefusal(await list(tenants.mine, query), { status: 400, code: 'validation_failed', paths });
  });
});
