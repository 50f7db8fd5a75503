/** What a release has left in its table is read, changed and gone on with by this version, and answers as it did. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { listEvents } from '#functions/api/list-events.ts';
import { listPayments } from '#functions/api/list-payments.ts';
import { listProviders } from '#functions/api/list-providers.ts';
import { listWebhookEndpoints } from '#functions/api/list-webhook-endpoints.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getCollection as readCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { rebuildCustomers, rebuildInsights } from '#lib/use-cases/rebuild-insights.ts';
import { openPage } from '#test/functions/a-payment-page.ts';
import { service } from '#test/support/a-service.ts';
import { aStoredKey } from '#test/support/accounts.ts';
import type { Call } from '#test/support/api-event.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Handler, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { type Recorded, readRecorded } from './recorded.ts';

const { client, tableName } = useTable();
captureLogs();
const channels = useChannels();

const releases = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json.gz'))
  .map((name) => readRecorded(join(import.meta.dirname, name), service.settings.baseUrl));
const clock = useClock(new Date(0));

const BATCH = 25;

/** Its own key was made with another stage's secret. */
async function keyOf({ account: id }: Recorded): Promise<string> {
  const account = await getAccount(table, id);
  if (account === undefined) throw new Error('the account cannot be read');
  return aStoredKey(account);
}

const PARTS: Readonly<Record<string, Handler>> = {
  '': getCollection(service),
  payments: listPayments(service),
  'follow-ups': getFollowUps(service),
};
const LISTS: Readonly<Record<string, Handler>> = {
  collections: listCollections(service),
  providers: listProviders(service),
  'webhook-endpoints': listWebhookEndpoints(service),
};

function call(path: string): [Handler, Call] {
  const { pathname, searchParams } = new URL(path, 'https://collections.example');
  const [, , list = '', id, part = ''] = pathname.split('/');
  const handler = id === undefined ? LISTS[list] : PARTS[part];
  if (handler === undefined) throw new Error(`nothing answers ${path}`);
  return [handler, { ...(id && { id }), query: Object.fromEntries(searchParams) }];
}

describe.each(releases)('the table of $version', (recorded) => {
  let key = '';
  beforeEach(() => {
    clock.now = new Date(recorded.at);
  });
  beforeAll(async () => {
    for (let from = 0; from < recorded.items.length; from += BATCH) {
      const puts = recorded.items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
      await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: puts } }));
    }
    key = await keyOf(recorded);
  });

  const ask = (handler: Handler, asked: Call) => invoke(handler, { ...asked, key });
  const idOf = (name: string): string => recorded.ids[name] ?? '';
  const dataIn = (path: string): Told => (recorded.answers[path] as { data: Told }).data;

  it.each(Object.keys(recorded.answers))('answers %s as it did; what is new is beside it', async (path) => {
    const { status, body } = await ask(...call(path));
    expect(status).toBe(200);
    expect(body).toMatchObject(recorded.answers[path] as object);
  });

  it('the feed has all events that it had, in their order', async () => {
    const { body } = await ask(listEvents(service), { query: { limit: '100' } });
    expect(body.data).toMatchObject(recorded.events);
  });

  it('the same create is answered as before, and its reference is taken for another', async () => {
    const { contact, amount, reference } = dataIn(`/public/collections/${idOf('plain')}`);
    const { phone, firstName, lastName, email } = contact;
    const body = { reference, amount, contact: { firstName, lastName, phone, email } };
    const { status, body: answer } = await ask(createCollection(service), { method: 'POST', body });
    expect([status, answer.existing?.id]).toEqual([409, idOf('plain')]);
  });

  it('a link that was sent leads to its page', async () => {
    const { payable } = dataIn(`/public/collections/${idOf('full')}`);
    const token = payable.options[0]?.link?.split('/').at(-1);
    const { status, html } = await openPage(paymentPage(service), token);
    expect([status, html.includes('Two pairs of shoes')]).toEqual([200, true]);
  });

  it('customers and figures are made of it, and agree with it', async () => {
    const made = await rebuildCustomers(service, recorded.account);
    expect(made.collections).toBe(Object.keys(recorded.ids).length);
    const account = await getAccount(table, recorded.account);
    if (account === undefined) throw new Error('the account cannot be read');
    await rebuildInsights(service, account);
    expect((await rebuildInsights(service, account)).changed).toEqual([]);
  });

  it('a plan in flight goes on, by its old strategy', async () => {
    const ref = parseCollectionId(idOf('full'));
    if (ref === undefined) throw new Error('no such id');
    const { nextRunAt = '', runNumber } = (await readCollection(table, ref)) ?? { runNumber: 0 };
    const { slots } = dataIn(`/public/collections/${idOf('full')}/follow-ups`);
    clock.now = new Date(nextRunAt);
    await runCollection({ collection: idOf('full'), run: runNumber });
    const due = slots.filter(({ status }) => status === 'planned')[0]?.dueAt;
    expect([nextRunAt, channels.messages().map(({ collection }) => collection)]).toEqual([due, [idOf('full')]]);
  });

  it('it is paid and corrected like any other', async () => {
    const id = idOf('part');
    const body = { amount: { value: 25_500, currency: 'NGN' }, method: 'cash', transaction: 'rest' };
    expect((await ask(recordPayment(service), { method: 'POST', id, body })).status).toBe(201);
    const { body: paid } = await ask(getCollection(service), { id });
    expect(paid.data).toMatchObject({ status: 'completed' });
    const dueDate = '2027-01-31';
    const change = { method: 'PATCH', id: idOf('changed'), body: { dueDate } };
    expect((await ask(updateCollection(service), change)).body.data).toMatchObject({ dueDate });
  });
});

type Told = {
  contact: Record<string, string>;
  amount: object;
  reference: string;
  payable: { options: { link?: string }[] };
  slots: { status: string; dueAt: string }[];
};
