/** A payment of the merchant's own transaction whose webhook came before the create of its collection. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createCollection as makeCreateCollection } from '#functions/api/create-collection.ts';
import { clock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { aService } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aNewPerson } from './created.ts';
import { aShop, findMovements, paid, pay, provider, type Shop, webhook } from './paying.ts';

const handler = makeCreateCollection({ ...aService(), findMovements });

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const tenants = useTenants();
let shop: Shop;
beforeAll(async () => {
  shop = await aShop(tenants.mine);
});
beforeEach(() => {
  Object.assign(provider, { isDown: false, asked: 0 });
});

async function create(reference: string, given: object = {}) {
  const body = aCreateBody({ reference, contact: aNewPerson(), provider: 'sandbox', ...given });
  const answer = await invoke(handler, { method: 'POST', key: tenants.mine.key, body });
  return answer.status === 201 ? dataOf(answer, CollectionResponse) : answer;
}

it('the create answers that it is completed, and books the payment once', async () => {
  const reference = randomUUID();
  expect((await paid(shop, reference)).status).toBe(200);
  expect(await create(reference)).toMatchObject({ status: 'completed', balance: { received: { value: 45_000 } } });
  expect(logs.events()).toEqual(['payment_received', 'collection_completed', 'collection_created']);
  expect((await webhook(shop.providerId, `signed ${reference}`)).status).toBe(200);
  expect(await create(reference)).toMatchObject({ status: 409 });
});

it('a part of the amount is received, and the rest is asked for', async () => {
  const reference = randomUUID();
  await paid(shop, reference, { amount: { minor: 100, currency: 'NGN' } });
  expect(await create(reference)).toMatchObject({ status: 'pending', balance: { received: { value: 1 } } });
});

it('a create whose provider cannot answer is pending, as one that no webhook has named, for which nobody is asked', async () => {
  const [named, unnamed] = [randomUUID(), randomUUID()];
  await paid(shop, named);
  provider.isDown = true;
  provider.asked = 0;
  expect(await create(named)).toMatchObject({ status: 'pending' });
  pay(unnamed);
  expect([await create(unnamed), provider.asked]).toMatchObject([{ status: 'pending' }, 1]);
});

it('an ordinary create sends as many requests as before', async () => {
  const seen = interceptSend((_command, send) => send());
  await create(randomUUID());
  const names = seen.map((command) => command.constructor.name).toSorted();
  expect(names.filter((name) => name === 'BatchGetCommand')).toHaveLength(1);
  expect(names).not.toContain('TransactGetCommand');
  expect(clock.now()).toBeInstanceOf(Date);
});

it('a create that is faster than the announcement is completed by the webhook', async () => {
  const reference = randomUUID();
  let isFirst = true;
  interceptSend(async (command, send) => {
    const isAnnouncement =
      JSON.stringify(command.input).includes('#ANNOUNCED#') && command.constructor.name === 'PutCommand';
    if (isAnnouncement && isFirst) {
      isFirst = false;
      expect(await create(reference)).toMatchObject({ status: 'pending' });
    }
    return send();
  });
  await paid(shop, reference);
  expect(logs.events()).toContain('collection_completed');
});
