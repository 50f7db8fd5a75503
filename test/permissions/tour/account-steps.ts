/** Steps of the tour: an account's providers, and what needs no account. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { accountKey } from '#lib/store/keys.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { aCollection, changeOf } from './collections.ts';
import type { Tour } from './open-tour.ts';

export async function accountSteps(tour: Tour): Promise<void> {
  const { ask } = tour;
  await ask('get-openapi');
  await ask('not-found', {}, 405);
  await ask('create-provider', { method: 'POST', body: { name: 'Desk', slug: 'desk' } });
  const [{ id }] = (await ask('list-providers')).body.data;
  await ask('get-provider', { id });
  await ask('update-provider', { method: 'PATCH', id, body: { name: 'Front desk' } });
  await scheduleReconciliation(tour);
}

/** An experiment, in which customers count by their first collections. */
export async function insightsSteps(tour: Tour): Promise<void> {
  const { ask, invoke, wait } = tour;
  await ask('set-experiment', { method: 'PUT', body: { holdOut: 0.5 } });
  const id = await aCollection(tour, {
    reference: 'counted',
    contact: aContactBody({ phone: '+2348031230009', email: 'counted@example.com' }),
  });
  await invoke('publish-events', { Records: [changeOf(tour, id)] });
  await wait(SETTLED_MS);
  await invoke('count-insights', {});
  await ask('update-collection-status', { method: 'PATCH', id, body: { status: 'cancelled' } });
  await invoke('publish-events', { Records: [changeOf(tour, id)] });
  await wait(SETTLED_MS);
  await invoke('count-insights', {});
  for (const operation of ['get-book', 'get-flow', 'get-recovery', 'get-experiment'] as const) await ask(operation);
  await ask('set-experiment', { method: 'PUT', body: { holdOut: 0 } });
}

const SETTLED_MS = 7 * 60_000;

/** The stream shows an account whose provider has got credentials. */
async function scheduleReconciliation({ world, tenant, invoke }: Tour): Promise<void> {
  const key = accountKey(tenant.account.id);
  const before = world.table.items.get(key) as unknown as { providers: Record<string, object> };
  const providers = { ...before.providers, sandbox: { ...before.providers['sandbox'], reconciles: true } };
  const image = (item: object) => marshall(item, { removeUndefinedValues: true });
  const dynamodb = { Keys: image(key), OldImage: image(before), NewImage: image({ ...before, providers }) };
  await invoke('relay', { Records: [{ eventName: 'MODIFY', dynamodb: { ...dynamodb, SequenceNumber: '1' } }] });
}
