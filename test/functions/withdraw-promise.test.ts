/** Withdrawing a promise on a real table. */

import { expect, it } from 'vitest';
import { promisePayment } from '#functions/api/promise-payment.ts';
import { withdrawPromise } from '#functions/api/withdraw-promise.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aCreatedCollection } from './created.ts';

const handler = withdrawPromise(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
useClock(new Date('2026-03-02T09:00:00.000Z'));
const PAY_BY = '2026-03-05T09:00:00.000Z';

async function aPromised(tenant: Tenant) {
  const { id } = await aCreatedCollection(tenant);
  await invoke(promisePayment(service), { method: 'POST', key: tenant.key, id, body: { payBy: PAY_BY } });
  return { id };
}

it('a promise that is withdrawn is told once; again, and without a promise, the answer is the same collection', async () => {
  const { id } = await aPromised(tenants.mine);
  const ask = async () =>
    dataOf(await invoke(handler, { method: 'DELETE', key: tenants.mine.key, id }), CollectionResponse);
  const collection = await ask();
  expect(collection.events.at(-1)).toMatchObject({
    type: 'promise.withdrawn',
    data: { payBy: PAY_BY, actor: 'merchant' },
  });
  expect(await ask()).toEqual(collection);
});

everyEndpoint({ operation: 'withdraw-promise', handler, tenants, prepare: aPromised });
