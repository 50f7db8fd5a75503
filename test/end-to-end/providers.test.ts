/** Payment providers: creating and changing them, and the methods that a collection can request of them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, aProvider, createCollection, createProvider, listProviders, updateProvider } from './requests.ts';

const service = useService();

/** Sends a create that one field makes invalid; returns the path and message of that field. */
async function faultOf(json: unknown, client = service.owner) {
  const { status, error } = await client.send('POST', '/public/collections', { json });
  expect([status, error?.code, error?.errors?.length]).toEqual([400, 'validation_failed', 1]);
  return error?.errors?.[0];
}

/** The provider with this slug; created unless an earlier test did so. */
async function knownProvider(slug: string): Promise<ProviderResponse> {
  const there = (await listProviders(service.owner)).find((provider) => provider.slug === slug);
  return there ?? createProvider(service.owner, { name: slug, slug });
}

describe('a provider', () => {
  it('a provider is created, found at its Location, listed, renamed, disabled and enabled', async () => {
    const slug = `acme-${randomUUID()}`;
    const created = await service.owner.send('POST', '/public/providers', { json: { name: ' Acme ', slug } });
    const provider = created.data as ProviderResponse;
    const { id, createdAt } = provider;
    expect(provider).toMatchObject({ name: 'Acme', slug, enabled: true, updatedAt: createdAt });
    const location = created.headers.get('location') ?? '';
    expect(location).toBe(`${service.baseUrl}/public/providers/${id}`);
    const found = await fetch(location, { headers: { 'x-api-key': service.keys.owner } });
    expect(((await found.json()) as { data: unknown }).data).toEqual(provider);
    expect(await listProviders(service.owner)).toContainEqual(provider);

    const renamed = await updateProvider(service.owner, id, { name: 'Acme Pay' });
    expect(renamed).toEqual({ ...provider, name: 'Acme Pay', updatedAt: renamed.updatedAt });
    const disabled = await updateProvider(service.owner, id, { enabled: false });
    expect(disabled).toEqual({ ...renamed, enabled: false, updatedAt: disabled.updatedAt });
    expect(await updateProvider(service.owner, id, { enabled: false })).toEqual(disabled);
    expect((await updateProvider(service.owner, id, { enabled: true, name: 'Acme' })).name).toBe('Acme');
  });

  it('a new provider is listed after the older ones', async () => {
    const { id } = await createProvider(service.owner);
    const listed = await listProviders(service.owner);
    expect(listed.at(-1)?.id).toBe(id);
    expect(listed).toEqual(listed.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)));
  });

  it('a create that names a disabled provider is refused until the provider is enabled again', async () => {
    const { id, slug } = await createProvider(service.owner);
    const json = aCollection({ provider: slug });
    await updateProvider(service.owner, id, { enabled: false });
    expect((await faultOf(json))?.path).toBe('provider');
    await updateProvider(service.owner, id, { enabled: true });
    await createCollection(service.owner, json);
  });

  it('a second provider with a taken slug answers 409', async () => {
    const json = aProvider();
    await createProvider(service.owner, json);
    const { status, error } = await service.owner.send('POST', '/public/providers', { json });
    expect([status, error?.code]).toEqual([409, 'provider_slug_taken']);
  });
});

describe('400', () => {
  it.each([
    ['name', {}, { slug: 'a' }],
    ['name', { name: ' ' }, {}],
    ['name', { name: 'x'.repeat(101) }, {}],
    ['slug', { slug: undefined }, {}],
    ['slug', { slug: 'Acme' }, {}],
    ['slug', { slug: '-acme' }, {}],
    ['slug', { slug: 'x'.repeat(64) }, {}],
    ['enabled', { enabled: 'true' }, {}],
    ['secret', { secret: 'x' }, {}],
  ])('a new provider with an invalid %s answers 400 and names it', async (path, given, instead) => {
    const json = Object.keys(instead).length > 0 ? instead : aProvider(given);
    const { status, error } = await service.owner.send('POST', '/public/providers', { json });
    expect([status, error?.errors?.map((fault) => fault.path)]).toEqual([400, [path]]);
  });

  it.each([
    ['', {}],
    ['slug', { slug: 'other', name: 'A' }],
    ['id', { id: 'prv_x', name: 'A' }],
    ['enabled', { enabled: null }],
    ['name', { name: '' }],
  ])('a provider change with a fault at path %j answers 400 and names it', async (path, json) => {
    const { id } = await knownProvider('paystack');
    const { status, error } = await service.owner.send('PATCH', `/public/providers/${id}`, { json });
    expect([status, error?.errors?.map((fault) => fault.path)]).toEqual([400, [path]]);
  });
});

describe('404', () => {
  it.each(['x', `prv_${'0'.repeat(35)}`, `pay_${'0'.repeat(35)}`, '__proto__'])(
    'reading and changing the unknown provider %s answer 404',
    async (id) => {
      const read = await service.owner.send('GET', `/public/providers/${id}`);
      const change = await service.owner.send('PATCH', `/public/providers/${id}`, { json: { name: 'A' } });
      for (const { status, error } of [read, change]) {
        expect([status, error?.message]).toEqual([404, 'Provider not found']);
      }
    },
  );
});

describe('the methods of a collection', () => {
  const asking = (methods: string[], given = {}) => aCollection({ payable: { enabled: true, methods }, ...given });

  it('a create is accepted exactly when its provider offers the requested methods in its currency', async () => {
    const { slug: provider } = await knownProvider('paystack');
    const { payable } = await createCollection(
      service.owner,
      asking(['payment_link', 'virtual_account'], { provider }),
    );
    expect(payable.methods).toEqual(['payment_link', 'virtual_account']);
    const amount = { value: 500, currency: 'JPY' };
    expect((await faultOf(asking(['virtual_account'], { provider, amount })))?.path).toBe('payable.methods');
  });

  it('a create with a sandbox provider may request every method', async () => {
    const { slug: provider } = await knownProvider('sandbox');
    const methods = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'];
    expect((await createCollection(service.owner, asking(methods, { provider }))).payable.methods).toEqual(methods);
  });

  it('a create with a provider of unknown kind may request the payment link only', async () => {
    const { slug: provider } = await createProvider(service.owner);
    for (const method of ['virtual_account', 'mobile_money', 'card', 'bank_transfer']) {
      const fault = await faultOf(asking(['payment_link', method], { provider }));
      expect([fault?.path, fault?.message]).toEqual(['payable.methods', expect.stringContaining(method)]);
    }
    expect(
      (await createCollection(service.owner, asking(['payment_link'], { provider }))).payable.options,
    ).toHaveLength(1);
  });

  it('a create of an account without an enabled provider may request the payment link only', async () => {
    for (const { id } of await listProviders(service.other))
      await updateProvider(service.other, id, { enabled: false });
    expect((await faultOf(asking(['card']), service.other))?.path).toBe('payable.methods');
    expect((await createCollection(service.other, asking(['payment_link']))).payable.options).toHaveLength(1);
  });
});
