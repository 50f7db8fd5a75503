/**
 * Steps of the tour: what a merchant asks of collections, and creates that are refused or open ways to pay.
 * Steps of the tour: customers as the relay keeps them, and as they are listed and found.
 * Steps of the tour: what a stage with a retention period does besides, when the period of two collections is over.
 */

import { marshall } from '@aws-sdk/util-dynamodb';
import { table } from '#lib/store/table/live-table.ts';
import { parts } from '#test/simulation/world/simulated.ts';
import { aContactBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { aCollection, changeOf, runWhenDue } from './collections.ts';
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
  await ask('withdraw-promise', { method: 'DELETE', id });
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

type Record = { dynamodb: { Keys: { pk: object }; NewImage: object } };

/** One is corrected, has written, owes nothing any more, and is found in each order. */
export async function customerSteps(tour: Tour): Promise<void> {
  const { ask, invoke } = tour;
  const contact = aContactBody({ firstName: 'Chidi', phone: '+2348031230088', email: 'chidi@example.com' });
  const id = await aCollection(tour, { reference: 'customer-1', contact });
  const created = changeOf(tour, id) as Record;
  await invoke('relay', { Records: [created] });
  const relayChange = (before: Record) => {
    const after = changeOf(tour, id) as Record;
    const dynamodb = { ...after.dynamodb, OldImage: before.dynamodb.NewImage };
    return invoke('relay', { Records: [{ eventName: 'MODIFY', dynamodb }] });
  };
  const { body } = await ask('get-collection', { id });
  await ask('list-customers');
  await ask('list-customers', { query: { order: 'outstanding', currency: 'NGN' } });
  await ask('list-customers', { query: { search: 'chid', order: 'name' } });
  await ask('list-collections', { query: { search: 'chidi' } });
  await ask('list-collections', { query: { order: 'dueDate', dueFrom: '2026-01-01' } });
  await ask('list-collections', { query: { order: 'outstanding', currency: 'NGN' } });
  await ask('get-customer', { id: body.data.contact.id });
  await ask('get-statement', { id: body.data.contact.id });
  const customer = { method: 'POST', id: body.data.contact.id, body: {} };
  await ask('pause-customer', customer);
  const also = await aCollection(tour, { reference: 'customer-2', contact: { ...contact, phone: '+2348031230085' } });
  await invoke('relay', { Records: [changeOf(tour, also)] });
  await ask('update-collection-status', { method: 'PATCH', id: also, body: { status: 'cancelled' } });
  const corrected = { phone: '+2348031230086', email: 'chidi.o@example.com' };
  await ask('update-customer', { ...customer, method: 'PATCH', body: corrected });
  await ask('update-customer', { ...customer, method: 'PATCH', body: { tags: ['vip'] } });
  const rules = [{ name: 'Tagged', when: { tags: ['vip'] }, followUp: { tone: 'gentle' } }];
  await ask('set-follow-up-policy', { method: 'PUT', body: { rules } });
  const asked = { contact: aContactBody({ firstName: 'Chidi', ...corrected }) };
  await aCollection(tour, { reference: 'customer-3', ...asked });
  await ask('preview-follow-ups', { method: 'POST', body: aFullCreateBody({ reference: 'customer-4', ...asked }) });
  await ask('set-follow-up-policy', { method: 'PUT', body: { rules: [] } });
  await ask('resume-customer', customer);
  await ask('update-collection', { method: 'PATCH', id, body: { contact: { phone: '+2348031230087' } } });
  await relayChange(created);
  const row = { pk: created.dynamodb.Keys.pk, ...marshall({ sk: 'REPLY#m-1', at: '2026-03-02T09:00:00.000Z' }) };
  await invoke('relay', { Records: [{ eventName: 'INSERT', dynamodb: { Keys: row, NewImage: row } }] });
  await ask('update-collection-status', { method: 'PATCH', id, body: { status: 'cancelled' } });
  await relayChange(created);
}

const MINUTE = 60_000;

/** One of the two is erased while its contact has another; with the last, the contact and the person go, too. */
export async function erasureSteps(tour: Tour): Promise<void> {
  const body = { url: 'https://receiver.example/erased', events: ['*'] };
  await tour.ask('create-webhook-endpoint', { method: 'POST', body });
  const ended = [await endedCollection(tour, 'erased-1'), await endedCollection(tour, 'erased-2')];
  await tour.wait(2 * DAY);
  parts.settings.retentionDays = 1;
  table.retentionDays = 1;
  try {
    await tour.invoke('sweep', {});
    for (const collection of ended) await erase(tour, collection);
  } finally {
    parts.settings.retentionDays = undefined;
    table.retentionDays = undefined;
  }
}

/** It was told of, one message of it was sent, and it was cancelled. */
async function endedCollection(tour: Tour, reference: string): Promise<string> {
  const contact = aContactBody({ phone: '+2348031230099', email: 'erased@example.com' });
  const followUp = { enabled: true, startAfter: 20, cadence: 'every_1h', channels: ['sms'] };
  const id = await aCollection(tour, { reference, contact, followUp });
  await tour.invoke('publish-events', { Records: [changeOf(tour, id)] });
  await tour.wait(MINUTE);
  await runWhenDue(tour, id);
  await tour.ask('update-collection-status', { method: 'PATCH', id, body: { status: 'cancelled' } });
  return id;
}

async function erase({ invoke }: Tour, collection: string): Promise<void> {
  const body = JSON.stringify({ collection, erases: true });
  const answer = await invoke('follow-up', { Records: [{ messageId: '1', body }] });
  if ((answer as { batchItemFailures: unknown[] }).batchItemFailures.length > 0) throw new Error('the erasure failed');
}
