/** `Idempotency-Key`: a repeated create answers like the first one and creates nothing twice. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, listCollections, setStatus } from './requests.ts';

const service = useService();

const create = (json: unknown, key: string) =>
  service.owner.send('POST', '/public/collections', { json, headers: { 'idempotency-key': key } });

describe('a create sent again with its key', () => {
  it('a create repeated with its key answers 201 with the current collection, is marked as replayed, and is listed once', async () => {
    const json = aCollection();
    const key = randomUUID();
    const first = await create(json, key);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const { count } = (await listCollections(service.owner)).meta;
    const again = await create(json, key);
    expect([again.status, again.headers.get('idempotent-replayed'), again.data]).toEqual([201, 'true', first.data]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));

    const changed = await setStatus(service.owner, (first.data as CollectionResponse).id, 'cancelled');
    expect((await create(json, key)).data).toEqual(changed);
    expect((await listCollections(service.owner)).meta.count).toBe(count);
  });

  it('a create repeated with its key is replayed when its JSON has another order and other spaces', async () => {
    const json = aCollection({ metadata: { description: 'x', a: 1, b: 2 } });
    const key = randomUUID();
    const first = await create(json, key);
    const turned = {
      ...Object.fromEntries(Object.entries(json).toReversed()),
      metadata: { b: 2, a: 1, description: 'x' },
    };
    const body = JSON.stringify(turned, undefined, 2);
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    const again = await service.owner.send('POST', '/public/collections', { body, headers });
    expect([again.status, again.headers.get('idempotent-replayed'), again.data]).toEqual([201, 'true', first.data]);
  });

  it('a create repeated with its key is replayed when it names the defaults that it left out before', async () => {
    const json = aCollection();
    const key = randomUUID();
    await create(json, key);
    expect((await create({ ...json, type: 'integrated', expiresIn: 1440 }, key)).status).toBe(201);
  });

  it('a create repeated with its key and another body answers 409', async () => {
    const json = aCollection();
    const key = randomUUID();
    await create(json, key);
    const { status, error } = await create({ ...json, amount: { value: 1, currency: 'NGN' } }, key);
    expect([status, error?.code]).toEqual([409, 'idempotency_conflict']);
  });
});

describe('a key', () => {
  it('two creates with the same key and different references create two collections', async () => {
    const key = randomUUID();
    const one = await create(aCollection(), key);
    const two = await create(aCollection(), key);
    expect([one.status, two.status, two.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
    expect((one.data as CollectionResponse).id).not.toBe((two.data as CollectionResponse).id);
  });

  it('a create with a taken reference answers 409 when its key is not that of the first create', async () => {
    const keyed = aCollection();
    const bare = aCollection();
    await create(keyed, 'one');
    await service.owner.send('POST', '/public/collections', { json: bare });
    for (const json of [keyed, bare]) {
      const { status, error } = await create(json, 'two');
      expect([status, error?.code]).toEqual([409, 'duplicate_reference']);
    }
    expect((await service.owner.send('POST', '/public/collections', { json: keyed })).status).toBe(409);
  });

  it('an Idempotency-Key of 255 characters is accepted, and one of 256 answers 400', async () => {
    expect((await create(aCollection(), 'k'.repeat(255))).status).toBe(201);
    const { status, error } = await create(aCollection(), 'k'.repeat(256));
    expect([status, error?.errors?.map(({ path }) => path)]).toEqual([400, ['idempotency-key']]);
  });
});
