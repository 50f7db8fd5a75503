/** Steps of the tour: what a merchant asks of collections, and creates that are refused or open ways to pay. */
import { aFullCreateBody } from '#test/support/a-create-body.ts';
import { aCollection } from './collections.ts';
import type { Tour } from './open-tour.ts';

const DAY = 86_400_000;

export async function collectionSteps(tour: Tour): Promise<void> {
  const { ask, world } = tour;
  await aCollection(tour, { reference: 'payable', payable: { enabled: true, methods: ['virtual_account'] } });
  await refusedWithKey(tour);
  const id = await aCollection(tour, { reference: 'seen' });
  for (const operation of ['get-collection', 'get-follow-ups', 'list-payments'] as const) await ask(operation, { id });
  await ask('preview-follow-ups', { method: 'POST', body: aFullCreateBody({ reference: 'seen before' }) });
  await ask('update-collection', { method: 'PATCH', id, body: { expiresIn: 2_880 } });
  const payBy = new Date(world.kernel.now() + DAY).toISOString();
  await ask('promise-payment', { method: 'POST', id, body: { payBy } });
  const setStatus = (status: string) => ask('update-collection-status', { method: 'PATCH', id, body: { status } });
  await setStatus('cancelled');
  await ask('reopen-collection', { method: 'POST', id, body: {} });
  const createdTo = new Date(world.kernel.now()).toISOString();
  for (const query of [
    { contact: '+2348031230001' },
    { contact: 'ada@example.com' },
    { createdTo },
    { status: 'pending' },
  ])
    await ask('list-collections', { query });
  await tour.invoke('sweep', {});
}

/** It would be answered as before if it was recorded under its key. */
async function refusedWithKey({ ask }: Tour): Promise<void> {
  const body = aFullCreateBody({ reference: 'refused', provider: 'unknown' });
  await ask('create-collection', { method: 'POST', body, headers: { 'idempotency-key': 'refused' } }, 400);
}
