/** The relay keeps customers: however many collections of one come in a batch, each batch changes its customer once. */
import { expect, it } from 'vitest';
import { relay } from '#functions/stream/relay.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { readCustomer } from '#lib/store/customer/customers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreatedCollection, aNewPerson } from '#test/functions/created.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { recordsIn } from './follow-stream.ts';

const handler = relay({ ...service, queueRuns: async () => 0, scheduleReconciliation: async () => {} });
const recordsOf = recordsIn(useTable({ hasStream: true }));
useScheduler();
keepLogsPrivate(captureLogs());
const tenants = useTenants();

it.each([1, 2, 20, 21, 41])('%i creates of one customer in a batch are summed, each once', async (count) => {
  const contact = aNewPerson();
  const amount = { value: 100, currency: 'NGN' };
  const ids: string[] = [];
  const records = await recordsOf(async () => {
    for (let number = 0; number < count; number += 1)
      ids.push((await aCreatedCollection(tenants.mine, { contact, amount })).id);
  });
  for (const _time of [1, 2]) expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
  const ref = parseCollectionId(ids[0] ?? '');
  const collection = ref && (await getCollection(table, ref));
  const { sums, debts, customer } = await readCustomer(table, tenants.mine.account.id, collection?.contact.id ?? '');
  expect(sums).toMatchObject([{ currency: 'NGN', count, outstanding: count * 10_000 }]);
  expect([debts.length, customer?.words.includes('ada') || customer !== undefined]).toEqual([count, true]);
});

it.each([
  ['INSERT', 'REPLY#wamid.1', {}, true],
  ['MODIFY', 'REPLY#wamid.1', {}, false],
  ['INSERT', 'REPLY#wamid.1', { unproven: { BOOL: true } }, false],
  ['INSERT', 'EVENT#contact.replied', {}, false],
])('a customer who writes was heard then: %s of %s %o', async (eventName, sk, more, isHeard) => {
  let id = '';
  const created = await recordsOf(async () => {
    ({ id } = await aCreatedCollection(tenants.mine, { contact: aNewPerson() }));
  });
  const ref = parseCollectionId(id) as CollectionRef;
  const at = '2026-03-02T10:00:00.000Z';
  const key = { pk: { S: collectionKey(ref.account, ref.hash).pk }, sk: { S: sk } };
  const dynamodb = { Keys: key, NewImage: { ...key, at: { S: at }, ...more }, SequenceNumber: '1' };
  for (const Records of [created, [{ eventName, dynamodb } as never]]) await handler({ Records });
  const collection = await getCollection(table, ref);
  const { customer } = await readCustomer(table, ref.account, collection?.contact.id ?? '');
  expect(customer).toMatchObject({ firstName: collection?.contact.firstName });
  expect(customer?.lastHeardAt).toBe(isHeard ? at : undefined);
});
