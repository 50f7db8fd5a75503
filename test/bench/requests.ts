/** Measures the round trips and the consumed capacity of each endpoint, next to the planned values. */
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as createProvider } from '#functions/api/create-provider.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as getProvider } from '#functions/api/get-provider.ts';
import { handler as listCollections } from '#functions/api/list-collections.ts';
import { handler as listProviders } from '#functions/api/list-providers.ts';
import { handler as updateStatus } from '#functions/api/update-collection-status.ts';
import { handler as updateProvider } from '#functions/api/update-provider.ts';
import { contactLookup, newContact } from '#lib/domain/contact.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { createContact } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody, aCreateBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { BenchTable } from './bench-table.ts';
import { type Cost, costOf } from './count-calls.ts';
import type { Row, Table } from './report.ts';
import { seedCollections } from './seed-collections.ts';

/** Enough for pages without entries of the newest segment. Not a multiple of a segment, so the newest is partly full. */
const SEEDED = 1030;
const HOLD_MS = 10;

type Plan = { trips: string; capacity: string };
type Measure = (name: string, plan: Plan, work: () => Promise<unknown>) => Promise<void>;

const NONE: Plan = { trips: '', capacity: '' };
const ONE_READ: Plan = { trips: '1', capacity: '~1 RCU' };
const KNOWN: Plan = { trips: '3', capacity: '~4–6 WCU' };
const NEW: Plan = { trips: '4', capacity: '~4–6 WCU' };
const LISTS = [
  { limit: 10, first: '~11 RCU', deeper: '~11.5 RCU' },
  { limit: 100, first: '~101 RCU', deeper: '~102 RCU' },
];

export async function requests(bench: BenchTable): Promise<Table[]> {
  const rows: Row[] = [];
  const measure: Measure = async (name, plan, work) =>
    void rows.push(rowOf(name, plan, await costOf(table.client, work, HOLD_MS)));
  const shop = await openBenchAccount();
  await creates(measure, shop);
  await statuses(measure, shop);
  await providers(measure, shop);
  await lists(measure, bench);
  const notes = [
    'refused: conditional writes DynamoDB turned down; it charges them as writes without saying how much.',
  ];
  return [{ title: 'Requests: round trips and capacity, the key check included', rows, notes }];
}

const rowOf = (name: string, plan: Plan, { trips, requests: sent, rcu, wcu, refused }: Cost): Row => {
  return { request: name, trips, planned: plan.trips, sent, rcu, wcu, refused, 'capacity planned': plan.capacity };
};

let references = 0;
const bodyOf = (contact: object, make = aCreateBody): { body: object; method: string } => {
  references += 1;
  return { method: 'POST', body: make({ reference: `order_${references}`, contact: aContactBody(contact) }) };
};

async function creates(measure: Measure, shop: BenchAccount): Promise<void> {
  const fresh = bodyOf({});
  const create = (of: BenchAccount, contact: object) => of.ask(createCollection, 201, bodyOf(contact));
  await measure('create, new contact', NEW, () => shop.ask(createCollection, 201, fresh));
  await measure('create, known contact', KNOWN, () => create(shop, {}));
  await measure('create, reference taken', NONE, () => shop.ask(createCollection, 409, fresh));

  const full = () => bodyOf({}, aFullCreateBody);
  await measure('create, known contact, every field', KNOWN, () => shop.ask(createCollection, 201, full()));

  const national = { phone: '0803 123 4567' };
  const cold = await openBenchAccount();
  await measure('create, national phone, cold, new', { ...NEW, trips: '5' }, () => create(cold, national));
  await measure('create, national phone, warm, known', KNOWN, () => create(cold, national));
  const other = { phone: '0803 123 4568', email: 'other@example.com' };
  await measure('create, national phone, warm, new', NEW, () => create(cold, other));

  const known = await openBenchAccount();
  const phone = parsePhone(national.phone, 'NG');
  const given = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com' };
  const { id, salt } = known.account;
  await createContact(table, id, contactLookup(phone, given.email), newContact(given, phone, salt).id);
  await measure('create, national phone, cold, known', { ...KNOWN, trips: '4' }, () => create(known, national));
}

async function statuses(measure: Measure, shop: BenchAccount): Promise<void> {
  const { id } = (await shop.ask(createCollection, 201, bodyOf({}))).body.data as { id: string };
  await measure('get collection', ONE_READ, () => shop.ask(getCollection, 200, { id }));
  const patch = { method: 'PATCH', id, body: { status: 'completed' } };
  await measure('update status', NONE, () => shop.ask(updateStatus, 200, patch));
  await measure('update status, again', NONE, () => shop.ask(updateStatus, 200, patch));
}

async function providers(measure: Measure, shop: BenchAccount): Promise<void> {
  const body = { name: 'Paystack', slug: 'paystack' };
  await measure('create provider', NONE, () => shop.ask(createProvider, 201, { method: 'POST', body }));
  const listed = (await shop.ask(listProviders, 200)).body.data as { id: string }[];
  const id = listed[0]?.id ?? '';
  await measure('get provider', ONE_READ, () => shop.ask(getProvider, 200, { id }));
  await measure('list providers', ONE_READ, () => shop.ask(listProviders, 200));
  const change = { method: 'PATCH', id, body: { enabled: false } };
  await measure('update provider', NONE, () => shop.ask(updateProvider, 200, change));
}

async function lists(measure: Measure, bench: BenchTable): Promise<void> {
  const shop = await openBenchAccount();
  await seedCollections(bench, { account: shop.account.id, rows: SEEDED });
  for (const { limit, first, deeper } of LISTS) {
    const last = Math.floor(SEEDED / limit);
    for (const [name, page] of Object.entries({ 1: 1, middle: Math.floor(last / 2), last })) {
      const plan = page === 1 ? { trips: '2', capacity: first } : { trips: '≤ 3', capacity: deeper };
      const query = { page: String(page), limit: String(limit) };
      await measure(`list page ${name} at ${limit}`, plan, () => shop.ask(listCollections, 200, { query }));
    }
  }
}
