/** Logs contain nothing personal. */

import { expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { createProvider as makeCreateProvider } from '#functions/api/create-provider.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';

const create = createCollection(service);
const createProvider = makeCreateProvider(service);
const get = getCollection(service);
const list = listCollections(service);
const updateStatus = updateCollectionStatus(service);

useTable();
const logs = captureLogs();
const tenants = useTenants();

const CANARIES = [
  'Zebedee',
  'Quagmire',
  '+2348039999999',
  '8039999999',
  'zebedee@canary.example',
  'canary-reference',
  'canary-text',
];
const BODY = aCreateBody({
  reference: 'canary-reference',
  contact: { firstName: 'Zebedee', lastName: 'Quagmire', phone: '+2348039999999', email: 'Zebedee@canary.example' },
  metadata: { description: 'canary-text' },
});

it('no log line contains a person’s text or an API key, whatever happens', async () => {
  const { mine, other } = tenants;
  const post = (body: unknown, key = mine.key) =>
    invoke(create, { method: 'POST', key, body, headers: { 'Idempotency-Key': 'canary-text' } });
  const { id } = dataOf(await post(BODY), CollectionResponse);
  await post(BODY);
  await post({ ...BODY, expiresIn: 5 });
  await post({ ...BODY, amount: 'canary-text' });
  await post(`{"canary-text": `);
  await post(BODY, 'canary-text');
  await invoke(createProvider, { method: 'POST', key: mine.key, body: { name: 'canary-text', slug: 'p' } });
  await invoke(updateStatus, { method: 'PATCH', key: mine.key, id, body: { status: 'completed' } });
  await invoke(updateStatus, { method: 'PATCH', key: mine.key, id, body: { status: 'pending' } });
  await invoke(get, { key: other.key, id });
  await invoke(list, { key: mine.key, query: { page: 'canary-text' } });

  const { client } = table;
  const send = () => Promise.reject(new Error('Zebedee Quagmire\n    canary-text +2348039999999'));
  table.client = Object.assign(Object.create(client), { send });
  expect((await post(BODY)).status).toBe(500);
  table.client = client;

  expect(logs.events().toSorted()).toEqual([
    ...['collection_completed', 'collection_created', 'provider_created', 'request_failed'],
  ]);
  const written = logs.lines.join('\n').toLowerCase();
  for (const canary of [...CANARIES, mine.key, other.key]) expect(written).not.toContain(canary.toLowerCase());
});

it('every log line is one JSON object with its time, level, event and request', async () => {
  await invoke(create, { method: 'POST', key: tenants.mine.key, body: aCreateBody(), requestId: 'r-9' });
  expect(logs.lines).toHaveLength(1);
  expect(logs.lines[0]).not.toContain('\n');
  expect(JSON.parse(logs.lines[0] ?? '')).toMatchObject({
    timestamp: expect.stringMatching(/Z$/),
    level: 'INFO',
    event: 'collection_created',
    requestId: 'r-9',
    account: tenants.mine.account.id,
  });
});
