/** Steps of the tour: an account's providers, and what needs no account. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { accountKey } from '#lib/store/keys.ts';
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

/** The stream shows an account whose provider has got credentials. */
async function scheduleReconciliation({ world, tenant, invoke }: Tour): Promise<void> {
  const key = accountKey(tenant.account.id);
  const before = world.table.items.get(key) as unknown as { providers: Record<string, object> };
  const providers = { ...before.providers, sandbox: { ...before.providers['sandbox'], reconciles: true } };
  const image = (item: object) => marshall(item, { removeUndefinedValues: true });
  const dynamodb = { Keys: image(key), OldImage: image(before), NewImage: image({ ...before, providers }) };
  await invoke('relay', { Records: [{ eventName: 'MODIFY', dynamodb: { ...dynamodb, SequenceNumber: '1' } }] });
}
