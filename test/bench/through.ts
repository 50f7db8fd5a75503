/**
 * Many lives of one account at once, through the real functions on a real table with its stream: as AWS may bring them, in batches, shuffled, a
 * part of them twice, and after a process that died in the middle. Nothing may be lost or doubled, and a life asks no more than it does alone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as createEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as listEvents } from '#functions/api/list-events.ts';
import { handler as recordReceipt } from '#functions/messaging/record-receipt.ts';
import { handler as paymentPage } from '#functions/payment/payment-page.ts';
import { handler as followUp } from '#functions/scheduled/follow-up.ts';
import { handler as sweep } from '#functions/scheduled/sweep.ts';
import { handler as publishEvents } from '#functions/stream/publish-events.ts';
import { handler as relay } from '#functions/stream/relay.ts';
import { handler as deliver } from '#functions/webhooks/deliver.ts';
import { receiptEvent } from '#infra/local/control-api/message-calls.ts';
import { STREAM } from '#infra/local/dynamodb/create-table.ts';
import type { RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import { clock } from '#lib/clock.ts';
import { table } from '#lib/store/table/live-table.ts';
import { followStream } from '#test/functions/relay/follow-stream.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { aFullCreateBody } from '#test/support/a-create-body.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import type { BenchTable } from './bench-table.ts';
import { aLife, type Life } from './life/a-life.ts';
import { openPaidShop, type PaidShop } from './paid-shop.ts';
import type { Table } from './report.ts';

const START = Date.parse('2026-03-02T08:00:00.000Z');
const HOUR = 3_600_000;
const HOURS = 72;
const RECORDS_IN_A_BATCH = 100;
const MESSAGES_IN_A_BATCH = 10;
const CALLERS = 10;

/** The clock of the queues is not that of the lives: all that waits is due. */
const END = new Date(8.64e15);
const EVENTS_ON_A_PAGE = 100;

/** The share of what comes twice, and of the batches of the stream during which a process dies. */
const TWICE = 0.05;
const DIES = 0.2;
/** After so many requests at most. */
const DIES_WITHIN = 40;

type Counts = Map<string, number>;

/** `counted`: requests to the table by what made them. `dieAfter`: so many more are answered, and none after that. */
type Watch = { counted: Counts; label: string | undefined; dieAfter: number };

type World = {
  bench: BenchTable;
  shop: PaidShop;
  random: Random;
  watch: Watch;
  newRecords: () => Promise<DynamoDBRecord[]>;
};

export async function through(bench: BenchTable, lives: number): Promise<Table[]> {
  const { now } = clock;
  const received = new Map<string, number>();
  const receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    received.set(id, (received.get(id) ?? 0) + 1);
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  try {
    const { events, counted } = await livesOf(bench, { lives, url, received });
    // After the others: the sweeper would run its collections, too.
    const { steps } = await aLife(bench, { isPaid: true, receiver: url, isBusy: true });
    return [tableOf(lives, events, { counted, alone: byFunction(steps) })];
  } finally {
    clock.now = now;
    receiver.close();
    receiver.closeAllConnections();
  }
}

type Counted = { events: number; counted: Counts };

async function livesOf(
  bench: BenchTable,
  { lives, url, received }: { lives: number; url: string; received: Counts },
): Promise<Counted> {
  const { tableName: TableName, client } = bench;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: STREAM }));
  setClock(START);
  const shop = await openPaidShop();
  const watch = watchTable();
  try {
    await shop.ask(createEndpoint, 201, { method: 'POST', body: { url, events: ['*'] } });
    const world = { bench, shop, random: randomFrom(lives, 'through'), watch, newRecords: await followStream(bench) };
    const ids = await liveAll(world, lives);
    return { events: await expectWhole(world, ids, received), counted: watch.counted };
  } finally {
    watch.stop();
    await shop.close();
  }
}

function byFunction(steps: Life['steps']): Counts {
  const sums: Counts = new Map();
  for (const { fn, requests } of steps) sums.set(fn, (sums.get(fn) ?? 0) + requests);
  return sums;
}

const tableOf = (lives: number, events: number, { counted, alone }: { counted: Counts; alone: Counts }): Table => ({
  title: `${lives} lives of one account: ${events} events, each told once; ${lives * 2} messages, each sent once; each payment booked once`,
  notes: [
    `${TWICE * 100} % came twice; during ${DIES * 100} % of the batches of the stream the process died. What was repeated is not counted.`,
    '"alone": the requests of one life by itself, in a busy account (`npm run bench -- life`).',
  ],
  rows: [...counted].map(([fn, requests]) => ({
    function: fn,
    'requests a life': (requests / lives).toFixed(1),
    alone: alone.get(fn) ?? 0,
  })),
});

const setClock = (at: number): void => {
  clock.now = () => new Date(at);
};

function watchTable(): Watch & { stop: () => void } {
  const name = 'watchThrough';
  const watch: Watch = { counted: new Map(), label: undefined, dieAfter: Number.POSITIVE_INFINITY };
  table.client.middlewareStack.add(
    (next) => async (args) => {
      if (watch.dieAfter <= 0) throw Object.assign(new Error('the process is dead'), { name: 'TimeoutError' });
      watch.dieAfter -= 1;
      if (watch.label !== undefined) watch.counted.set(watch.label, (watch.counted.get(watch.label) ?? 0) + 1);
      return next(args);
    },
    { step: 'initialize', name },
  );
  return Object.assign(watch, { stop: () => void table.client.middlewareStack.remove(name) });
}

async function counting<T>({ watch }: World, label: string, work: () => Promise<T>): Promise<T> {
  watch.label = label;
  return work().finally(() => {
    watch.label = undefined;
  });
}

/** From the creates to the last run, hour by hour; nothing is done twice by the world itself. */
async function liveAll(world: World, lives: number): Promise<string[]> {
  const ids = await counting(world, 'create-collection', () => atOnce(range(lives), (number) => create(world, number)));
  await settle(world);
  const reminded = {
    messages: new Set(world.bench.outbox.list().map(({ id }) => id)),
    times: new Map<string, number>(),
  };
  for (let hour = 1; hour <= HOURS + 1; hour += 1) {
    setClock(START + hour * HOUR);
    await (sweep as () => Promise<unknown>)();
    await settle(world);
    for (const id of await takeReceipts(world, reminded)) await pay(world, id);
    await settle(world);
  }
  return ids;
}

const range = (length: number): number[] => Array.from({ length }, (_, number) => number);

async function atOnce<Given, Made>(all: readonly Given[], work: (one: Given) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < all.length; from += CALLERS)
    made.push(...(await Promise.all(all.slice(from, from + CALLERS).map(work))));
  return made;
}

async function create({ shop }: World, number: number): Promise<string> {
  const contact = { phone: `+23480${String(31_000_000 + number)}`, email: `ada${number}@example.com` };
  const { followUp: _default, ...body } = aFullCreateBody({
    reference: `order-${number}`.padEnd(64, '-0123456789'),
    expiresIn: HOURS * 60,
    contact: { firstName: 'Ada', lastName: 'Obi', ...contact },
  });
  return ((await shop.ask(createCollection, 201, { method: 'POST', body })).body.data as { id: string }).id;
}

/** Until nothing is left to be told, run or delivered now. */
async function settle(world: World): Promise<void> {
  const { bench } = world;
  for (;;) {
    const records = shuffled(await world.newRecords(), world.random);
    await consume(world, 'relay', relay as Consumer, records);
    await consume(world, 'publish-events', publishEvents as Consumer, records);
    const ran = await drain(world, 'follow-up', followUp as Worker, bench.queue);
    const delivered = await drain(world, 'deliver', deliver as Worker, bench.webhooks);
    if (records.length + ran + delivered === 0) return;
  }
}

/** Only the records of one item are in order. */
function shuffled(records: readonly DynamoDBRecord[], { fraction }: Random): DynamoDBRecord[] {
  const ranks = new Map<string, number>();
  const rankOf = ({ dynamodb }: DynamoDBRecord): number => {
    const key = JSON.stringify(dynamodb?.Keys);
    const rank = ranks.get(key) ?? fraction();
    ranks.set(key, rank);
    return rank;
  };
  return records.toSorted((one, other) => rankOf(one) - rankOf(other));
}

type Failures = { batchItemFailures: { itemIdentifier: string }[] };
type Consumer = (event: { Records: DynamoDBRecord[] }) => Promise<Failures>;
type Worker = (event: { Records: { messageId: string; body: string }[] }) => Promise<Failures>;

async function consume(
  world: World,
  name: string,
  consumer: Consumer,
  records: readonly DynamoDBRecord[],
): Promise<void> {
  const { random, watch } = world;
  for (let from = 0; from < records.length; from += RECORDS_IN_A_BATCH) {
    const Records = records.slice(from, from + RECORDS_IN_A_BATCH);
    const dies = random.bool(DIES);
    if (dies) {
      watch.dieAfter = random.between(0, DIES_WITHIN);
      await consumer({ Records }).catch(() => {});
      watch.dieAfter = Number.POSITIVE_INFINITY;
    }
    const work = () => consumer({ Records });
    const { batchItemFailures } = await (dies ? work() : counting(world, name, work));
    if (batchItemFailures.length > 0) throw new Error(`${name} fails at a record without a fault`);
    if (random.bool(TWICE)) await work();
  }
}

async function drain(world: World, name: string, worker: Worker, queue: RunsQueue): Promise<number> {
  const { random } = world;
  const due = queue.due(END).toSorted(() => random.fraction() - 0.5);
  for (let from = 0; from < due.length; from += MESSAGES_IN_A_BATCH) {
    const messages = due.slice(from, from + MESSAGES_IN_A_BATCH);
    const Records = messages.map(({ id, body }) => ({ messageId: id, body }));
    const { batchItemFailures } = await counting(world, name, () => worker({ Records }));
    if (batchItemFailures.length > 0) throw new Error(`${name} fails at a message without a fault`);
    const again = Records.filter(() => random.bool(TWICE));
    if (again.length > 0) await worker({ Records: again });
    for (const { id } of messages) queue.remove(id);
  }
  return due.length;
}

/** The messages that have arrived, and how many of each collection. */
type Reminded = { messages: Set<string>; times: Map<string, number> };

/** Answers the collections whose second message has arrived. */
async function takeReceipts(world: World, { messages: seen, times }: Reminded): Promise<string[]> {
  const { bench, random } = world;
  const messages = bench.outbox.list().filter(({ id }) => !seen.has(id));
  await counting(world, 'record-receipt', async () => {
    await atOnce(messages, (message) =>
      recordReceipt(receiptEvent(message, { status: 'delivered' }, clock.now()) as never),
    );
  });
  const second: string[] = [];
  for (const message of messages) {
    seen.add(message.id);
    const { collectionId = '' } = message;
    const count = (times.get(collectionId) ?? 0) + 1;
    times.set(collectionId, count);
    if (count === 2) second.push(collectionId);
    if (random.bool(TWICE)) await recordReceipt(receiptEvent(message, { status: 'delivered' }, clock.now()) as never);
  }
  return second;
}

async function pay(world: World, id: string): Promise<void> {
  const { shop, random } = world;
  const { body } = await shop.ask(getCollection, 200, { id });
  const { payable } = body.data as { payable: { options: { link: string }[] } };
  const token = payable.options[0]?.link.split('/').at(-1) ?? '';
  for (const method of ['GET', 'POST'])
    await counting(world, 'payment-page', async () => {
      const event = { ...anApiEvent({ method, resource: '/pay/{token}' }), pathParameters: { token } };
      const { statusCode } = await paymentPage(event as never, {} as never);
      if (statusCode >= 400) throw new Error(`the page answered ${statusCode}`);
    });
  await counting(world, 'receive-payment', () => shop.pay(id, 'checkout'));
  if (random.bool(TWICE)) await shop.payAgain(id, 'checkout');
}

type Told = { id: string; sequence: number; data: { collection: { id: string } } };

/** Answers the number of events. @throws Error with the first thing that is lost or doubled */
async function expectWhole(
  world: World,
  ids: readonly string[],
  received: ReadonlyMap<string, number>,
): Promise<number> {
  const { bench, shop } = world;
  const sent = Map.groupBy(bench.outbox.list(), ({ collectionId = '' }) => collectionId);
  const told = Map.groupBy(await eventsOf(shop), ({ data }) => data.collection.id);
  for (const id of ids) {
    const { body } = await shop.ask(getCollection, 200, { id });
    const { status, balance } = body.data as { status: string; balance: { received: { value: number } } };
    const events = told.get(id) ?? [];
    const numbers = events.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
    const seen = [status, balance.received.value, sent.get(id)?.length, numbers.join()];
    const expected = [
      'completed',
      45_000,
      2,
      range(events.length)
        .map((number) => number + 1)
        .join(),
    ];
    if (events.length !== EVENTS_OF_A_LIFE || seen.join(' ') !== expected.join(' '))
      throw new Error(`${id}: ${seen.join(' ')}, with ${events.length} events`);
    const wrong = events.find((event) => received.get(event.id) !== 1);
    if (wrong) throw new Error(`${id}: ${wrong.id} came ${received.get(wrong.id) ?? 0} times`);
  }
  const all = [...told.values()].flat().length;
  if (received.size !== all) throw new Error(`the receiver knows ${received.size} events of ${all}`);
  return all;
}

/** `npm run bench -- life` counts them. */
const EVENTS_OF_A_LIFE = 8;

async function eventsOf({ ask }: PaidShop): Promise<Told[]> {
  const told: Told[] = [];
  for (let after: string | undefined; ; ) {
    const query = { limit: String(EVENTS_ON_A_PAGE), ...(after && { after }) };
    const { body } = await ask(listEvents, 200, { query });
    told.push(...(body.data as Told[]));
    const { nextCursor, hasMore } = body.meta as unknown as { nextCursor: string; hasMore: boolean };
    if (!hasMore) return told;
    after = nextCursor;
  }
}
