/** Two accounts: neither can see, change or learn anything that belongs to the other. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import type { Client } from '#test/support/http-client.ts';
import { useService } from '#test/support/service.ts';
import {
  aCollection,
  aContact,
  createCollection,
  createProvider,
  getCollection,
  listCollections,
  listProviders,
} from './requests.ts';

const service = useService();

type Name = 'owner' | 'other';
type Side = { client: Client; collection: CollectionResponse; provider: ProviderResponse };
const sides = {} as Record<Name, Side>;

const reference = `shared-${randomUUID()}`;
const slug = `shared-${randomUUID()}`;
const contact = aContact();

async function fill(client: Client, secret: string): Promise<Side> {
  const provider = await createProvider(client, { name: secret, slug });
  const metadata = { description: secret };
  const collection = await createCollection(client, aCollection({ reference, contact, metadata, provider: slug }));
  return { client, collection, provider };
}

beforeAll(async () => {
  sides.owner = await fill(service.owner, 'secret of the owner');
  sides.other = await fill(service.other, 'secret of the other');
});

/** Every operation that names a collection or a provider, with a body that it would take from the owner. */
const NAMED = ROUTES.filter(({ path }) => /^\/public\/(?:collections|providers)\/\{id\}/.test(path));
const BODIES: Partial<Record<string, object>> = {
  'send-message': { channel: 'email', text: 'Thank you' },
  'decide-claim': { decision: 'rejected' },
  'resolve-dispute': { resolution: 'dismissed' },
  'update-collection': { followUp: { enabled: false } },
  'update-collection-status': { status: 'cancelled' },
  'promise-payment': { payBy: '2999-01-01T00:00:00Z' },
  'record-payment': { amount: { value: 1, currency: 'NGN' }, method: 'cash', transaction: 'receipt' },
  'credit-collection': { amount: { value: 1, currency: 'NGN' }, reason: 'discount' },
  'move-payment': { to: 'pay_another' },
  'update-provider': { name: 'Taken', enabled: false },
};
const bodyFor = (operation: string, method: string) => (method === 'GET' ? {} : { json: BODIES[operation] ?? {} });

describe.each([
  ['owner', 'other'],
  ['other', 'owner'],
] as const)('what belongs to the %s account', (name, stranger) => {
  it(`the ${stranger} account gets 403 for every request about data of the ${name} account, which stays unchanged`, async () => {
    const side = sides[name];
    for (const { method, path, operation } of NAMED) {
      const kind = path.includes('collections') ? 'collection' : 'provider';
      const target = path.replace('{id}', side[kind].id);
      const answer = await sides[stranger].client.send(method, target, bodyFor(operation, method));
      expect([target, answer.status, answer.error?.code]).toEqual([target, 403, `${kind}_forbidden`]);
      expect(answer.error?.message.toLowerCase()).toContain(`${kind} belongs to different account`);
      expect(answer.text).not.toMatch(/secret|Ada|shared|example/);
    }
    expect(await getCollection(side.client, side.collection.id)).toEqual(side.collection);
    expect(await listProviders(side.client)).toContainEqual(side.provider);
  });

  it(`the ${name} account can read its own collection and provider`, async () => {
    const { client, collection, provider } = sides[name];
    expect((await client.send('GET', `/public/collections/${collection.id}`)).data).toEqual(collection);
    expect((await client.send('GET', `/public/providers/${provider.id}`)).data).toEqual(provider);
  });

  it(`data of the ${name} account is neither in the lists nor in the counts of the ${stranger} account`, async () => {
    const { client } = sides[stranger];
    const { data, meta } = await listCollections(client, '?limit=100');
    expect(meta.count).toBeGreaterThanOrEqual(data.length);
    expect(JSON.stringify(data)).not.toContain(sides[name].collection.id);
    expect(JSON.stringify(data)).not.toContain(`secret of the ${name}`);
    expect(JSON.stringify(await listProviders(client))).not.toContain(`secret of the ${name}`);
    await createCollection(sides[name].client);
    expect((await listCollections(client)).meta.count).toBe(meta.count);
  });

  it(`an id that differs in its last character from an id of the ${name} account is 404 for both accounts`, async () => {
    const { collection, provider } = sides[name];
    const near = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    for (const { client } of Object.values(sides)) {
      expect((await client.send('GET', `/public/collections/${near(collection.id)}`)).status).toBe(404);
      expect((await client.send('GET', `/public/providers/${near(provider.id)}`)).status).toBe(404);
    }
  });
});

describe('equal things in two accounts', () => {
  it('two accounts can use the same reference, slug and contact, with ids of their own', () => {
    const { owner, other } = sides;
    expect(owner.collection.reference).toBe(other.collection.reference);
    expect(owner.provider.slug).toBe(other.provider.slug);
    expect(owner.collection.id).not.toBe(other.collection.id);
    expect(owner.provider.id).not.toBe(other.provider.id);
    expect(owner.collection.contact.id).not.toBe(other.collection.contact.id);
  });

  it('a create that names the provider slug of another account answers 400', async () => {
    const { slug: foreign } = await createProvider(service.owner);
    const json = aCollection({ provider: foreign });
    const { status, error } = await service.other.send('POST', '/public/collections', { json });
    expect([status, error?.errors?.map(({ path }) => path)]).toEqual([400, ['provider']]);
  });
});
