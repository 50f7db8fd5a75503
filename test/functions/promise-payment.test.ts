/** Recording a promise on a real table. */

import { expect, it } from 'vitest';
import { promisePayment } from '#functions/api/promise-payment.ts';
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

const handler = promisePayment(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
useClock(new Date('2026-03-02T09:00:00.000Z'));
const PAY_BY = '2026-03-05T09:00:00.000Z';
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: { payBy: PAY_BY } });
const promise = (id: string, payBy: unknown) =>
  invoke(handler, { method: 'POST', key: tenants.mine.key, id, body: { payBy } });

it('a promise moves the expiry to a day after it and is told; the same again changes nothing', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  const collection = dataOf(await promise(id, PAY_BY), CollectionResponse);
  expect(collection.expiresIn).toBe(4 * 1440);
  expect(collection.events.at(-1)).toMatchObject({ type: 'promise.made', data: { payBy: PAY_BY, actor: 'merchant' } });
  expect(dataOf(await promise(id, PAY_BY), CollectionResponse)).toEqual(collection);
});

it('a promise in the past, or more than a year after the creation, answers 400', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  for (const payBy of ['2026-03-02T09:00:00.000Z', '2027-03-02T09:00:00.000Z', 'soon', null]) {
    expectRefusal(await promise(id, payBy), { status: 400, code: 'validation_failed', paths: ['payBy'] });
  }
});

everyEndpoint({ operation: 'promise-payment', handler, tenants, prepare });
