/** Providers: their life, and what a collection can ask of them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, aProvider, createCollection, createProvider, listProviders, updateProvider } from './requests.ts';

const service = useService();

/** Creates what is refused for one field; that field's path and message. */
async function faultOf(json: unknown, client = service.owner) {
  const { status, error } = await client.send('POST', '/public/collections', { json });
  expect([status, error?.code, error?.errors?.length]).toEqual([400, 'validation_failed', 1]);
  return error?.errors?.[0];
}

/** A provider of a kind the service knows, whichever test comes first. */
async function knownProvider(slug: string): Promise<ProviderResponse> {
  const there = (await listProviders(service.owner)).find((provider) => provider.slug === slug);
  return there ?? createProvider(service.owner, { name: slug, slug });
}

describe('a provider', () => {
  it('is created, found at its Location, listed, renamed, disabled and enabled', async () => {
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

  it('is listed after those that were there before it', async () => {
    const { id } = await createProvider(service.owner);
    const listed = await listProviders(service.owner);
    expect(listed.at(-1)?.id).toBe(id);
    expect(listed).toEqual(listed.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)));
  });

  it('is refused to collections while it is disabled', async () => {
    const { id, slug } = await createProvider(service.owner);
    const json = aCollection({ provider: slug });
    await updateProvider(service.owner, id, { enabled: false });
    expect((await faultOf(json))?.path).toBe('provider');
    await updateProvider(service.owner, id, { enabled: true });
    await createCollection(service.owner, json);
  });

  it('keeps its slug to itself within the account', async () => {
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
  ])('refuses a new provider for its %s', async (path, given, instead) => {
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
  ])('refuses a change for its %j', async (path, json) => {
    const { id } = await knownProvider('paystack');
    const { status, error } = await service.owner.send('PATCH', `/public/providers/${id}`, { json });
    expect([status, error?.errors?.map((fault) => fault.path)]).toEqual([400, [path]]);
  });
});

describe('404', () => {
  it.each(['x', `prv_${'0'.repeat(35)}`, `pay_${'0'.repeat(35)}`, '__proto__'])('answers for %s', async (id) => {
    const read = await service.owner.send('GET', `/public/providers/${id}`);
    const change = await service.owner.send('PATCH', `/public/providers/${id}`, { json: { name: 'A' } });
    for (const { status, error } of [read, change]) {
      expect([status, error?.message]).toEqual([404, 'Provider not found']);
    }
  });
});

describe('the methods of a collection', () => {
  const asking = (methods: string[], given = {}) => aCollection({ payable: { enabled: true, methods }, ...given });

  it('are taken when the provider it names can offer them in its currency, and refused when not', async () => {
    const { slug: provider } = await knownProvider('paystack');
    const { payable } = await createCollection(
      service.owner,
      asking(['payment_link', 'virtual_account'], { provider }),
    );
    expect(payable.methods).toEqual(['payment_link', 'virtual_account']);
    const amount = { value: 500, currency: 'JPY' };
    expect((await faultOf(asking(['virtual_account'], { provider, amount })))?.path).toBe('payable.methods');
  });

  it('are all taken with a sandbox provider', async () => {
    const { slug: provider } = await knownProvider('sandbox');
    const methods = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'];
    expect((await createCollection(service.owner, asking(methods, { provider }))).payable.methods).toEqual(methods);
  });

  it('are refused by a provider of no known kind, save the link', async () => {
    const { slug: provider } = await createProvider(service.owner);
    for (const method of ['virtual_account', 'mobile_money', 'card', 'bank_transfer']) {
      const fault = await faultOf(asking(['payment_link', method], { provider }));
      expect([fault?.path, fault?.message]).toEqual(['payable.methods', expect.stringContaining(method)]);
    }
    expect(
      (await createCollection(service.owner, asking(['payment_link'], { provider }))).payable.options,
    ).toHaveLength(1);
  });

  it('are refused to an account without an enabled provider, save the link', async () => {
    for (const { id } of await listProviders(service.other))
      await updateProvider(service.other, id, { enabled: false });
    expect((await faultOf(asking(['card']), service.other))?.path).toBe('payable.methods');
    expect((await createCollection(service.other, asking(['payment_link']))).payable.options).toHaveLength(1);
  });
});
