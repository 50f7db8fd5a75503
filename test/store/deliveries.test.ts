/** Deliveries in the table: a change is written only while the delivery is as it was read. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { type Delivery, newDelivery } from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, newEndpointId } from '#lib/domain/webhook/endpoint.ts';
import { table } from '#lib/store/table/live-table.ts';
import { changeDelivery, deliveryItem, loadDelivery } from '#lib/store/webhook/deliveries.ts';
import { useTable } from '#test/support/dynamodb.ts';

const { documents, tableName } = useTable();
const NOW = new Date('2026-03-01T09:00:00.000Z');
const REF = { account: 'abcdefghij', hash: '0'.repeat(25) };
const ENDPOINT = newEndpoint(
  newEndpointId(REF.account, new Uint8Array(16)),
  { url: 'https://a.example', events: ['*'] },
  NOW,
);

let events = 0;
async function aStored(): Promise<Delivery> {
  events += 1;
  const delivery = newDelivery(ENDPOINT, { id: `evt_${events}`, type: 'payment.received', body: '{}' }, NOW);
  await documents.send(new PutCommand({ TableName: tableName, Item: deliveryItem(REF, delivery) }));
  return delivery;
}

const storedOf = async ({ id }: Delivery) => (await loadDelivery(table, REF, id)).delivery;

it.each<[string, Partial<Delivery>]>([
  ['another attempt was claimed', { claimed: 1 }],
  ['it was replayed', { round: 1 }],
  ['it was held', { status: 'held' }],
])('a change is refused after %s', async (_what, meanwhile) => {
  const read = await aStored();
  const changed = { ...read, ...meanwhile };
  await documents.send(new PutCommand({ TableName: tableName, Item: deliveryItem(REF, changed) }));
  const before = await storedOf(read);
  expect(await changeDelivery(table, REF, read, { status: 'sending', claimed: 1 })).toBe(false);
  expect(await storedOf(read)).toEqual(before);
});

it('a change is written once, and the delivery has no next run once it is over', async () => {
  const read = await aStored();
  expect(read.nextRunAt).toBeDefined();
  expect(await changeDelivery(table, REF, read, { status: 'delivered' })).toBe(true);
  expect(await changeDelivery(table, REF, read, { status: 'delivered' })).toBe(false);
  const { nextRunAt: _over, ...after } = { ...read, status: 'delivered' };
  expect(await storedOf(read)).toEqual(after);
});
