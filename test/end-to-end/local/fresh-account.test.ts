/** A new account. Only in a local run, because the accounts of a deployment are shared with other tests. */
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
import { useService } from '#test/support/service.ts';

const service = useService();

it('a new account has a sandbox provider and no collections', async () => {
  expect(await listCollections(service.owner)).toEqual({ data: [], meta: { count: 0, next: null, prev: null } });
  expect(await listProviders(service.owner)).toMatchObject([{ slug: 'sandbox', enabled: true }]);
});

it('a create that names no provider may request every method of the sandbox provider', async () => {
  const methods = ['virtual_account', 'bank_transfer', 'mobile_money', 'card', 'payment_link'];
  const { payable } = await createCollection(service.owner, aCollection({ payable: { enabled: true, methods } }));
  expect(payable.methods).toEqual(methods);
});

it('a phone without a country code is read as one of the account’s country', async () => {
  const { phone, ...contact } = aContact();
  const national = { ...contact, phone: phone.replace('+234', '0') };
  expect((await createCollection(service.owner, aCollection({ contact: national }))).contact.phone).toBe(phone);
});

it('an account can have 50 providers, and creating one more answers 409', async () => {
  for (let there = (await listProviders(service.other)).length; there < 50; there++) {
    await createProvider(service.other, aProvider());
  }
  const { status, error } = await service.other.send('POST', '/public/providers', { json: aProvider() });
  expect([status, error?.code]).toEqual([409, 'provider_limit']);
  expect(await listProviders(service.other)).toHaveLength(50);
});
