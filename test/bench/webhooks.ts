/** Measures what telling an event to merchants costs: the event with its deliveries, and each attempt of a webhook. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as createEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { handler as listDeliveries } from '#functions/api/list-deliveries.ts';
import { handler as publishEvents } from '#functions/stream/publish-events.ts';
import { handler as deliver } from '#functions/webhooks/deliver.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { table } from '#lib/store/table/live-table.ts';

import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import { type Cost, costOf } from './count-calls.ts';
import type { Row, Table } from './report.ts';

const HOLD_MS = 10;
/** As the queue feeds the function. */
const AT_ONCE = 30;
const PAGE = '100';

export async function webhooks(runs: number): Promise<Table[]> {
  const receiver = await openReceiver();
  try {
    const rows = [
      await costs('to no endpoint', []),
      await costs('to one endpoint', [receiver.url]),
      await costs('to ten endpoints', Array(10).fill(receiver.url)),
    ].flat();
    return [
      { title: 'Webhooks: round trips and capacity', rows },
      { title: `${runs} webhooks that wait, ${AT_ONCE} at once`, rows: [await many(receiver.url, runs)] },
    ];
  } finally {
    receiver.close();
  }
}

async function openReceiver() {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

type Shop = BenchAccount & { endpoints: string[] };

async function openShop(urls: readonly string[]): Promise<Shop> {
  const shop = { ...(await openBenchAccount()), endpoints: [] as string[] };
  for (const url of urls) {
    const answer = await shop.ask(createEndpoint, 201, { method: 'POST', body: { url, events: ['*'] } });
    shop.endpoints.push((answer.body.data as { id: string }).id);
  }
  return shop;
}

async function costs(what: string, urls: readonly string[]): Promise<Row[]> {
  const shop = await openShop(urls);
  const record = await create(shop, 'told');
  const telling = await costOf(table.client, () => publish(record), HOLD_MS);
  const rows = [rowOf(`an event ${what}`, telling)];
  if (urls.length !== 1) return rows;
  const [message = ''] = await messagesOf(shop);
  rows.push(rowOf('a webhook that is accepted', await costOf(table.client, () => deliverOne(message), HOLD_MS)));
  return rows;
}

const rowOf = (what: string, { trips, requests, rcu, wcu }: Cost): Row => ({ what, trips, requests, rcu, wcu });

/** A create, as the table's stream shows it. */
async function create({ ask }: Shop, reference: string): Promise<object> {
  const body = aCreateBody({ reference, contact: aContactBody() });
  const { id } = (await ask(createCollection, 201, { method: 'POST', body })).body.data as { id: string };
  const { account, hash } = parseCollectionId(id) ?? { account: '', hash: '' };
  const { pk, sk } = collectionKey(account, hash);
  return { eventName: 'INSERT', dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: '1' } };
}

async function publish(record: object): Promise<void> {
  const { batchItemFailures } = await publishEvents({ Records: [record] } as never);
  if (batchItemFailures.length > 0) throw new Error('an event was not told');
}

/** What the queue would hold, oldest last. */
async function messagesOf({ ask, endpoints: [id = ''] }: Shop): Promise<string[]> {
  const messages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: PAGE, ...(cursor && { cursor }) };
    const { body } = await ask(listDeliveries, 200, { id, query });
    const page = body.data as { id: string }[];
    messages.push(...page.map((one) => JSON.stringify({ endpoint: id, delivery: one.id, round: 0, attempt: 1 })));
    cursor = (body.meta as unknown as { nextCursor: string | null }).nextCursor;
  }
  return messages;
}

async function deliverOne(body: string): Promise<void> {
  const { batchItemFailures } = await deliver({ Records: [{ messageId: 'm', body }] } as never);
  if (batchItemFailures.length > 0) throw new Error('a webhook was not delivered');
}

async function many(url: string, runs: number): Promise<Row> {
  const shop = await openShop([url]);
  for (let index = 0; index < runs; index += 1) await publish(await create(shop, `told-${index}`));
  const waiting = await messagesOf(shop);
  const count = waiting.length;
  const began = performance.now();
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await deliverOne(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - began) / 1000;
  return {
    webhooks: count,
    [`ms each, ${AT_ONCE} at once`]: Math.round((1000 * seconds * AT_ONCE) / count),
    'a second': Math.round(count / seconds),
  };
}
