/** One journey for each feature of the API, over HTTP: create and its repeat, the list, a status, the plan, the providers. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, aProvider, createCollection, createProvider, listCollections, setStatus } from './requests.ts';

const service = useService();

const create = (json: object, key?: string) =>
  service.owner.send('POST', '/public/collections', { json, ...(key && { headers: { 'idempotency-key': key } }) });

it('a create that is sent again is replayed with its key, refused without it, and listed once', async () => {
  const { count } = (await listCollections(service.owner)).meta;
  const json = aCollection();
  const key = randomUUID();
  const first = await create(json, key);
  const { id } = first.data as CollectionResponse;
  const again = await create(json, key);
  expect([again.status, again.headers.get('idempotent-replayed'), again.data]).toEqual([201, 'true', first.data]);
  expect((await create({ ...json, expiresIn: 60 }, key)).error?.code).toBe('idempotency_conflict');
  const refused = await create(json);
  expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
    409,
    'duplicate_reference',
    expect.stringContaining(id),
  ]);
  expect((await listCollections(service.owner)).meta.count).toBe(count + 1);
});

it('the list follows from page to page, and refuses a page that is none', async () => {
  for (let made = 0; made < 3; made += 1) await createCollection(service.owner);
  const whole = await listCollections(service.owner, '?limit=3');
  const pages = [];
  for (const page of [1, 2, 3]) pages.push(...(await listCollections(service.owner, `?limit=1&page=${page}`)).data);
  expect(pages).toEqual(whole.data);
  const { status, error } = await service.owner.send('GET', '/public/collections?page=0');
  expect([status, error?.errors?.map(({ path }) => path)]).toEqual([400, ['page']]);
});

it('a preview is the plan that a create with the same body gets, and a final status ends that plan', async () => {
  const json = aCollection();
  const preview = await service.owner.send('POST', '/public/follow-ups/preview', { json });
  const { id } = await createCollection(service.owner, json);
  const path = `/public/collections/${id}/follow-ups`;
  const plan = (await service.owner.send('GET', path)).data as { slots: object[] };
  expect(plan.slots.length).toBeGreaterThan(0);
  expect((preview.data as { slots: object[] }).slots.length).toBe(plan.slots.length);
  const { status, events } = await setStatus(service.owner, id, 'cancelled');
  expect([status, ...events.map(({ type }) => type)]).toEqual([
    ...['cancelled', 'collection.created', 'collection.cancelled', 'followup.stopped'],
  ]);
  const ended = (await service.owner.send('GET', path)).data as { slots: { skipReason: string }[] };
  expect(new Set(ended.slots.map(({ skipReason }) => skipReason))).toEqual(new Set(['cancelled']));
  const late = await service.owner.send('PATCH', `/public/collections/${id}/status`, { json: { status: 'completed' } });
  expect(late.status).toBe(409);
});

it('a provider is created, found at its Location, disabled, refused to a create, and enabled again', async () => {
  const made = await service.owner.send('POST', '/public/providers', { json: aProvider() });
  const { id, slug } = made.data as { id: string; slug: string };
  expect(made.headers.get('location')).toBe(`${service.baseUrl}/public/providers/${id}`);
  expect((await service.owner.send('POST', '/public/providers', { json: aProvider({ slug }) })).status).toBe(409);
  const change = (json: object) => service.owner.send('PATCH', `/public/providers/${id}`, { json });
  expect((await change({ enabled: false })).data).toMatchObject({ slug, enabled: false });
  expect((await create(aCollection({ provider: slug }))).error?.errors?.map(({ path }) => path)).toEqual(['provider']);
  expect((await change({ enabled: true, name: 'Renamed' })).data).toMatchObject({ name: 'Renamed', enabled: true });
  expect((await create(aCollection({ provider: slug }))).status).toBe(201);
  expect((await createProvider(service.owner)).slug).not.toBe(slug);
});
