/** Steps of the tour: webhook endpoints, and what is told, delivered, refused, looked up and sent again. */
import { parts } from '#test/simulation/world/simulated.ts';
import { aCollection, changeOf } from './collections.ts';
import type { Tour } from './open-tour.ts';

const resource = '/public/webhook-endpoints/{id}';
const MINUTE = 60_000;

export async function webhookSteps(tour: Tour): Promise<void> {
  const { ask, wait, world } = tour;
  const since = new Date(world.kernel.now()).toISOString();
  const body = { url: 'https://receiver.example/hook', events: ['*'], notifyEmail: 'shop@example.com' };
  const { id } = (await ask('create-webhook-endpoint', { method: 'POST', body })).body.data;
  await ask('list-webhook-endpoints');
  await ask('get-webhook-endpoint', { resource, id });
  await ask('rotate-webhook-secret', { resource, method: 'POST', id, body: {} });
  // The endpoint is gone, which disables it.
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
  await ask('delete-webhook-endpoint', { resource, method: 'DELETE', id });
}

function answerWebhooks(status: number): void {
  parts.post = async () => ({ status, milliseconds: 1 });
}
