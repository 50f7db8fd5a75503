/** Reading a collection on a real table. */
import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { booked } from '#test/store/a-booking.ts';
import { aFullCreateBody } from '#test/support/a-create-body.ts';
import { aRefund, aReported } from '#test/support/a-payment.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCreatedCollection } from './created.ts';

const create = createCollection(service);
const handler = getCollection(service);

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id });
const get = async (id: string) => dataOf(await invoke(handler, { key: tenants.mine.key, id }), CollectionResponse);

describe('GET /public/collections/{id}', () => {
  it('a read answers the collection of the interface document exactly as its create did', async () => {
    const body = aFullCreateBody();
    const created = dataOf(await invoke(create, { method: 'POST', key: tenants.mine.key, body }), CollectionResponse);
    const answer = await invoke(handler, { key: tenants.mine.key, id: created.id });
    expect(answer.body).toEqual({ status: 'success', message: 'Collection retrieved successfully', data: created });
  });

  it('a read shows the balance, and each entry of the ledger as an event with its data, oldest first', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const ref = parseCollectionId(id);
    if (ref === undefined) throw new Error('it is the id of a collection');
    await booked(ref, aReported({ method: 'card' }), aRefund(1_500_000));
    const { status, balance, events } = await get(id);
    expect([status, balance]).toEqual([
      'completed',
      { received: { value: 30_000, currency: 'NGN' }, outstanding: { value: 15_000, currency: 'NGN' } },
    ]);
    const told = { transaction: 'trx-1', actor: 'provider' };
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['collection.created', undefined],
      ['payment.received', { ...told, amount: { value: 45_000, currency: 'NGN' }, method: 'card' }],
      ['collection.completed', undefined],
      ['followup.stopped', undefined],
      ['payment.refunded', { ...told, amount: { value: 15_000, currency: 'NGN' } }],
    ]);
  });

  it('a read shows a collection as expired from its expiry on, even if the expiry is not stored', async () => {
    const { id } = await aCreatedCollection(tenants.mine, { expiresIn: 60 });
    clock.advance(59);
    expect((await get(id)).status).toBe('pending');
    clock.advance(1);
    expect(await get(id)).toMatchObject({
      status: 'expired',
      updatedAt: '2026-03-01T10:00:00.000Z',
      completedAt: null,
    });
    expect((await get(id)).events).toHaveLength(1);
  });
});

everyEndpoint({ operation: 'get-collection', handler, tenants, prepare });
