/** The rows of webhooks: deliveries, the health of endpoints, and addresses for notices. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { type Delivery, newDelivery } from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, newEndpointId } from '#lib/domain/webhook/endpoint.ts';
import { table } from '#lib/store/table/live-table.ts';
import {
  changeDelivery,
  deliveryItem,
  findUnstored,
  loadDelivery,
  putDeliveries,
} from '#lib/store/webhook/deliveries.ts';
import { addFailure, claimWarning, clearFailures } from '#lib/store/webhook/health.ts';
import { claimAsking, claimNotice, confirmNotifyAddress, setAsked } from '#lib/store/webhook/notify-addresses.ts';
import { breakWire, FAULTS, type Fault } from '#test/support/broken-wire.ts';
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

it('of some deliveries those are found that are not stored, and stored; what is stored stays as it is', async () => {
  const stored = await aStored();
  await changeDelivery(table, REF, stored, { status: 'sending', claimed: 1 });
  const fresh = newDelivery(ENDPOINT, { id: 'evt_fresh', type: 'payment.received', body: '{}' }, NOW);
  const items = [stored, fresh].map((delivery) => deliveryItem(REF, delivery));
  expect(await findUnstored(table, items)).toEqual([items[1]]);
  await putDeliveries(table, items);
  expect(await findUnstored(table, items)).toEqual([]);
  expect([(await storedOf(stored))?.claimed, (await storedOf(fresh))?.claimed]).toEqual([1, 0]);
});

it('a change is written once, and the delivery has no next run once it is over', async () => {
  const read = await aStored();
  expect(read.nextRunAt).toBeDefined();
  expect(await changeDelivery(table, REF, read, { status: 'delivered' })).toBe(true);
  expect(await changeDelivery(table, REF, read, { status: 'delivered' })).toBe(false);
  const { nextRunAt: _over, ...after } = { ...read, status: 'delivered' };
  expect(await storedOf(read)).toEqual(after);
});

const KINDS = Object.keys(FAULTS) as Fault[];
const SINCE = '2026-03-02T09:00:00.000Z';
const LATER = '2026-03-02T12:00:00.000Z';

async function failing(name: string) {
  const endpoint = { account: 'a234567890', hash: name.padEnd(25, '0') };
  await addFailure(table, endpoint, new Date(SINCE));
  return endpoint;
}

it.each(KINDS)('a warning is claimed once by a request %s', async (fault) => {
  const endpoint = await failing(`${KINDS.indexOf(fault)}`);
  breakWire(fault, (request) => request === 1);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(true);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(false);
  expect(await claimWarning(table, endpoint, { number: 2, failingSince: SINCE })).toBe(true);
});

it('a warning of failures that are over is not claimed, and does not count for the next ones', async () => {
  const endpoint = await failing('over');
  await clearFailures(table, endpoint);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(false);
  expect(await addFailure(table, endpoint, new Date(LATER))).toMatchObject({
    failures: 1,
    failingSince: LATER,
    warnings: 0,
  });
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(false);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: LATER })).toBe(true);
});

const after = (ms: number): Date => new Date(NOW.getTime() + ms);
let addresses = 0;
const anAddress = () => {
  addresses += 1;
  return { account: 'abcdefghij', hash: String(addresses).padStart(25, '0') };
};
const claim = (ref: ReturnType<typeof anAddress>, at = NOW) => claimAsking(table, ref, 'ada@example.com', at);

it('of many calls one sends the link; another may once two minutes have passed without a sign of it', async () => {
  const ref = anAddress();
  const claims = await Promise.all(Array.from({ length: 5 }, () => claim(ref)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect([await claim(ref, after(120_000)), await claim(ref, after(120_001))]).toEqual([false, true]);
  await setAsked(table, ref, after(120_002));
  expect(await claim(ref, after(86_400_000))).toBe(false);
});

it('an address that is confirmed gets one notice a day, and any other gets none', async () => {
  const ref = anAddress();
  await claim(ref);
  expect(await claimNotice(table, ref, '2026-03-01')).toBe(false);
  expect(await confirmNotifyAddress(table, ref, NOW)).toBe(true);
  const days = ['2026-03-01', '2026-03-01', '2026-02-28', '2026-03-02'];
  const noticed: boolean[] = [];
  for (const day of days) noticed.push(await claimNotice(table, ref, day));
  expect(noticed).toEqual([true, false, false, true]);
  expect(await confirmNotifyAddress(table, anAddress(), NOW)).toBe(false);
});
