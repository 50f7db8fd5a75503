/** Webhooks on their way: signatures, the ladder, what each answer does, and what survives a crash. */
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { deleteWebhookEndpoint } from '#functions/api/delete-webhook-endpoint.ts';
import { getWebhookEndpoint } from '#functions/api/get-webhook-endpoint.ts';
import { listDeliveries as makeListDeliveries } from '#functions/api/list-deliveries.ts';
import { listEvents } from '#functions/api/list-events.ts';
import { pingWebhookEndpoint } from '#functions/api/ping-webhook-endpoint.ts';
import { replayDeliveries } from '#functions/api/replay-deliveries.ts';
import { rotateWebhookSecret } from '#functions/api/rotate-webhook-secret.ts';
import { updateWebhookEndpoint } from '#functions/api/update-webhook-endpoint.ts';
import { WAITS_MS } from '#lib/domain/webhook/delivery.ts';
import { table } from '#lib/store/table/live-table.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Handler, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aReceiver, ok, type Received, status } from './a-receiver.ts';
import { anEndpoint, deliverMessage, secretOf, tell, useWebhookWorld, webhookService } from './a-webhook-world.ts';

const service = webhookService();
const deleteEndpoint = deleteWebhookEndpoint(service);
const getEndpoint = getWebhookEndpoint(service);
const listDeliveries = makeListDeliveries(service);
const ping = pingWebhookEndpoint(service);
const replay = replayDeliveries(service);
const rotate = rotateWebhookSecret(service);
const update = updateWebhookEndpoint(service);

useTable();
captureLogs();
const START = new Date('2026-07-01T09:00:00.000Z');
const clock = useClock(START);
const world = useWebhookWorld(clock);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const after = (ms: number) => new Date(clock.now.getTime() + ms);

const call = (handler: Handler, { key }: Tenant, id: string, method: string, body?: unknown) =>
  invoke(handler, { method: method as 'POST', key, id, ...(body !== undefined && { body }) });
type Entry = { status: string; attempts: { answer?: string }[] };
const logOf = async (tenant: Tenant, id: string) =>
  (await call(listDeliveries, tenant, id, 'GET')).body.data as Entry[];
const shown = async (tenant: Tenant, id: string) => (await call(getEndpoint, tenant, id, 'GET')).body.data;
const isSigned = ({ headers, body }: Received, secret: string) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

async function aWorld(given: object = {}) {
  const [tenant, receiver] = await Promise.all([aTenant(), aReceiver()]);
  const endpoint = await anEndpoint(tenant, receiver.url, given);
  return { tenant, receiver, endpoint, tell: (of: object = {}) => tell(tenant, clock, of) };
}

it('every webhook verifies with the library of Standard Webhooks, and its body is the event byte for byte', async () => {
  const { receiver, endpoint, tell } = await aWorld();
  const told = await Promise.all(Array.from({ length: 25 }, () => tell()));
  await world.drain();
  expect(receiver.received).toHaveLength(25);
  expect(receiver.received.filter((webhook) => isSigned(webhook, endpoint.secret))).toHaveLength(25);
  expect(receiver.received.map(({ body }) => body).toSorted()).toEqual(told.map(({ body }) => body).toSorted());
  for (const { headers, body } of receiver.received) expect(headers['webhook-id']).toBe(JSON.parse(body).id);
});

it('a webhook whose id, time or body was changed does not verify, nor does one that is 301 seconds old', async () => {
  const { receiver, endpoint, tell } = await aWorld();
  await tell();
  await world.drain();
  const [webhook] = receiver.received as [Received];
  const time = Number(webhook.headers['webhook-timestamp']);
  const changed = (headers: object, body = webhook.body) => ({ headers: { ...webhook.headers, ...headers }, body });
  expect(isSigned(changed({ 'webhook-id': 'evt_other' }), endpoint.secret)).toBe(false);
  expect(isSigned(changed({ 'webhook-timestamp': String(time - 1) }), endpoint.secret)).toBe(false);
  expect(isSigned(changed({}, `${webhook.body} `), endpoint.secret)).toBe(false);
  expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(60);
  const signed = (at: number) => {
    const signature = new Webhook(endpoint.secret).sign('evt_1', new Date(at * 1000), '{}');
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'webhook-signature': signature };
    return isSigned({ headers, body: '{}' }, endpoint.secret);
  };
  const now = Math.floor(Date.now() / 1000);
  expect([now, now - 302, now + 303].map(signed)).toEqual([true, false, false]);
});

it('while a secret is rotated, webhooks verify with the old and the new one, and afterwards only with the new', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  const answer = await call(rotate, tenant, endpoint.id, 'POST', { oldValidHours: 24 });
  const { secret } = answer.body.data as { secret: string };
  expect(secret).not.toBe(endpoint.secret);
  await tell();
  await world.drain();
  await world.advanceTo(after(24 * HOUR));
  await tell();
  await world.drain();
  const [during, later] = receiver.received as [Received, Received];
  expect([endpoint.secret, secret].map((each) => isSigned(during, each))).toEqual([true, true]);
  expect([endpoint.secret, secret].map((each) => isSigned(later, each))).toEqual([false, true]);
});

it('a webhook that always gets 500 is sent ten times, exactly by the ladder of 75 hours and 36 minutes', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(500, {}, 'no');
  const { body } = await tell();
  await world.advanceTo(after(80 * HOUR));
  expect(world.ran.map((at, index) => at.getTime() - (world.ran[index - 1] ?? START).getTime())).toEqual([...WAITS_MS]);
  expect(receiver.received.map((webhook) => webhook.body)).toEqual(Array(10).fill(body));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.received.every((webhook) => isSigned(webhook, endpoint.secret))).toBe(true);
  const [entry] = await logOf(tenant, endpoint.id);
  const attempt = { at: expect.any(String), milliseconds: expect.any(Number), httpStatus: 500, answer: 'no' };
  expect(entry).toMatchObject({ status: 'failed', nextAttemptAt: null, attempts: Array(10).fill(attempt) });
});

it.each([
  ['302', status(302, { location: 'http://127.0.0.1:9/' }), { httpStatus: 302 }],
  ['no answer', () => {}, { error: 'timeout' }],
  ['a reset', (response: { destroy(): void }) => response.destroy(), { error: 'connect' }],
] as const)('a receiver that gives %s is tried again a minute later, and then succeeds', async (_, answer, result) => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = answer as never;
  await tell();
  await world.drain();
  receiver.answer = ok;
  await world.advanceTo(after(MINUTE));
  expect(receiver.received).toHaveLength(2);
  const [entry] = await logOf(tenant, endpoint.id);
  expect(entry).toMatchObject({ status: 'delivered', attempts: [result, { httpStatus: 200 }] });
});

it('an answer of ten megabytes is accepted at once, and at most one kilobyte of it is kept', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = (response) => void response.writeHead(200).end(Buffer.alloc(10_000_000, 'x'));
  await tell();
  await world.drain();
  const [entry] = await logOf(tenant, endpoint.id);
  expect(entry).toMatchObject({ status: 'delivered' });
  expect(entry?.attempts[0]?.answer).toHaveLength(1024);
});

it('410 disables an endpoint; it is enabled again after a ping that passes, and what came meanwhile is sent then', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(410);
  const gone = await tell();
  await world.drain();
  expect(await shown(tenant, endpoint.id)).toMatchObject({ status: 'disabled', statusReason: 'gone' });
  const waiting = [await tell(), await tell()];
  await world.drain();
  const enable = () => call(update, tenant, endpoint.id, 'PATCH', { status: 'enabled' });
  expect((await enable()).status).toBe(409);
  expect((await call(ping, tenant, endpoint.id, 'POST')).body.data).toMatchObject({ passed: false, httpStatus: 410 });
  expect((await enable()).body).toMatchObject({ code: 'webhook_endpoint_disabled' });
  receiver.answer = ok;
  expect((await call(ping, tenant, endpoint.id, 'POST')).body.data).toMatchObject({ passed: true });
  receiver.received.length = 0;
  expect((await enable()).body.data).toMatchObject({ status: 'enabled' });
  await world.advanceTo(after(5 * MINUTE));
  expect(receiver.received.map(({ body }) => body).toSorted()).toEqual(waiting.map(({ body }) => body).toSorted());
  expect(receiver.received.map(({ body }) => body)).not.toContain(gone.body);
});

it('429 with Retry-After holds the whole endpoint for that long by the clock, and then all of it is sent', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(429, { 'retry-after': '7200' });
  await tell();
  await world.drain();
  expect(await shown(tenant, endpoint.id)).toMatchObject({ status: 'paused', statusReason: 'retry_after' });
  receiver.answer = ok;
  await tell();
  await world.advanceTo(after(2 * HOUR - MINUTE));
  expect(receiver.received).toHaveLength(1);
  await world.advanceTo(after(3 * MINUTE));
  expect(receiver.received).toHaveLength(3);
  expect(await shown(tenant, endpoint.id)).toMatchObject({ status: 'enabled' });
});

it('a pause that was asked for uses up none of the ten attempts, and leaves no reason behind when it is over', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(503, { 'retry-after': '120' });
  await tell();
  await world.drain();
  const stored = async () => (await getWebhookEndpoints(table, tenant.account.id))[0];
  const statusSince = clock.now.toISOString();
  expect(await stored()).toMatchObject({ status: 'paused', statusReason: 'retry_after', statusSince });
  expect(await logOf(tenant, endpoint.id)).toMatchObject([{ status: 'held', nextAttemptAt: null, attempts: [{}] }]);
  receiver.answer = status(500);
  await world.advanceTo(after(80 * HOUR));
  expect(receiver.received).toHaveLength(11);
  const healedAt = new Date(START.getTime() + 2 * MINUTE).toISOString();
  expect(await stored()).toMatchObject({ status: 'enabled', statusSince: healedAt });
  expect(await stored()).not.toHaveProperty('statusReason');
  expect(await logOf(tenant, endpoint.id)).toMatchObject([{ status: 'failed' }]);
});

it('twenty failures in a row over five minutes pause an endpoint; a probe that passes heals it, and nothing is lost', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(503);
  const told = await Promise.all(Array.from({ length: 12 }, () => tell()));
  await world.advanceTo(after(7 * MINUTE));
  expect(await shown(tenant, endpoint.id)).toMatchObject({ status: 'paused', statusReason: 'failing' });
  told.push(await tell());
  await world.drain();
  receiver.received.length = 0;
  await world.advanceTo(after(30 * MINUTE));
  const types = receiver.received.map(({ body }) => JSON.parse(body).type);
  expect(new Set(types)).toEqual(new Set(['webhook.ping']));
  receiver.answer = ok;
  await world.advanceTo(after(3 * HOUR));
  expect(await shown(tenant, endpoint.id)).toMatchObject({ status: 'enabled' });
  const bodies = receiver.received.map(({ body }) => body).filter((body) => !body.includes('webhook.ping'));
  expect(bodies.toSorted()).toEqual(told.map(({ body }) => body).toSorted());
});

it('an endpoint that has only failed for five days is disabled, and its events are kept', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(500);
  await Promise.all(Array.from({ length: 25 }, () => tell()));
  await world.advanceTo(after(119 * HOUR));
  expect(await shown(tenant, endpoint.id)).toMatchObject({ status: 'paused' });
  await world.advanceTo(after(3 * HOUR));
  expect(await shown(tenant, endpoint.id)).toMatchObject({ status: 'disabled', statusReason: 'failing_for_days' });
  expect(new Set((await logOf(tenant, endpoint.id)).map(({ status: each }) => each))).toEqual(new Set(['held']));
});

it('an endpoint that is paused as failing, or disabled, is told of once, to the other endpoints that want it and in the feed', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  const [everything, onlyThis, neither] = await Promise.all([aReceiver(), aReceiver(), aReceiver()]);
  await anEndpoint(tenant, everything.url);
  await anEndpoint(tenant, onlyThis.url, { events: ['webhook_endpoint.disabled'] });
  await anEndpoint(tenant, neither.url, { events: ['payment.received'] });
  receiver.answer = status(503);
  await Promise.all(Array.from({ length: 12 }, () => tell()));
  await world.advanceTo(after(122 * HOUR));
  const of = ({ received }: typeof receiver) =>
    received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type.startsWith('webhook_endpoint.'));
  const data = (reason: string) => ({ endpoint: { id: endpoint.id }, reason });
  expect(of(everything)).toMatchObject([
    { type: 'webhook_endpoint.failing', data: data('failing') },
    { type: 'webhook_endpoint.disabled', data: data('failing_for_days') },
  ]);
  expect(of(onlyThis)).toMatchObject([{ type: 'webhook_endpoint.disabled' }]);
  expect([...of(receiver), ...of(neither)]).toEqual([]);
  const query = { type: 'webhook_endpoint.disabled' };
  const feed = await invoke(listEvents(service), { key: tenant.key, query });
  expect(feed.body.data).toEqual([of(everything)[1]]);
});

it('a deleted endpoint gets nothing any more, not even what was to be tried again', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(500);
  await tell();
  await world.drain();
  expect((await call(deleteEndpoint, tenant, endpoint.id, 'DELETE')).status).toBe(200);
  await world.advanceTo(after(80 * HOUR));
  expect(receiver.received).toHaveLength(1);
  expect((await call(getEndpoint, tenant, endpoint.id, 'GET')).status).toBe(404);
});

it('a retry after a rotation is signed with the secrets of its own time', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  receiver.answer = status(500);
  await tell();
  await world.drain();
  await call(rotate, tenant, endpoint.id, 'POST', { oldValidHours: 0 });
  await world.advanceTo(after(MINUTE));
  const [, retried] = receiver.received as [Received, Received];
  expect(isSigned(retried, endpoint.secret)).toBe(false);
  expect(isSigned(retried, await secretOf(endpoint.id, 2))).toBe(true);
});

it('a replay sends failed deliveries again with the same id and body, and with status all the delivered ones too', async () => {
  const { tenant, receiver, endpoint, tell } = await aWorld();
  await tell();
  await world.drain();
  receiver.answer = status(500);
  await tell();
  await world.advanceTo(after(80 * HOUR));
  receiver.answer = ok;
  const before = receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`);
  receiver.received.length = 0;
  const since = START.toISOString();
  expect((await call(replay, tenant, endpoint.id, 'POST', { since })).body.data).toEqual({
    replayed: 1,
    nextSince: null,
  });
  await world.drain();
  expect((await call(replay, tenant, endpoint.id, 'POST', { since, status: 'all' })).body.data).toMatchObject({
    replayed: 2,
  });
  await world.drain();
  expect(receiver.received).toHaveLength(3);
  for (const { headers, body } of receiver.received) expect(before).toContain(`${headers['webhook-id']} ${body}`);
});

it('a message that comes twice is one attempt', async () => {
  const { receiver, tell } = await aWorld();
  await tell();
  const [message = ''] = world.messages;
  await Promise.all([deliverMessage(message), deliverMessage(message), deliverMessage(message)]);
  await deliverMessage(message);
  expect(receiver.received).toHaveLength(1);
});

it('a delivery whose message was lost is found by the sweeper', async () => {
  const { receiver, tell } = await aWorld();
  const { body } = await tell({ isLost: true });
  await world.sweep();
  await world.drain();
  expect(receiver.received).toHaveLength(0);
  clock.advance(4);
  await world.sweep();
  await world.drain();
  expect(receiver.received.map((webhook) => webhook.body)).toEqual([body]);
});

it('a delivery goes to the endpoints of its own account that want its type, and to no other', async () => {
  const mine = await aWorld({ events: ['payment.received'] });
  const other = await aWorld();
  await mine.tell({ type: 'collection.overdue' });
  const { body } = await mine.tell();
  await world.drain();
  expect(mine.receiver.received.map((webhook) => webhook.body)).toEqual([body]);
  expect(other.receiver.received).toEqual([]);
});
