/** Customers on a real table: kept by the stream, listed, found, corrected, paused and erased. */
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { getCustomer } from '#functions/api/get-customer.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { listCustomers } from '#functions/api/list-customers.ts';
import { pauseCustomer } from '#functions/api/pause-customer.ts';
import { previewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { resumeCustomer } from '#functions/api/resume-customer.ts';
import { setFollowUpPolicy } from '#functions/api/set-follow-up-policy.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { updateCustomer } from '#functions/api/update-customer.ts';
import { rebuildAllCustomers } from '#infra/cli/commands/rebuild.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CustomerResponse } from '#lib/contract/customer.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { findDebts } from '#lib/store/customer/find-debts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, type Handler, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { aCreatedCollection } from './created.ts';
import { relayedIn } from './relay/relayed.ts';

const { documents, tableName: TableName, ...rest } = useTable({ hasStream: true });
const relayed = relayedIn({ documents, tableName: TableName, ...rest });
useScheduler();
const channels = useChannels();
captureLogs();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const endpoints = {
  list: listCustomers(service),
  get: getCustomer(service),
  update: updateCustomer(service),
  pause: pauseCustomer(service),
  resume: resumeCustomer(service),
  collections: listCollections(service),
  plan: getFollowUps(service),
  pay: recordPayment(service),
  status: updateCollectionStatus(service),
} satisfies Record<string, Handler>;

/** A second after the one before. */
function debt(tenant: Tenant, contact: object, given: object = {}): Promise<CollectionResponse> {
  clock.now = new Date(clock.now.getTime() + 1000);
  return relayed(() => aCreatedCollection(tenant, { contact: aContactBody(contact), ...given }));
}

const ADA = { firstName: 'Ada', lastName: 'Obi', phone: '+2348035550101', email: 'ada@example.com' };
const JOSE = { firstName: 'José', lastName: 'Núñez', phone: '+2348035550102', email: 'jose@example.com' };

const listed = async ({ key }: Tenant, query: Record<string, string> = {}): Promise<CustomerResponse[]> => {
  const answer = await invoke(endpoints.list, { key, query });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body.data as CustomerResponse[];
};
const namesOf = async (tenant: Tenant, query?: Record<string, string>) =>
  (await listed(tenant, query)).map(({ firstName }) => firstName);
const referencesOf = async ({ key }: Tenant, query: Record<string, string>) =>
  ((await invoke(endpoints.collections, { key, query })).body.data as CollectionResponse[]).map(
    ({ reference }) => reference,
  );
const got = async ({ key }: Tenant, id: string) => dataOf(await invoke(endpoints.get, { key, id }), CustomerResponse);
const changed = (which: 'update' | 'pause' | 'resume', { key }: Tenant, id: string, body: object = {}) =>
  invoke(endpoints[which], { key, id, body, method: which === 'update' ? 'PATCH' : 'POST' });
const planOf = async ({ key }: Tenant, id: string) =>
  dataOf(await invoke(endpoints.plan, { key, id }), FollowUpPlanResponse);

it('a customer has one sum for each currency over all that can be paid, and stays one when all is closed', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const first = await debt(tenant, ADA, { amount: { value: 5000, currency: 'NGN' }, dueDate: '2026-05-01' });
  const second = await debt(tenant, ADA, { amount: { value: 7000.5, currency: 'NGN' }, dueDate: '2026-04-01' });
  const third = await debt(tenant, { ...ADA, firstName: 'Adaeze' }, { amount: { value: 20, currency: 'USD' } });
  const { id } = first.contact;
  const open = [
    { currency: 'NGN', outstanding: 12_000.5, count: 2, oldestDueDate: '2026-04-01' },
    { currency: 'USD', outstanding: 20, count: 1, oldestDueDate: null },
  ];
  const shown = { id, ...ADA, firstName: 'Adaeze', open, lastHeardAt: null, lastMessageAt: null };
  expect(await got(tenant, id)).toMatchObject(shown);
  expect(await listed(tenant)).toEqual([await got(tenant, id)]);
  const payment = { amount: { value: 1000, currency: 'NGN' }, method: 'cash', transaction: 't-1' };
  await relayed(() => invoke(endpoints.pay, { method: 'POST', key: tenant.key, id: second.id, body: payment }));
  for (const { id: closed } of [first, third])
    await relayed(() =>
      invoke(endpoints.status, { method: 'PATCH', key: tenant.key, id: closed, body: { status: 'cancelled' } }),
    );
  const left = [{ currency: 'NGN', outstanding: 6000.5, count: 1, oldestDueDate: '2026-04-01' }];
  expect([(await got(tenant, id)).open, (await listed(tenant))[0]?.open]).toEqual([left, left]);
  await relayed(() =>
    invoke(endpoints.status, { method: 'PATCH', key: tenant.key, id: second.id, body: { status: 'cancelled' } }),
  );
  expect(await listed(tenant)).toMatchObject([{ id, open: [], nextMessageAt: null }]);
  expect(await namesOf(tenant, { order: 'outstanding', currency: 'NGN' })).toEqual([]);
});

it('what has expired is owed all the same, wherever it is summed, until it is paid or cancelled', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const { key } = tenant;
  const amount = (value: number) => ({ value, currency: 'NGN' });
  const late = await debt(tenant, ADA, { amount: amount(5000) });
  const open = await debt(tenant, ADA, { amount: amount(200), dueDate: '2026-04-01' });
  await debt(tenant, JOSE, { amount: amount(1000) });
  const set = (id: string, status: string) =>
    relayed(() => invoke(endpoints.status, { method: 'PATCH', key, id, body: { status } }));
  const { id } = late.contact;
  const owed = async () => {
    const [one, [first]] = [await got(tenant, id), await listed(tenant, { search: 'ada' })];
    expect(first).toEqual(one);
    return one.owed;
  };
  expect(await owed()).toEqual([{ amount: amount(5200), count: 2, expired: { amount: amount(0), count: 0 } }]);
  await set(late.id, 'expired');
  const both = { amount: amount(5200), count: 2, expired: { amount: amount(5000), count: 1 } };
  expect(await owed()).toEqual([both]);
  expect((await got(tenant, id)).open).toMatchObject([{ outstanding: 200, count: 1, oldestDueDate: '2026-04-01' }]);
  expect(await namesOf(tenant, { order: 'outstanding' })).toEqual(['Ada', 'José']);
  expect(await namesOf(tenant, { order: 'outstanding', currency: 'NGN', search: '+23480' })).toEqual(['Ada', 'José']);
  await set(open.id, 'cancelled');
  expect(await owed()).toEqual([{ amount: amount(5000), count: 1, expired: { amount: amount(5000), count: 1 } }]);
  expect(await got(tenant, id)).toMatchObject({ open: [], nextMessageAt: null });
  expect(await namesOf(tenant, { order: 'outstanding', currency: 'NGN' })).toEqual(['Ada', 'José']);
  const pay = (value: number) => {
    const body = { amount: amount(value), method: 'cash', transaction: `t-${value}` };
    return relayed(() => invoke(endpoints.pay, { method: 'POST', key, id: late.id, body }));
  };
  await pay(4500);
  expect(await owed()).toEqual([{ amount: amount(500), count: 1, expired: { amount: amount(500), count: 1 } }]);
  expect(await namesOf(tenant, { order: 'outstanding', currency: 'NGN' })).toEqual(['José', 'Ada']);
  await pay(500);
  expect(await owed()).toEqual([]);
  expect(await namesOf(tenant, { order: 'outstanding', currency: 'NGN' })).toEqual(['José']);
});

it('customers are listed in three orders and found by names, phone and email, page by page', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const other = await aTenant({ country: 'NG' });
  await debt(other, ADA);
  await debt(tenant, JOSE, { reference: 'INV-1001', amount: { value: 10, currency: 'NGN' } });
  await debt(tenant, ADA, { reference: 'INV-1002', amount: { value: 30, currency: 'NGN' } });
  await debt(
    tenant,
    { ...JOSE, firstName: '田中', phone: '+2348035550103', email: 't@example.com' },
    {
      reference: 'ORD/1001',
      amount: { value: 20, currency: 'NGN' },
    },
  );
  expect(await namesOf(tenant)).toEqual(['田中', 'Ada', 'José']);
  expect(await namesOf(tenant, { order: 'name' })).toEqual(['Ada', 'José', '田中']);
  expect(await namesOf(tenant, { order: 'outstanding' })).toEqual(['Ada', '田中', 'José']);
  expect(await namesOf(tenant, { search: 'NUN', order: 'outstanding' })).toEqual(['田中', 'José']);
  for (const search of ['jos', 'nunez josé', '08035550102', 'JOSE@example.com']) {
    expect([search, await namesOf(tenant, { search })]).toEqual([search, ['José']]);
    expect([search, await referencesOf(tenant, { search })]).toEqual([search, ['INV-1001']]);
  }
  expect(await referencesOf(tenant, { search: '1001' })).toEqual(['ORD/1001', 'INV-1001']);
  expect(await referencesOf(tenant, { search: 'inv-10' })).toEqual(['INV-1002', 'INV-1001']);
  for (const query of [{ order: 'name' }, { order: 'outstanding' }, { order: 'newest' }, { search: 'nunez' }]) {
    const all = await listed(tenant, query);
    const pages: unknown[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const asked = { ...query, limit: '1', ...(cursor && { cursor }) };
      const { body } = await invoke(endpoints.list, { key: tenant.key, query: asked });
      pages.push(...(body.data as unknown[]));
      cursor = (body.meta as { nextCursor: string | null }).nextCursor;
    }
    expect(pages).toEqual(all);
  }
});

const NOT_FOUND = { status: 404, code: 'customer_not_found' };

it('bad questions are refused, and another account’s customer is not found', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const { contact } = await debt(tenant, ADA);
  const { key } = await aTenant({ country: 'NG' });
  for (const query of [
    { search: '--' },
    { order: 'age' },
    { page: '1' },
    { currency: 'NGN', order: 'name' },
    { cursor: 'x' },
  ])
    expect((await invoke(endpoints.list, { key, query })).status, JSON.stringify(query)).toBe(400);
  for (const id of [contact.id, 'contact_0000000000000000000000000', 'pay_1']) {
    expectRefusal(await invoke(endpoints.get, { key, id }), NOT_FOUND);
    expectRefusal(await changed('update', { key } as Tenant, id, { firstName: 'X' }), NOT_FOUND);
    expectRefusal(await changed('pause', { key } as Tenant, id), NOT_FOUND);
  }
  const refused = { status: 400, code: 'validation_failed', paths: ['until'] };
  expectRefusal(await changed('pause', tenant, contact.id, { until: '2027-01-01T00:00:00Z' }), refused);
});

it('a correction reaches every open collection; the old phone leads to it no longer, and its next owner is another customer', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const closed = await debt(tenant, ADA, { reference: 'C-1' });
  await relayed(() =>
    invoke(endpoints.status, { method: 'PATCH', key: tenant.key, id: closed.id, body: { status: 'completed' } }),
  );
  await debt(tenant, ADA, { reference: 'C-2' });
  await debt(tenant, ADA, { reference: 'C-3' });
  const { id } = closed.contact;
  const phone = '+2348035550177';
  // The second revision fails once: what the first try has left, the second one finishes.
  let failures = 1;
  interceptSend((command, send) => {
    const isRevision =
      command.constructor.name === 'UpdateCommand' && JSON.stringify(command.input).includes('runNumber');
    if (!isRevision || failures-- !== 0) return send();
    return Promise.reject(new Error('the function dies'));
  });
  const crashed = await relayed(() => changed('update', tenant, id, { phone: '0803 555 0177' }));
  expect(crashed.status).toBe(500);
  for (const _again of [1, 2]) {
    const answer = await relayed(() => changed('update', tenant, id, { phone: '0803 555 0177' }));
    expect(dataOf(answer, CustomerResponse)).toMatchObject({ id, ...ADA, phone });
  }
  for (const search of [ADA.phone]) {
    expect(await namesOf(tenant, { search })).toEqual([]);
    expect(await referencesOf(tenant, { search })).toEqual([]);
    expect(await referencesOf(tenant, { contact: search })).toEqual([]);
  }
  expect(await referencesOf(tenant, { search: phone })).toEqual(['C-3', 'C-2']);
  expect(await referencesOf(tenant, { contact: phone })).toEqual(['C-3', 'C-2', 'C-1']);
  expect((await debt(tenant, { ...ADA, email: 'ada.new@example.com', phone })).contact.id).toBe(id);
  expect((await debt(tenant, { ...JOSE, phone: ADA.phone })).contact.id).not.toBe(id);
});

it('no reminder goes to a customer who is paused, of new collections neither, until they are resumed', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const followUp = { enabled: true, startAfter: 60, cadence: 'every_4h', channels: ['sms'] };
  const { id, contact } = await debt(tenant, ADA, { followUp, expiresIn: 1440 });
  expect((await got(tenant, contact.id)).nextMessageAt).toBe((await planOf(tenant, id)).slots[0]?.dueAt);
  const paused = dataOf(await relayed(() => changed('pause', tenant, contact.id)), CustomerResponse);
  expect(paused).toMatchObject({ nextMessageAt: null, pausedSince: clock.now.toISOString() });
  const later = await debt(tenant, { ...ADA, phone: '+2348035550188' }, { followUp, expiresIn: 1440 });
  expect(later.contact.id).toBe(contact.id);
  for (const each of [id, later.id]) {
    const { slots, paused: pause, removed } = await planOf(tenant, each);
    expect({ slots, pause, reason: removed[0]?.reason }).toMatchObject({
      slots: [],
      pause: { reason: 'merchant', of: 'customer' },
      reason: 'paused',
    });
    clock.now = new Date('2026-03-02T10:00:30.000Z');
    await runCollection({ collection: each });
    clock.now = new Date('2026-03-02T09:00:00.000Z');
  }
  expect(channels.messages()).toEqual([]);
  clock.now = new Date('2026-03-02T10:01:00.000Z');
  expect(dataOf(await relayed(() => changed('resume', tenant, contact.id)), CustomerResponse)).not.toHaveProperty(
    'pausedSince',
  );
  const { slots, paused: none } = await planOf(tenant, id);
  expect(none).toBeUndefined();
  expect(slots[0]).toMatchObject({ status: 'skipped', skipReason: 'paused' });
  clock.now = new Date(slots[1]?.dueAt ?? '');
  await runCollection({ collection: id });
  expect((await planOf(tenant, id)).slots[1]).toMatchObject({ status: 'sent' });
});

it('customers of an earlier version, whom nobody kept, are found once they are made anew', async () => {
  const tenant = await aTenant();
  for (const reference of ['OLD-1', 'OLD-2'])
    await aCreatedCollection(tenant, { contact: aContactBody(ADA), reference });
  const found = async (handler: Handler, search: string) =>
    (await invoke(handler, { key: tenant.key, query: { search } })).body.data as unknown[];
  expect([await found(endpoints.list, 'ada'), await found(endpoints.collections, 'old')]).toEqual([[], []]);
  const { data } = await rebuildAllCustomers({ account: tenant.account.id });
  expect(data).toMatchObject({ collections: 2, customers: 1 });
  expect(await found(endpoints.list, 'ada')).toMatchObject([{ firstName: 'Ada', open: [{ count: 2 }] }]);
  expect(await found(endpoints.collections, 'old')).toHaveLength(2);
  expect((await rebuildAllCustomers({ account: tenant.account.id })).data).toMatchObject({
    collections: 2,
    customers: 1,
  });
});

it('a customer has tags, which a rule asks for when a collection is created', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const { key, account } = tenant;
  const rules = [{ name: 'Wholesale', when: { tags: ['wholesale', 'vip'] }, followUp: { tone: 'professional' } }];
  await invoke(setFollowUpPolicy(service), { method: 'PUT', key, body: { rules } });
  const { contact } = await debt(tenant, ADA);
  const change = async (body: object) => {
    const answer = await relayed(() => invoke(endpoints.update, { method: 'PATCH', key, id: contact.id, body }));
    return answer.status === 200 ? dataOf(answer, CustomerResponse).tags : answer.body.errors;
  };
  const ruleOfNext = async () => {
    const { id } = await debt(tenant, ADA);
    const { reasons } = dataOf(await invoke(endpoints.plan, { key, id }), FollowUpPlanResponse);
    return reasons.find((reason) => reason.includes('Wholesale')) !== undefined;
  };
  expect([(await got(tenant, contact.id)).tags, await ruleOfNext()]).toEqual([[], false]);
  expect(await change({ tags: ['old', 'vip'] })).toEqual(['old', 'vip']);
  expect(await ruleOfNext()).toBe(true);
  const preview = await invoke(previewFollowUps(service), {
    method: 'POST',
    key,
    body: { ...aCreateBody({ contact: aContactBody(ADA), reference: 'preview' }) },
  });
  expect(preview.text).toContain('Wholesale');
  expect(await change({ firstName: 'Adaobi', tags: ['vip'] })).toEqual(['vip']);
  expect(await got(tenant, contact.id)).toMatchObject({ firstName: 'Adaobi', tags: ['vip'] });
  expect(await change({ lastName: 'Obi-Nwosu' })).toEqual(['vip']);
  await rebuildAllCustomers({ account: account.id });
  await invoke(endpoints.pause, { method: 'POST', key, id: contact.id, body: {} });
  await invoke(endpoints.resume, { method: 'POST', key, id: contact.id, body: {} });
  expect(await ruleOfNext()).toBe(true);
  expect(await change({ tags: ['a', 'a'] })).toMatchObject([{ path: 'tags' }]);
  expect(await change({ tags: Array.from({ length: 11 }, (_, n) => `${n}`) })).toMatchObject([{ path: 'tags' }]);
  expect(await change({ tags: ['x'.repeat(41)] })).toMatchObject([{ path: 'tags.0' }]);
  expect(await change({})).toMatchObject([{ message: expect.stringContaining('tags') }]);
  expect(await change({ tags: [] })).toEqual([]);
  expect(await ruleOfNext()).toBe(false);
});

it('lists what is owed by due day and by what is left, page by page, also what has expired, and nothing else', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const { key } = tenant;
  const owing = (reference: string, value: number, given: object = {}, contact: object = ADA) =>
    debt(tenant, contact, { reference, amount: { value, currency: 'NGN' }, expiresIn: 60_000, ...given });
  await owing('c', 300, { dueDate: '2026-03-20' });
  const paidInPart = await owing('a', 900, { dueDate: '2026-03-10' }, JOSE);
  await owing('none', 500);
  await owing('b', 300, { dueDate: '2026-03-20' }, JOSE);
  const gone = await owing('gone', 700, { dueDate: '2026-03-11' });
  await owing('dollars', 5, { dueDate: '2026-03-15', amount: { value: 5, currency: 'USD' } });
  await owing('late', 90, { dueDate: '2026-03-05', expiresIn: 6 * 24 * 60 });
  await debt(await aTenant(), ADA, { dueDate: '2026-03-10' });

  const found = async (query: Record<string, string>) => {
    const references: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await invoke(endpoints.collections, { key, query: { ...query, ...(cursor && { cursor }) } });
      expect(page.status, page.text).toBe(200);
      const names = (page.body.data as CollectionResponse[]).map(({ reference }) => reference);
      if (cursor !== '') expect(names, 'no page says that there is more where there is none').not.toEqual([]);
      references.push(...names);
      ({ nextCursor: cursor } = page.body.meta as { nextCursor: string | null });
    }
    return references;
  };
  const byDay = { order: 'dueDate' };
  const byRest = { order: 'outstanding', currency: 'NGN' };
  for (const limit of ['1', '2', '100']) {
    const [late, a, left, dollars, ...equal] = await found({ ...byDay, limit });
    expect([late, a, left, dollars]).toEqual(['late', 'a', 'gone', 'dollars']);
    expect(equal.toSorted()).toEqual(['b', 'c']);
    const [first, second, third, ...others] = await found({ ...byRest, limit });
    expect([first, second, third]).toEqual(['a', 'gone', 'none']);
    expect([others.slice(0, 2).toSorted(), others.slice(2)]).toEqual([['b', 'c'], ['late']]);
  }

  const pay = { amount: { value: 650, currency: 'NGN' }, method: 'cash', transaction: 'part' };
  await relayed(() => invoke(endpoints.pay, { method: 'POST', key, id: paidInPart.id, body: pay }));
  await relayed(() => invoke(endpoints.status, { method: 'PATCH', key, id: gone.id, body: { status: 'cancelled' } }));
  clock.advance(7 * 24 * 60);
  expect(await found({ ...byRest, limit: '1' })).toEqual(['none', expect.anything(), expect.anything(), 'a', 'late']);
  expect(await found({ ...byDay, dueFrom: '2026-03-05', dueTo: '2026-03-10' })).toEqual(['late', 'a']);
  expect(await found({ ...byDay, dueFrom: '2026-03-06', dueTo: '2026-03-19' })).toEqual(['a', 'dollars']);
  // What lies outside is not even read.
  const inRange = { dueFrom: '2026-03-06', dueTo: '2026-03-19', limit: 10 };
  expect(await findDebts(table, tenant.account.id, { by: 'dueDate' }, { ...inRange, isSpread: false })).toHaveLength(2);
  expect(await found({ ...byDay, status: 'expired' })).toEqual(['late']);
  expect(await found({ ...byDay, status: 'pending,overdue', dueTo: '2026-03-15', limit: '1' })).toEqual([
    'a',
    'dollars',
  ]);
  expect(await found({ order: 'outstanding', currency: 'KES' })).toEqual([]);
});

it('a debt that an earlier version kept is in the orders once its customer is made anew', async () => {
  const tenant = await aTenant({ country: 'NG' });
  const { account } = tenant;
  const { id, contact } = await debt(tenant, ADA, { dueDate: '2026-03-20' });
  const inOrder = async () =>
    (await invoke(endpoints.collections, { key: tenant.key, query: { order: 'dueDate' } })).body.data as object[];
  expect(await inOrder()).toMatchObject([{ id }]);
  const [Key] = ((await documents.send(new ScanCommand({ TableName }))).Items ?? []).filter(
    ({ pk, sk }) => `${pk}`.includes(account.id) && `${pk}`.includes(contact.id) && `${sk}`.startsWith('DEBT#'),
  );
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: Key?.['pk'], sk: Key?.['sk'] },
      UpdateExpression: 'REMOVE byOwed, owed, byStatus, createdAt',
    }),
  );
  expect(await inOrder()).toEqual([]);
  await rebuildAllCustomers({ account: account.id });
  expect(await inOrder()).toMatchObject([{ id }]);
});
