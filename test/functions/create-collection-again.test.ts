/** Creates that are sent again: replayed with their key, refused without it. */

import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';

const handler = createCollection(service);
const list = listCollections(service);
const updateStatus = updateCollectionStatus(service);

useTable();
const logs = captureLogs();
const create = ({ key }: Tenant, body: unknown, idempotencyKey?: string) =>
  invoke(handler, {
    method: 'POST',
    key,
    body,
    ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
  });

describe('a create that is sent again with its Idempotency-Key', () => {
  it('a create sent again with its Idempotency-Key answers 201 with the same collection, marked as replayed', async () => {
    const tenant = await aTenant();
    const first = await create(tenant, aCreateBody(), 'key 1');
    const again = await create(tenant, aCreateBody(), 'key 1');
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect((await invoke(list, { key: tenant.key })).body.meta).toMatchObject({ count: 1 });
    expect(logs.events()).toEqual(['collection_created']);
  });

  it('a create sent again with its key is a replay however its JSON is written', async () => {
    const tenant = await aTenant();
    await create(tenant, aCreateBody({ metadata: { description: 'd', a: 1 }, expiresIn: 1440 }), 'k');
    const text = JSON.stringify({ ...aCreateBody({ metadata: { a: 1.0, description: 'd' } }) }, null, 2);
    const reversed = Object.fromEntries(Object.entries(JSON.parse(text)).toReversed());
    expect((await create(tenant, reversed, 'k')).headers['idempotent-replayed']).toBe('true');
    const withDefaults = { ...reversed, type: 'integrated', expiresIn: 1440 };
    expect((await create(tenant, withDefaults, 'k')).headers['idempotent-replayed']).toBe('true');
    expect((await create(tenant, text, 'k')).headers['idempotent-replayed']).toBe('true');
  });

  it('a replay of a create answers the collection as it is now', async () => {
    const tenant = await aTenant();
    const { id } = dataOf(await create(tenant, aCreateBody(), 'k'), CollectionResponse);
    const body = { status: 'completed' };
    await invoke(updateStatus, { method: 'PATCH', key: tenant.key, id, body });
    const again = dataOf(await create(tenant, aCreateBody(), 'k'), CollectionResponse);
    expect(again).toMatchObject({ id, status: 'completed', completedAt: expect.any(String) });
    expect(again.events.map(({ type }) => type)).toContain('collection.completed');
  });

  it('a create sent again with its key and another body is refused', async () => {
    const tenant = await aTenant();
    await create(tenant, aCreateBody(), 'k');
    const answer = await create(tenant, aCreateBody({ expiresIn: 60 }), 'k');
    expectRefusal(answer, { status: 409, code: 'idempotency_conflict' });
  });

  it('a create sent again with another digit in its metadata that a double loses is refused', async () => {
    const tenant = await aTenant();
    const text = (n: string) =>
      JSON.stringify(aCreateBody({ metadata: { description: 'd', n: 0 } })).replace('"n":0', `"n":${n}`);
    await create(tenant, text('12345678901234567890'), 'k');
    expectRefusal(await create(tenant, text('12345678901234567891'), 'k'), {
      status: 409,
      code: 'idempotency_conflict',
    });
    expect((await create(tenant, text('12345678901234567890'), 'k')).status).toBe(201);
  });

  it('a create sent again with another key, or without one, answers 409', async () => {
    const tenant = await aTenant();
    const { id } = dataOf(await create(tenant, aCreateBody(), 'k'), CollectionResponse);
    for (const key of ['other', 'K', undefined]) {
      const answer = await create(tenant, aCreateBody(), key);
      expectRefusal(answer, { status: 409, code: 'duplicate_reference', existing: id }, `${key}`);
    }
  });

  it('an Idempotency-Key can be used again with another reference', async () => {
    const tenant = await aTenant();
    await create(tenant, aCreateBody({ reference: 'a' }), 'k');
    const answer = await create(tenant, aCreateBody({ reference: 'b' }), 'k');
    expect(answer.status).toBe(201);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('an Idempotency-Key may have 255 characters, and no more', async () => {
    const tenant = await aTenant();
    const key = 'k'.repeat(255);
    await create(tenant, aCreateBody(), key);
    expect((await create(tenant, aCreateBody(), key)).headers['idempotent-replayed']).toBe('true');
    const tooLong = await create(tenant, aCreateBody({ reference: 'b' }), `${key}k`);
    expect([tooLong.status, tooLong.body.errors?.map(({ path }) => path)]).toEqual([400, ['idempotency-key']]);
  });
});

describe('creates that arrive at once', () => {
  it('twelve creates at once with one reference make one collection, and the others answer 409 with its id', async () => {
    const tenant = await aTenant();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(tenant, aCreateBody())));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    const { id } = dataOf(won[0] as (typeof answers)[0], CollectionResponse);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, { status: 409, code: 'duplicate_reference', existing: id });
    }
  });

  it('eight creates at once with one Idempotency-Key all answer the same collection', async () => {
    const tenant = await aTenant();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(tenant, aCreateBody(), 'k')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  });
});
