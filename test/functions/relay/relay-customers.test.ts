/** The relay keeps customers: however many collections of one come in a batch, each batch changes its customer once. */
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { relay } from '#functions/stream/relay.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { collectionKey, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { readCustomer } from '#lib/store/customer/customers.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { findWords } from '#lib/store/customer/words.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { keepWriting } from '#lib/use-cases/keep-customer.ts';
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

type Records = DynamoDBRecord[];

const AT = '2026-03-02T10:00:00.000Z';

describe.each([
  ['after its collection', (created: Records, answer: Records) => [created, answer]],
  ['with it', (created: Records, answer: Records) => [[...created, ...answer]]],
  ['before it', (created: Records, answer: Records) => [answer, created]],
])('what comes %s', (_when, batches) => {
  it.each([
    ['INSERT', 'REPLY#wamid.1', {}, { lastHeardAt: AT }],
    ['MODIFY', 'REPLY#wamid.1', {}, {}],
    ['INSERT', 'REPLY#wamid.1', { unproven: { BOOL: true } }, {}],
    ['INSERT', 'EVENT#contact.replied', {}, {}],
    ['INSERT', 'EVENT#message.sent#msg_1', { at: undefined, timestamp: { S: AT } }, { lastWrittenAt: AT }],
    ['INSERT', 'EVENT#message.failed#msg_1', { at: undefined, timestamp: { S: AT } }, {}],
  ])('says that the customer was heard, or written to, then: %s of %s %o', async (eventName, sk, more, last) => {
    const contact = aNewPerson();
    let id = '';
    const created = await recordsOf(async () => {
      ({ id } = await aCreatedCollection(tenants.mine, { contact }));
    });
    const ref = parseCollectionId(id) as CollectionRef;
    const { account } = ref;
    const key = { pk: { S: collectionKey(account, ref.hash).pk }, sk: { S: sk } };
    const dynamodb = { Keys: key, NewImage: { ...key, at: { S: AT }, ...more }, SequenceNumber: '1' };
    for (const Records of batches(created, [{ eventName, dynamodb } as DynamoDBRecord])) await handler({ Records });
    const owner = (await getCollection(table, ref))?.contact.id ?? '';
    const { customer, debts } = await readCustomer(table, account, owner);
    expect(customer).toMatchObject({ firstName: contact.firstName, phone: contact.phone });
    const { lastHeardAt, lastWrittenAt } = { ...customer };
    expect([{ lastHeardAt, lastWrittenAt }, debts.length]).toEqual([last, 1]);
    const found = await findWords(table, account, 'CUSTOMER', { start: contact.email, limit: 2, isSpread: false });
    expect(found).toMatchObject([{ contact: owner }]);
  });
});

describe.each([
  ['customer', 'lastHeardAt'],
  ['merchant', 'lastWrittenAt'],
] as const)('what the %s wrote last', (by, last) => {
  it.each([
    ['the latest of several instants', {}, ['10:00', '11:00', '11:00', '09:00'], '2026-03-02T11:00:00.000Z'],
    ['none, about what is erased', { erasedAt: '2026-03-02T10:00:00.000Z' }, ['10:00'], undefined],
  ])('is kept as %s', async (_which, more, times, expected) => {
    const { id } = await aCreatedCollection(tenants.mine);
    const collection = (await getCollection(table, parseCollectionId(id) as CollectionRef)) as Collection;
    const ports = { ...service, ...storeOf(table, keepingCustomers) };
    for (const time of times)
      await keepWriting(ports, { ...collection, ...more }, { by, at: `2026-03-02T${time}:00.000Z` });
    const { customer } = await readCustomer(table, collection.ref.account, collection.contact.id);
    expect(customer?.[last]).toBe(expected);
  });
});

/** As the relay gets it again, with what was changed since: the try before has kept what it had got. */
describe('a batch that is tried again with later changes', () => {
  type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
  const renamed = (image: Image, firstName: string): Image => ({
    ...image,
    terms: { S: String(image['terms']?.S).replace(/"firstName":"[^"]*"/, `"firstName":"${firstName}"`) },
  });
  const ended = (image: Image): Image => ({ ...image, status: { S: 'cancelled' } });
  const credited = (image: Image): Image => ({ ...image, credits: { N: '10000' } });

  it.each<[string, (image: Image) => Image[], number, number]>([
    ['has what a new collection ended as', (image) => [image, ended(image)], 0, 0],
    ['has what was opened again', (image) => [image, ended(image), image], 1, 50_000],
    ['has a credit that was taken back', (image) => [image, credited(image), image], 1, 50_000],
    ['has the name that a new collection was given since', (image) => [renamed(image, 'Eve'), image], 0, 50_000],
    ['has a name that was put right', (image) => [image, renamed(image, 'Eve'), image], 1, 50_000],
  ])('%s', async (_what, statesOf, keptBefore, owed) => {
    const contact = aNewPerson();
    const amount = { value: 500, currency: 'NGN' };
    const records = await recordsOf(async () => void (await aCreatedCollection(tenants.mine, { contact, amount })));
    const created = records.find(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S === 'COLLECTION')?.dynamodb;
    const states = statesOf(created?.NewImage as Image);
    const changes = states.map((NewImage, index) => ({
      eventName: index === 0 ? 'INSERT' : 'MODIFY',
      dynamodb: { ...created, OldImage: states[index - 1], NewImage },
    })) as DynamoDBRecord[];
    await handler({ Records: changes.slice(0, keptBefore) });
    for (const upTo of [keptBefore + 1, changes.length]) await handler({ Records: changes.slice(keptBefore, upTo) });
    const { account, hash } = collectionRefOfKey(created?.Keys?.['pk']?.S ?? '') as CollectionRef;
    const owner = (await getCollection(table, { account, hash }))?.contact.id ?? '';
    const { customer, sums, debts } = await readCustomer(table, account, owner);
    const kept = [customer?.firstName, sums[0]?.outstanding, debts.map(({ outstanding }) => outstanding)];
    expect(kept).toEqual([contact.firstName, owed, owed === 0 ? [] : [owed]]);
  });
});
