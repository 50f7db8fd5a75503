/**
 * A sender of webhooks that crashes before or after any of its writes: the event still comes, with the same id and bytes.
 * What one endpoint does to others, and whom an endpoint that fails is reported to.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { getWebhookEndpoint } from '#functions/api/get-webhook-endpoint.ts';
import { listDeliveries as makeListDeliveries } from '#functions/api/list-deliveries.ts';
import { updateWebhookEndpoint } from '#functions/api/update-webhook-endpoint.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { notifyRefOf, withConfirmation } from '#lib/domain/webhook/notify-address.ts';
import { table } from '#lib/store/table/live-table.ts';
import { changeWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { confirmNotifyAddress } from '#lib/store/webhook/notify-addresses.ts';
import { aTenant } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { die, INTERRUPTIONS } from '#test/support/dying.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aReceiver, ok, status } from './a-receiver.ts';
import { anEndpoint, deliverMessage, tell, useWebhookWorld, webhookService } from './a-webhook-world.ts';

const service = webhookService();
const getEndpoint = getWebhookEndpoint(service);
const listDeliveries = makeListDeliveries(service);
const update = updateWebhookEndpoint(service);

useTable();
captureLogs();
const clock = useClock(new Date('2026-07-01T09:00:00.000Z'));
const world = useWebhookWorld(clock);
systemClock.sleep = async () => {};

/** As many as each of the invocations below makes. */
const WRITES = [1, 2, 3];
const CRASHES = WRITES.flatMap((at) => INTERRUPTIONS.map((interruption) => ({ at, ...interruption })));

/** As SQS does with a message that was not confirmed, and as the sweeper does each minute. */
async function goOn(message: string, minutes = 30): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 5) {
    await world.advanceTo(new Date(clock.now.getTime() + 5 * 60_000));
    if (minute === 0) await deliverMessage(message);
    await world.sweep();
    await world.drain();
  }
}

async function aTold() {
  const [tenant, receiver] = await Promise.all([aTenant(), aReceiver()]);
  const endpoint = await anEndpoint(tenant, receiver.url);
  return { tenant, receiver, endpoint, told: await tell(tenant, clock) };
}

describe.each(CRASHES)('a sender that is $death $when its write number $at', (crash) => {
  it(`a webhook whose sender is ${crash.death} ${crash.when} write ${crash.at} arrives with the same id and bytes`, async () => {
    const { tenant, receiver, endpoint, told } = await aTold();
    const [message = ''] = world.messages.splice(0);
    await die(() => deliverMessage(message), crash);
    await goOn(message);
    expect(receiver.received.length).toBeGreaterThanOrEqual(1);
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    for (const { headers, body } of receiver.received)
      expect([headers['webhook-id'], body]).toEqual([told.id, told.body]);
    const log = (await invoke(listDeliveries, { key: tenant.key, id: endpoint.id })).body.data;
    expect(log).toMatchObject([{ status: 'delivered' }]);
  });

  it(`a refused webhook whose sender is ${crash.death} ${crash.when} write ${crash.at} is sent again until it is accepted`, async () => {
    const { tenant, receiver, endpoint, told } = await aTold();
    receiver.answer = status(500);
    const [message = ''] = world.messages.splice(0);
    await die(() => deliverMessage(message), crash);
    receiver.answer = ok;
    await goOn(message);
    expect(receiver.received.length).toBeGreaterThanOrEqual(1);
    expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([told.body]));
    const log = (await invoke(listDeliveries, { key: tenant.key, id: endpoint.id })).body.data;
    expect(log).toMatchObject([{ status: 'delivered' }]);
  });

  it(`an endpoint that asked for a pause is enabled again although what did so was ${crash.death} ${crash.when} write ${crash.at}`, async () => {
    const { tenant, receiver, endpoint, told } = await aTold();
    receiver.answer = status(503, { 'retry-after': '60' });
    const [message = ''] = world.messages.splice(0);
    await deliverMessage(message);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = ok;
    clock.advance(2);
    world.schedules.clear();
    await die(() => deliverMessage(JSON.stringify({ endpoint: endpoint.id })), crash);
    await goOn(message);
    expect((await invoke(getEndpoint, { key: tenant.key, id: endpoint.id })).body.data).toMatchObject({
      status: 'enabled',
    });
    expect(receiver.received.at(-1)?.body).toBe(told.body);
    const log = (await invoke(listDeliveries, { key: tenant.key, id: endpoint.id })).body.data;
    expect(log).toMatchObject([{ status: 'delivered' }]);
  });

  it(`what an endpoint missed while it was paused arrives although the catch-up was ${crash.death} ${crash.when} write ${crash.at}`, async () => {
    const { tenant, receiver, endpoint, told } = await aTold();
    const patch = (body: object) => invoke(update, { method: 'PATCH', key: tenant.key, id: endpoint.id, body });
    await patch({ status: 'paused' });
    await world.drain();
    await patch({ status: 'enabled' });
    const [message = ''] = world.messages.splice(0);
    await die(() => deliverMessage(message), crash);
    await goOn(message);
    expect(receiver.received.map(({ body }) => body)).toEqual([told.body]);
  });
});

const channels = useChannels();
const HOUR_MS = 3_600_000;

it('while one receiver hangs, the webhooks of another arrive at once, and each message names its account as its group', async () => {
  const [tenant, slow, fast] = await Promise.all([aTenant(), aReceiver(), aReceiver()]);
  slow.answer = () => {};
  const hanging = await anEndpoint(tenant, slow.url);
  await anEndpoint(tenant, fast.url);
  for (let count = 0; count < 5; count += 1) await tell(tenant, clock);
  const messages = world.messages.splice(0);
  const ended: string[] = [];
  const all = messages.map((message) => deliverMessage(message).finally(() => ended.push(message)));
  const ofHanging = () => ended.filter((message) => message.includes(hanging.id));
  const soon = { timeout: 60_000, interval: 5 };
  await expect.poll(() => fast.received.length, soon).toBe(5);
  expect(ofHanging()).toEqual([]);
  await expect.poll(() => slow.received.length, soon).toBe(5);
  await Promise.all(all);
  expect(world.groups).toEqual(Array(10).fill(tenant.account.id));
});

it('an endpoint that fails is reported by email to the confirmed address after an hour, a day and four days, and when it is disabled', async () => {
  process.env['EMAIL_FROM'] = 'collections@example.com';
  onTestFinished(() => {
    delete process.env['EMAIL_FROM'];
  });
  const [tenant, receiver] = await Promise.all([aTenant(), aReceiver()]);
  receiver.answer = status(500, {}, 'no');
  await anEndpoint(tenant, receiver.url, { notifyEmail: 'dev@shop.example' });
  await world.drain();
  const ref = notifyRefOf(tenant.account, 'dev@shop.example');
  await confirmNotifyAddress(table, ref, clock.now);
  await changeWebhookEndpoints(
    table,
    tenant.account.id,
    withConfirmation(tenant.account, ref, clock.now.toISOString()),
  );
  for (let count = 0; count < 25; count += 1) await tell(tenant, clock);
  const sent = async (hours: number) => {
    await world.advanceTo(new Date(clock.now.getTime() + hours * HOUR_MS));
    return channels.messages().filter(({ text }) => text.startsWith('Your webhook endpoint')).length;
  };
  expect([
    await sent(0.9),
    await sent(2),
    await sent(20),
    await sent(4),
    await sent(74),
    await sent(10),
    await sent(20),
  ]).toEqual([0, 1, 1, 2, 3, 3, 4]);
});
