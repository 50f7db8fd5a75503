/** Steps of the tour: customers as the relay keeps them, and as they are listed and found. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { aContactBody } from '#test/support/a-create-body.ts';
import { aCollection, changeOf } from './collections.ts';
import type { Tour } from './open-tour.ts';

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
  await ask('get-customer', { id: body.data.contact.id });
  const customer = { method: 'POST', id: body.data.contact.id, body: {} };
  await ask('pause-customer', customer);
  const also = await aCollection(tour, { reference: 'customer-2', contact: { ...contact, phone: '+2348031230085' } });
  await invoke('relay', { Records: [changeOf(tour, also)] });
  await ask('update-collection-status', { method: 'PATCH', id: also, body: { status: 'cancelled' } });
  const corrected = { phone: '+2348031230086', email: 'chidi.o@example.com' };
  await ask('update-customer', { ...customer, method: 'PATCH', body: corrected });
  await ask('resume-customer', customer);
  await ask('update-collection', { method: 'PATCH', id, body: { contact: { phone: '+2348031230087' } } });
  await relayChange(created);
  const row = { pk: created.dynamodb.Keys.pk, ...marshall({ sk: 'REPLY#m-1', at: '2026-03-02T09:00:00.000Z' }) };
  await invoke('relay', { Records: [{ eventName: 'INSERT', dynamodb: { Keys: row, NewImage: row } }] });
  await ask('update-collection-status', { method: 'PATCH', id, body: { status: 'cancelled' } });
  await relayChange(created);
}
