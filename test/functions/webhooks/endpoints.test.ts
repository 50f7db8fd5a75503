/** The operations on webhook endpoints on a real table: what they answer, what they refuse, and whose they are. */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createWebhookEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from '#functions/api/delete-webhook-endpoint.ts';
import { getWebhookEndpoint } from '#functions/api/get-webhook-endpoint.ts';
import { listDeliveries } from '#functions/api/list-deliveries.ts';
import { listWebhookEndpoints } from '#functions/api/list-webhook-endpoints.ts';
import { pingWebhookEndpoint } from '#functions/api/ping-webhook-endpoint.ts';
import { replayDeliveries } from '#functions/api/replay-deliveries.ts';
import { rotateWebhookSecret } from '#functions/api/rotate-webhook-secret.ts';
import { updateWebhookEndpoint } from '#functions/api/update-webhook-endpoint.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { table } from '#lib/store/table/live-table.ts';

import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { type Handler, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aReceiver } from './a-receiver.ts';
import { anEndpoint, tell, useWebhookWorld, webhookService } from './a-webhook-world.ts';

const service = webhookService();
const create = createWebhookEndpoint(service);
const remove = deleteWebhookEndpoint(service);
const get = getWebhookEndpoint(service);
const deliveries = listDeliveries(service);
const list = listWebhookEndpoints(service);
const ping = pingWebhookEndpoint(service);
const replay = replayDeliveries(service);
const rotate = rotateWebhookSecret(service);
const update = updateWebhookEndpoint(service);

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-07-01T09:00:00.000Z'));
const world = useWebhookWorld(clock);
const URL_HERE = 'http://127.0.0.1:9/';
const post = (body: unknown, { key } = tenants.mine) => invoke(create, { method: 'POST', key, body });
const postWithKey = (body: unknown, idempotencyKey: string, { key }: Tenant) =>
  invoke(create, { method: 'POST', key, body, headers: { 'idempotency-key': idempotencyKey } });
const patch = ({ key }: Tenant, id: string, body: unknown) => invoke(update, { method: 'PATCH', key, id, body });

/** One per tenant and operation, because an account may have only ten. */
const made = new Map<string, Promise<{ id: string }>>();
async function theEndpoint(tenant: Tenant, operation: Operation): Promise<{ id: string }> {
  const shared = operation === 'delete-webhook-endpoint' ? undefined : made.get(tenant.key);
  const endpoint = shared ?? emptied(tenant, operation).then(() => anEndpoint(tenant, URL_HERE));
  if (operation !== 'delete-webhook-endpoint') made.set(tenant.key, endpoint);
  return endpoint;
}

/** An endpoint that is to be deleted, or of a suite that creates, must find room. */
async function emptied(tenant: Tenant, operation: Operation): Promise<void> {
  if (operation !== 'create-webhook-endpoint' && operation !== 'delete-webhook-endpoint') return;
  const kept = await made.get(tenant.key);
  const all = (await invoke(list, { key: tenant.key })).body.data as { id: string }[];
  for (const { id } of all.slice(0, -2)) {
    if (id !== kept?.id) await invoke(remove, { method: 'DELETE', key: tenant.key, id });
  }
}

describe('POST /public/webhook-endpoints', () => {
  it('a new endpoint is answered with its secret and its location; a read shows no secret, and the table holds none', async () => {
    const tenant = await aTenant();
    const body = {
      url: URL_HERE,
      events: ['payment.received'],
      description: ' Shop ',
      notifyEmail: 'dev@shop.example',
    };
    const answer = await post(body, tenant);
    const { id, secret, ...shown } = answer.body.data as { id: string; secret: string };
    const at = '2026-07-01T09:00:00.000Z';
    const isNew = { notifyEmailConfirmed: false, status: 'enabled', createdAt: at, updatedAt: at };
    expect(shown).toEqual({ ...body, description: 'Shop', ...isNew });
    expect(secret).toMatch(/^whsec_/);
    expect(answer.headers['location']).toBe(`https://collections.example/public/webhook-endpoints/${id}`);
    expect((await invoke(get, { key: tenant.key, id })).body.data).toEqual({ id, ...shown });
    const { Items } = await table.client.send(new ScanCommand({ TableName: table.name }));
    expect(JSON.stringify(Items)).not.toContain(secret.slice('whsec_'.length));
  });

  it.each([
    [{ url: URL_HERE }, ['events']],
    [{ url: URL_HERE, events: [] }, ['events']],
    [{ url: URL_HERE, events: ['*', 'payment.received'] }, ['events']],
    [{ url: URL_HERE, events: ['payment.made'] }, ['events.0']],
    [{ url: URL_HERE, events: ['payment.received', 'payment.received'] }, ['events']],
    [{ url: URL_HERE, events: ['*'], notifyEmail: 'no', secret: 'x' }, ['notifyEmail', 'secret']],
    [{ url: 'http://shop.example/', events: ['*'] }, ['url']],
    [{ url: 'https://10.0.0.1/', events: ['*'] }, ['url']],
  ])('an endpoint of %j is refused with 400, naming %j', async (body, paths) => {
    expectRefusal(await post(body), { status: 400, code: 'validation_failed', paths });
  });

  it('a host that resolves to a private address is refused, at create and at update', async () => {
    const rules = { ownHost: 'collections.example', allowsLoopback: false };
    const resolvedTo = (address: string) => webhookService({ receivers: { rules, resolve: async () => [address] } });
    const tenant = await aTenant();
    const asked = { method: 'POST', key: tenant.key, body: { url: 'https://shop.example/', events: ['*'] } } as const;
    const refusal = { status: 400, code: 'validation_failed', paths: ['url'] };
    expectRefusal(await invoke(createWebhookEndpoint(resolvedTo('10.0.0.1')), asked), refusal);
    const created = await invoke(createWebhookEndpoint(resolvedTo('8.8.8.8')), asked);
    const { id } = created.body.data as { id: string };
    const change = { method: 'PATCH', key: tenant.key, id, body: { url: 'https://other.example/' } } as const;
    expectRefusal(await invoke(updateWebhookEndpoint(resolvedTo('10.0.0.1')), change), refusal);
  });

  it('the eleventh endpoint of an account answers 409, also when many are added at once', async () => {
    const tenant = await aTenant();
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ url: URL_HERE, events: ['*'] }, tenant)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 409, 409]);
    const code = 'webhook_endpoint_limit';
    expectRefusal(await post({ url: URL_HERE, events: ['*'] }, tenant), { status: 409, code });
    expect((await invoke(list, { key: tenant.key })).body.data).toHaveLength(10);
  });
});

it('while the key of the secrets cannot be read, create, rotation and ping answer 503 and change nothing', async () => {
  const tenant = await aTenant();
  const { id } = await anEndpoint(tenant, URL_HERE);
  const all = async () => (await invoke(list, { key: tenant.key })).body.data;
  const before = await all();
  let isReadable = false;
  const readWebhookKey = async () => {
    if (!isReadable) throw new Error('no secret');
    return 'a key';
  };
  const unread = webhookService({ readWebhookKey });
  const rotateUnread = rotateWebhookSecret(unread);
  const changed = { method: 'POST', key: tenant.key, id };
  const answers = [
    await invoke(createWebhookEndpoint(unread), { ...changed, body: { url: URL_HERE, events: ['*'] } }),
    await invoke(rotateUnread, { ...changed, body: { oldValidHours: 0 } }),
    await invoke(pingWebhookEndpoint(unread), changed),
  ];
  for (const answer of answers) expectRefusal(answer, { status: 503, code: 'service_unavailable' });
  expect(await all()).toEqual(before);
  isReadable = true;
  expect((await invoke(rotateUnread, { ...changed, body: {} })).status).toBe(200);
});

it('a paused endpoint gets nothing until it is enabled, and then all that came meanwhile, oldest first', async () => {
  const [tenant, receiver] = await Promise.all([aTenant(), aReceiver()]);
  const { id } = await anEndpoint(tenant, receiver.url);
  expect((await patch(tenant, id, { status: 'paused' })).body.data).toMatchObject({ statusReason: 'merchant' });
  const told: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    told.push((await tell(tenant, clock)).body);
    clock.advance(1);
  }
  await world.drain();
  expect(receiver.received).toEqual([]);
  await patch(tenant, id, { status: 'enabled' });
  await world.advanceTo(new Date(clock.now.getTime() + 5 * 60_000));
  expect(receiver.received.map(({ body }) => body).toSorted()).toEqual(told.toSorted());
});

it('the log of deliveries pages newest first; its cursor holds for its filter, its endpoint and its account only', async () => {
  const [tenant, receiver] = await Promise.all([aTenant(), aReceiver()]);
  const { id } = await anEndpoint(tenant, receiver.url);
  const other = await anEndpoint(tenant, receiver.url, { events: ['contact.replied'] });
  const events: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    events.unshift((await tell(tenant, clock)).id);
    clock.advance(1);
  }
  const read = (query: Record<string, string>, of = id) => invoke(deliveries, { key: tenant.key, id: of, query });
  for (const limit of ['1', '2']) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await read({ limit, ...(cursor && { cursor }) });
      seen.push(...(body.data as { event: { id: string } }[]).map(({ event }) => event.id));
      cursor = (body.meta as { nextCursor: string | null }).nextCursor;
    } while (cursor);
    expect(seen, limit).toEqual(events);
  }
  // A last page that is exactly full says that it is the last.
  for (const limit of [5, 6])
    expect((await read({ limit: String(limit) })).body.meta, String(limit)).toEqual({ nextCursor: null });
  expect((await read({ limit: '4' })).body.meta).not.toEqual({ nextCursor: null });
  const { nextCursor } = (await read({ limit: '2' })).body.meta as { nextCursor: string };
  const refusal = { status: 400, code: 'validation_failed', paths: ['cursor'] };
  expectRefusal(await read({ cursor: nextCursor, status: 'failed' }), refusal);
  expectRefusal(await read({ cursor: nextCursor }, other.id), refusal);
  expectRefusal(await read({ cursor: `${nextCursor.slice(0, -1)}${nextCursor.endsWith('0') ? '1' : '0'}` }), refusal);
  expectRefusal(await read({ cursor: 'mine' }), refusal);
});

const WITH_BODY: [Operation, Handler, object | undefined][] = [
  ['get-webhook-endpoint', get, undefined],
  ['update-webhook-endpoint', update, { description: 'Other' }],
  ['delete-webhook-endpoint', remove, undefined],
  ['rotate-webhook-secret', rotate, { oldValidHours: 1 }],
  ['ping-webhook-endpoint', ping, undefined],
  ['replay-deliveries', replay, { since: '2026-06-30T00:00:00Z' }],
  ['list-deliveries', deliveries, undefined],
];

for (const [operation, handler, body] of WITH_BODY) {
  everyEndpoint({
    operation,
    handler,
    tenants,
    prepare: async (tenant) => ({ id: (await theEndpoint(tenant, operation)).id, ...(body && { body }) }),
  });
}

everyEndpoint({ operation: 'list-webhook-endpoints', handler: list, tenants, prepare: async () => ({}) });

everyEndpoint({
  operation: 'create-webhook-endpoint',
  handler: create,
  tenants,
  prepare: async (tenant) => {
    await emptied(tenant, 'create-webhook-endpoint');
    return { body: { url: URL_HERE, events: ['*'] } };
  },
});

describe('a create with an Idempotency-Key', () => {
  it('is made once, and its repeats answer the endpoint as it is, with its secret', async () => {
    const [tenant, other] = [await aTenant(), await aTenant()];
    const body = { url: URL_HERE, events: ['*'] };
    const all = await Promise.all([1, 2, 3].map(() => postWithKey(body, 'once', tenant)));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first] = all.map(({ body: answer }) => answer.data as { id: string; secret: string });
    for (const answer of all) expect(answer.body.data).toEqual(first);
    expect(all.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await patch(tenant, first?.id ?? '', { description: 'Mine' });
    const later = await postWithKey(body, 'once', tenant);
    expect(later.body.data).toMatchObject({ id: first?.id, secret: first?.secret, description: 'Mine' });
    expectRefusal(await postWithKey({ ...body, events: ['payment.received'] }, 'once', tenant), {
      status: 409,
      code: 'idempotency_conflict',
    });
    expect((await invoke(list, { key: tenant.key })).body.data).toHaveLength(1);
    const [second, foreign] = [await postWithKey(body, 'twice', tenant), await postWithKey(body, 'once', other)];
    const ids = [first, second.body.data, foreign.body.data].map((one) => (one as { id: string }).id);
    expect(new Set(ids).size).toBe(3);
  });
});
