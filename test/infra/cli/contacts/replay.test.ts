/** `cli contacts erase --replay`: on a table that was restored, the erasures of the log are done again, and nothing else. */

import { PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { erasureKey } from '#lib/store/keys.ts';
import { listErasures } from '#lib/store/person/erasures.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aLife, erase, patchStatus, somebody, traces } from './a-life.ts';

const getCollection = makeGetCollection(service);

const { documents, tableName } = useTable();
captureLogs();
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const account = () => tenants.mine.account.id;
const get = async (id: string) =>
  dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);

/** What a restore to this instant brings back of a collection. */
async function keep(id: string): Promise<() => Promise<void>> {
  const { account: owner = '', hash = '' } = parseCollectionId(id) ?? {};
  const { pk } = collectionKey(owner, hash);
  const query = { TableName: tableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  const { Items = [] } = await documents.send(new QueryCommand(query));
  return async () => {
    for (const Item of Items) await documents.send(new PutCommand({ TableName: tableName, Item }));
  };
}

it('the log of erasures names nobody', async () => {
  const person = somebody();
  await aLife({ tenant: tenants.mine, clock, channels }, person);
  await erase({ account: account(), email: person.email });
  const [logged] = (await listErasures(table)).slice(-1);
  expect(logged).toEqual({ account: account(), at: clock.now.toISOString(), by: 'email', value: expect.any(String) });
  const text = JSON.stringify([logged, erasureKey()]);
  for (const trace of traces(person)) expect(text).not.toContain(trace);
});

it('a replay erases again what a restore brought back, cancels what can be paid again, and leaves what came later', async () => {
  const [byPhone, byContact] = [somebody(), somebody()];
  const first = await aCreatedCollection(tenants.mine, { contact: byPhone });
  const second = await aCreatedCollection(tenants.mine, { contact: byContact });
  const other = await aCreatedCollection(tenants.mine, {});
  const restored = [await keep(first.id)];
  await patchStatus(tenants.mine, first.id, 'cancelled');
  await patchStatus(tenants.mine, second.id, 'completed');
  restored.push(await keep(second.id));
  await erase({ account: account(), phone: byPhone.phone });
  await erase({ account: account(), contact: second.contact.id });
  clock.advance(60);
  const later = await aCreatedCollection(tenants.mine, { contact: byPhone });
  for (const restore of restored) await restore();
  expect((await get(first.id)).contact.firstName).toBe(byPhone.firstName);

  expect(await erase({ replay: true, yes: false })).toMatchObject({ data: { collections: 2 } });
  expect((await get(first.id)).contact.firstName).toBe(byPhone.firstName);
  expect(await erase({ replay: true })).toMatchObject({ data: { collections: 2, left: 0 } });

  expect(await get(first.id)).toMatchObject({ status: 'cancelled', contact: { firstName: 'Erased' } });
  expect(await get(second.id)).toMatchObject({ status: 'completed', contact: { firstName: 'Erased' } });
  expect((await get(later.id)).contact.firstName).toBe(byPhone.firstName);
  expect((await get(other.id)).contact.firstName).toBe(other.contact.firstName);
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: tableName }));
  const named = Items.filter((item) => traces(byContact).some((trace) => JSON.stringify(item).includes(trace)));
  expect(named).toEqual([]);
  expect(await erase({ replay: true })).toMatchObject({ data: { collections: 0 } });
});
