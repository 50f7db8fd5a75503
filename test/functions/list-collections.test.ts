/** Listing collections on a real table. */

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listCollections } from '#functions/api/list-collections.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const handler = listCollections(service);

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));
type Query = Record<string, string | string[]>;
const list = ({ key }: Tenant, query: Query = {}) => invoke(handler, { key, query });
const listed = async (tenant: Tenant, query: Query = {}) =>
  dataOf(await list(tenant, query), z.array(CollectionResponse));

async function aTenantWith(count: number): Promise<{ tenant: Tenant; made: CollectionResponse[] }> {
  const tenant = await aTenant();
  const made: CollectionResponse[] = [];
  for (let n = 0; n < count; n += 1) made.push(await aCreatedCollection(tenant));
  return { tenant, made: made.reverse() };
}

describe('GET /public/collections', () => {
  it('a list answers the ten newest collections exactly as they were created, and the next page', async () => {
    const { tenant, made } = await aTenantWith(12);
    const first = await list(tenant);
    expect(first.body.data).toEqual(made.slice(0, 10));
    expect(first.body.meta).toEqual({ count: 12, next: 2, prev: null });
    const second = await list(tenant, { page: '2' });
    expect(second.body.data).toEqual(made.slice(10));
    expect(second.body.meta).toEqual({ count: 12, next: null, prev: 1 });
  });

  it('a page past the end is empty, and points back to the last page that has items', async () => {
    const { tenant } = await aTenantWith(3);
    for (const page of ['3', '1000', '99999999999999999999999']) {
      const { status, body } = await list(tenant, { page, limit: '2' });
      expect({ status, data: body.data, meta: body.meta }).toEqual({
        status: 200,
        data: [],
        meta: { count: 3, next: null, prev: 2 },
      });
    }
  });

  it('a list shows nothing of another account, not even in its count', async () => {
    const { tenant } = await aTenantWith(1);
    const stranger = await aTenant();
    expect((await list(stranger)).body).toMatchObject({ data: [], meta: { count: 0 } });
    expect((await list(tenant)).body).toMatchObject({ meta: { count: 1 } });
  });

  it('a list shows a collection as expired from its expiry on', async () => {
    const tenant = await aTenant();
    await aCreatedCollection(tenant, { expiresIn: 1 });
    clock.advance(1);
    expect(await listed(tenant)).toMatchObject([{ status: 'expired', updatedAt: '2026-03-01T09:01:00.000Z' }]);
  });
});

describe('400', () => {
  it.each<[Query, string[]]>([
    [{ page: '0' }, ['page']],
    [{ limit: '101' }, ['limit']],
    [{ limit: '0', page: '-1' }, ['limit', 'page']],
    [{ page: '1.0' }, ['page']],
    [{ page: '' }, ['page']],
    [{ page: ['1', '1'] }, ['page']],
    [{ limit: 'all', sort: 'asc', offset: '0' }, ['limit', 'offset', 'sort']],
    [Object.fromEntries([['__proto__', '1']]), ['__proto__']],
  ])('a list with the query %j answers 400', async (query, paths) => {
    expectRefusal(await list(tenants.mine, query), { status: 400, code: 'validation_failed', paths });
  });
});

everyEndpoint({ operation: 'list-collections', handler, tenants, prepare: async () => ({}) });
