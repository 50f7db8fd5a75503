/** What an account can do that the local run has opened. Only here: the accounts of a deployment are given, and shared. */
import { expect, it } from 'vitest';
import {
  aCollection,
  aContact,
  aProvider,
  createCollection,
  createProvider,
  listCollections,
  listProviders,
} from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';

const service = useOwnService();

it('has nothing but a sandbox provider', async () => {
  expect(await listCollections(service.owner)).toEqual({ data: [], meta: { count: 0, next: null, prev: null } });
  expect(await listProviders(service.owner)).toMatchObject([{ slug: 'sandbox', enabled: true }]);
});

it('offers every method through the sandbox provider, without naming it', async () => {
  const methods = ['virtual_account', 'bank_transfer', 'mobile_money', 'card', 'payment_link'];
  const { payable } = await createCollection(service.owner, aCollection({ payable: { enabled: true, methods } }));
  expect(payable.methods).toEqual(methods);
});

it('reads a phone without a country as one of the account’s', async () => {
  const { phone, ...contact } = aContact();
  const national = { ...contact, phone: phone.replace('+234', '0') };
  expect((await createCollection(service.owner, aCollection({ contact: national }))).contact.phone).toBe(phone);
});

it('has at most 50 providers, and is told so by the next', async () => {
  for (let there = (await listProviders(service.other)).length; there < 50; there++) {
    await createProvider(service.other, aProvider());
  }
  const { status, error } = await service.other.send('POST', '/public/providers', { json: aProvider() });
  expect([status, error?.code]).toEqual([409, 'provider_limit']);
  expect(await listProviders(service.other)).toHaveLength(50);
});
