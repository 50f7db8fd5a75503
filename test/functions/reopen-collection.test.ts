/** Reopening collections on a real table. */
import { expect, it } from 'vitest';
import { reopenCollection } from '#functions/api/reopen-collection.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const handler = reopenCollection(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const call = (of: Parameters<typeof invoke>[0], id: string, method: string, body: object) =>
  invoke(of, { method, key: tenants.mine.key, id, body });
const reopen = (id: string, body: object = {}) => call(handler, id, 'POST', body);
const setStatus = (id: string, status: string) => call(updateCollectionStatus(service), id, 'PATCH', { status });
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: {} });

it('a cancelled collection is opened with its id and link; the same again changes nothing; it ends again under events of its own', async () => {
  const { id, payable } = await aCreatedCollection(tenants.mine, { payable: { enabled: true } });
  await setStatus(id, 'cancelled');
  const opened = dataOf(await reopen(id, { extendBy: 60 }), CollectionResponse);
  expect(opened).toMatchObject({ id, status: 'pending', expiresIn: 60 });
  expect(opened.payable.options.map(({ method }) => method)).toEqual(payable.options.map(({ method }) => method));
  expect(dataOf(await reopen(id), CollectionResponse)).toEqual(opened);
  const again = dataOf(await setStatus(id, 'cancelled'), CollectionResponse);
  expect(new Set(again.events.map((event) => event.id)).size).toBe(again.events.length);
  expect(again.events.filter(({ type }) => type === 'collection.cancelled')).toHaveLength(2);
});

it('an expiry that is not stored yet is told before the reopening, with that no message was sent', async () => {
  const { id } = await aCreatedCollection(tenants.mine, { expiresIn: 30 });
  clock.advance(31);
  const { events, status } = dataOf(await reopen(id), CollectionResponse);
  expect(status).toBe('pending');
  expect(events.slice(1)).toMatchObject([
    { type: 'collection.expired', data: { messagesSent: 0 } },
    { type: 'collection.reopened' },
  ]);
});

it('a completed collection answers 409, a life of more than a year 400', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  expectRefusal(await reopen(id, { extendBy: 525_601 }), {
    status: 400,
    code: 'validation_failed',
    paths: ['extendBy'],
  });
  await setStatus(id, 'completed');
  expectRefusal(await reopen(id), { status: 409, code: 'invalid_transition' });
});

it('an overdue debt whose due date moves into the future is pending again, also in the index by status', async () => {
  const { id } = await aCreatedCollection(tenants.mine, { dueDate: '2026-03-10', expiresIn: undefined });
  await setStatus(id, 'overdue');
  const moved = await call(updateCollection(service), id, 'PATCH', { dueDate: '2026-04-10' });
  expect(dataOf(moved, CollectionResponse)).toMatchObject({ status: 'pending', dueDate: '2026-04-10' });
});

everyEndpoint({ operation: 'reopen-collection', handler, tenants, prepare });
