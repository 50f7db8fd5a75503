/** What one endpoint does to others, and whom an endpoint that fails is reported to. */
import { expect, it, onTestFinished } from 'vitest';
import { notifyRefOf, withConfirmation } from '#lib/domain/webhook/notify-address.ts';
import { table } from '#lib/store/table/live-table.ts';
import { changeWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { confirmNotifyAddress } from '#lib/store/webhook/notify-addresses.ts';
import { aTenant } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aReceiver, status } from './a-receiver.ts';
import { anEndpoint, deliverMessage, tell, useWebhookWorld } from './a-webhook-world.ts';

useTable();
captureLogs();
const channels = useChannels();
const clock = useClock(new Date('2026-07-01T09:00:00.000Z'));
const world = useWebhookWorld(clock);
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
