/** Steps of the tour: webhook endpoints, and what is told, delivered, refused, looked up and sent again. */
import { notifyToken } from '#lib/domain/ids.ts';
import { notifyRefOf } from '#lib/domain/webhook/notify-address.ts';
import { parts } from '#test/simulation/world/simulated.ts';
import { aCollection, changeOf } from './collections.ts';
import type { Tour } from './open-tour.ts';

const resource = '/public/webhook-endpoints/{id}';
const MINUTE = 60_000;
const NOTIFY_EMAIL = 'shop@example.com';

export async function webhookSteps(tour: Tour): Promise<void> {
  const { ask, wait, world } = tour;
  const since = new Date(world.kernel.now()).toISOString();
  const body = { url: 'https://receiver.example/hook', events: ['*'], notifyEmail: NOTIFY_EMAIL };
  const { id } = (await ask('create-webhook-endpoint', { method: 'POST', body })).body.data;
  await wait(MINUTE);
  await answered(tour, 'confirm');
  await ask('list-webhook-endpoints');
  await ask('get-webhook-endpoint', { resource, id });
  await ask('rotate-webhook-secret', { resource, method: 'POST', id, body: {} });
  const told = { url: 'https://receiver.example/other', events: ['webhook_endpoint.disabled'] };
  await ask('create-webhook-endpoint', { method: 'POST', body: told });
  // The endpoint is gone, which disables it, and the other one is told.
  answerWebhooks(410);
  await tour.invoke('publish-events', { Records: [changeOf(tour, await aCollection(tour, { reference: 'told' }))] });
  await wait(MINUTE);
  await ask('list-deliveries', { resource, id });
  answerWebhooks(204);
  await ask('ping-webhook-endpoint', { resource, method: 'POST', id });
  await ask('update-webhook-endpoint', { resource, method: 'PATCH', id, body: { status: 'enabled' } });
  await ask('replay-deliveries', { resource, method: 'POST', id, body: { since, status: 'failed' } });
  await wait(MINUTE);
  await tour.invoke('sweep-webhooks', {});
  await ask('list-events');
  await answered(tour, 'refuse');
  await ask('delete-webhook-endpoint', { resource, method: 'DELETE', id });
}

/** By the link in the email. */
async function answered({ tenant: { account }, visit }: Tour, answer: string): Promise<void> {
  const token = notifyToken(notifyRefOf(account, NOTIFY_EMAIL));
  const { status } = await visit('notify-address', { token }, { method: 'POST', body: `answer=${answer}` });
  if (status !== 200) throw new Error(`the link for notices answered ${status}`);
}

function answerWebhooks(status: number): void {
  parts.post = async () => ({ status, milliseconds: 1 });
}
