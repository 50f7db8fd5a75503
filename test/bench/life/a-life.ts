/**
 * The life of one collection, by the real handlers: what each step costs, in all the services that it calls.
 *
 * The collection: 72 hours, NGN 45,000, the longest reference and one line of metadata, for a contact that the account knows; a payment link and the
 * default strategy, which sends two messages: WhatsApp after four hours, SMS two days later, each with the receipt of its
 * delivery. Its provider is asked at once whether it was paid before. The customer had one collection before, which was cancelled. The merchant reads it five times. Paid: an hour after the second message the customer opens the page and pays the
 * whole amount at the provider, whose webhook completes it; the schedule of the run that this brings forward calls in vain. Unpaid: it expires. What is told is counted some minutes later.
 */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { handler as createEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as updateStatus } from '#functions/api/update-collection-status.ts';
import { handler as recordReceipt } from '#functions/messaging/record-receipt.ts';
import { countNeeds } from '#functions/scheduled/count-insights.ts';
import { followUp } from '#functions/scheduled/follow-up.ts';
import { handler as publishEvents } from '#functions/stream/publish-events.ts';
import { receiptEvent } from '#infra/local/control-api/message-calls.ts';
import { clock } from '#lib/clock.ts';
import { type EndpointRef, parseCollectionId, parseEndpointId } from '#lib/domain/ids.ts';
import { NEWS_MS, SETTLED_MS } from '#lib/domain/insights/counted.ts';
import type { Run } from '#lib/schedule/queues.ts';
import { getBusyAccount, spreadAccount } from '#lib/store/account/accounts.ts';
import { getApiKey, listApiKeys } from '#lib/store/account/api-keys.ts';
import { getBusyVoicedAccount } from '#lib/store/account/voiced.ts';
import { getCollection as readCollection } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { getNews } from '#lib/store/insights/news.ts';
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { loadDelivery } from '#lib/store/webhook/deliveries.ts';
import { getReceivers, getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { countInsights } from '#lib/use-cases/count-insights.ts';
import type { BenchTable } from '#test/bench/bench-table.ts';
import { openPaidShop, type PaidShop } from '#test/bench/paid-shop.ts';
import { service } from '#test/support/a-service.ts';
import { runCollection } from '#test/support/invoke.ts';
import { sizeOf } from '#test/support/item-size.ts';
import { create, END, pageOf, START, setClock } from './acts.ts';
import { countedTogether } from './counted-together.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { entriesOf } from './watch-writes.ts';

/** In bytes, with what each index repeats; in whole kilobytes, because what is deflated is some bytes longer or shorter. */
type Kept = { forGood: number; forAWhile: number };

export type Life = Pick<Ledger, 'steps' | 'writes' | 'demands'> & {
  account: string;
  messages: number;
  events: number;
  kept: Kept;
  /** Write units that a create takes more where the customer is new. */
  newCustomer: number;
};

/** `receiver`: the URL of a webhook endpoint that gets every event. */
/** `isBusy`: the account has so much to do meanwhile that what can be shared is shared. */
export type LifeOptions = { isPaid: boolean; receiver?: string; isBusy?: boolean };

const longestReference = (order: number): string => `order-${order}`.padEnd(64, '-0123456789');
const READS = 5;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const MAX_RUNS = 20;

/** As the function has them: what a busy account shares is read of the account, too. */
const asDeployed = followUp({ ...service, ...storeOf(table, { getAccount: getBusyVoicedAccount }) });

type Walk = { bench: BenchTable; shop: PaidShop; ledger: Ledger; id: string; isBusy: boolean };

export async function aLife(bench: BenchTable, { isPaid, receiver, isBusy = false }: LifeOptions): Promise<Life> {
  const { now } = clock;
  setClock(START);
  const shop = await openPaidShop();
  // As what counts would have seen long ago.
  if (isBusy) await spreadAccount(table, shop.account.id, new Date(START - 2 * DAY).toISOString());
  const others = othersOf(bench, shop);
  const watched = { bench, provider: shop.watchProvider, beforeEach: async () => void (isBusy && (await others())) };
  const [earlier, ledger] = [openLedger(watched), openLedger(watched)];
  try {
    if (receiver) await shop.ask(createEndpoint, 201, { method: 'POST', body: { url: receiver, events: ['*'] } });
    await becomeKnown(shop, earlier);
    const before = await storedOf(bench);
    const walk = { bench, shop, ledger, id: '', isBusy };
    await ledger.take('create', 'create-collection', async () => {
      walk.id = await create(shop, longestReference(1001));
    });
    await askEarly(walk);
    for (let read = 0; read < READS; read += 1) {
      await ledger.take('read', 'get-collection', () => shop.ask(getCollection, 200, { id: walk.id }));
    }
    await count(walk);
    await runAll(walk, isPaid);
    const after = await storedOf(bench);
    const grown = (of: keyof Kept) => Math.round((after[of] - before[of]) / KILOBYTE) * KILOBYTE;
    const kept = { forGood: grown('forGood'), forAWhile: grown('forAWhile') };
    const events = await eventsOf(walk);
    const newCustomer = writesOf(earlier, 'create') - writesOf(ledger, 'create');
    // At the end, because what is counted is in the table, too.
    if (isBusy) await countBeside(walk, openLedger({ ...watched, beforeEach: async () => {} }));
    return { ...ledger, account: shop.account.id, messages: messagesOf(walk).length, events, kept, newCustomer };
  } finally {
    clock.now = now;
    await shop.close();
  }
}

/** A day before. */
async function becomeKnown(shop: PaidShop, { take }: Ledger): Promise<void> {
  let id = '';
  setClock(START - DAY);
  await take('create', 'create-collection', async () => {
    id = await create(shop, longestReference(1000));
  });
  const body = { status: 'cancelled' };
  await take('cancel', 'update-collection-status', () => shop.ask(updateStatus, 200, { method: 'PATCH', id, body }));
  setClock(START);
}

const writesOf = ({ steps }: Ledger, name: string): number =>
  steps.filter((step) => step.name === name).reduce((sum, { wcu }) => sum + wcu, 0);

const SOMEBODY_ELSE = { firstName: 'Bola', lastName: 'Ade', phone: '+2348031230000', email: 'bola@example.com' };

/** More than a process reads for itself. */
const BUSY_READS = 25;

/** At the same instant another collection of the account is made and told, and what all of them read has been read often. */
function othersOf({ webhooks }: BenchTable, shop: PaidShop): () => Promise<void> {
  const { id: account } = shop.account;
  let made = 0;
  return async () => {
    made += 1;
    const own = new Set(webhooks.due(END).map(({ id }) => id));
    const collection = await create(shop, `other-${made}`, { contact: SOMEBODY_ELSE });
    const ref = parseCollectionId(collection);
    const key = ref && marshall(collectionKey(ref.account, ref.hash));
    const record = { eventName: 'INSERT', dynamodb: { Keys: key, SequenceNumber: String(made) } };
    await publishEvents({ Records: [record] } as never);
    // A process keeps the credentials with which it asks a provider.
    await runCollection({ collection, asks: true }, asDeployed);
    for (const { id } of webhooks.due(END)) if (!own.has(id)) webhooks.remove(id);
    const [endpoints, keys] = [await getWebhookEndpoints(table, account), await listApiKeys(table, account)];
    for (let read = 0; read < BUSY_READS; read += 1) {
      await Promise.all([
        getBusyAccount(table, account),
        ...keys.map(({ hash }) => getApiKey(table, account, hash)),
        getReceivers(table, account),
        ...endpoints.map(({ id }) => loadDelivery(table, parseEndpointId(id) as EndpointRef, 'none')),
      ]);
    }
  };
}

/** What DynamoDB adds to each item, of the table and of an index. */
const OVERHEAD = 100;
const KILOBYTE = 1024;

/** Sums of an account, which become no more with each collection. */
const SUMS = /^(?:STATISTIC#.*|POSITION)$/;

/** All else that is in the table: of others nothing changes meanwhile. */
async function storedOf({ documents, tableName }: BenchTable): Promise<Kept> {
  const stored = { forGood: 0, forAWhile: 0 };
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: tableName })) {
    for (const item of Items.filter(({ sk }) => !SUMS.test(sk))) {
      const bytes = [item, ...entriesOf(item)].reduce((sum, each) => sum + sizeOf(each) + OVERHEAD, 0);
      stored[item[TTL_ATTRIBUTE] === undefined ? 'forGood' : 'forAWhile'] += bytes;
    }
  }
  return stored;
}

async function runAll(walk: Walk, isPaid: boolean): Promise<void> {
  let overtaken: (() => Promise<void>) | undefined;
  for (let runs = 0; runs < MAX_RUNS; runs += 1) {
    const next = await nextRun(walk);
    if (next === undefined)
      return overtaken === undefined ? undefined : walk.ledger.take('in vain', 'follow-up', overtaken);
    const before = messagesOf(walk).length;
    setClock(Math.max(clock.now().getTime(), Date.parse(next.nextRunAt)));
    const { status } = await stored(walk);
    await walk.ledger.take(status === 'pending' ? 'run' : 'check', 'follow-up', () =>
      runCollection({ collection: walk.id, run: next.runNumber }, asDeployed),
    );
    if (messagesOf(walk).length > before) await receipt(walk);
    await count(walk);
    if (isPaid && messagesOf(walk).length === 2 && status === 'pending') {
      const { runNumber: run = 0 } = (await nextRun(walk)) ?? {};
      // The payment brings it forward, and its schedule stays.
      overtaken = () => runCollection({ collection: walk.id, run }, asDeployed);
      await pay(walk);
    }
  }
  throw new Error('the collection does not come to an end');
}

/** A provider is asked for the merchant's own transaction, which may have been paid before its collection was recorded. */
async function askEarly({ bench, ledger, id }: Walk): Promise<void> {
  for (const { body } of bench.queue.due(END)) {
    const run: Run = JSON.parse(body);
    if (run.collection !== id || !run.asks) continue;
    await ledger.take('ask', 'follow-up', () => runCollection(run, asDeployed));
  }
}

async function stored({ id }: Walk) {
  const ref = parseCollectionId(id);
  const collection = ref && (await readCollection(table, ref));
  if (collection === undefined) throw new Error('the collection was not recorded');
  return collection;
}

async function nextRun(walk: Walk): Promise<{ nextRunAt: string; runNumber: number } | undefined> {
  const { nextRunAt, runNumber } = await stored(walk);
  return nextRunAt === undefined ? undefined : { nextRunAt, runNumber };
}

const messagesOf = ({ bench, id }: Walk) => bench.outbox.list({ collection: id });

async function receipt(walk: Walk): Promise<void> {
  setClock(clock.now().getTime() + MINUTE / 6);
  const message = messagesOf(walk).at(-1);
  const event = message && receiptEvent(message, { status: 'delivered' }, clock.now());
  await walk.ledger.take('receipt', 'record-receipt', () => recordReceipt(event as never));
}

async function pay({ shop, ledger, id }: Walk): Promise<void> {
  setClock(clock.now().getTime() + 60 * MINUTE);
  const visit = await pageOf(shop, id);
  await ledger.take('page', 'payment-page', () => visit('GET'));
  await ledger.take('page', 'payment-page', () => visit('POST'));
  await ledger.take('payment', 'receive-payment', () => shop.pay(id, 'checkout'));
}

/** What is not counted yet is this life's alone. */
async function count({ shop, ledger, isBusy }: Walk): Promise<void> {
  if (isBusy) return;
  setClock(clock.now().getTime() + NEWS_MS + SETTLED_MS + MINUTE);
  if ((await getNews(table, shop.account.id)) === undefined) return;
  await ledger.take('count', 'count-insights', () => countInsights(countNeeds, shop.account.id, END));
}

/** A busy account counts eighty events at once, of many lives. What that asks of its partitions is no wall: counting lags instead. */
async function countBeside(walk: Walk, counting: Ledger): Promise<void> {
  const { bench, ledger } = walk;
  const { ref } = await stored(walk);
  const { step, writes } = await countedTogether(bench, counting, ref);
  ledger.steps.push(step);
  for (const [item, sum] of writes) ledger.writes.set(item, sum);
}

async function eventsOf({ shop, id }: Walk): Promise<number> {
  const { body } = await shop.ask(getCollection, 200, { id });
  return (body.data as { events: object[] }).events.length;
}
