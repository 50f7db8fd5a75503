/** Measures the cost of payments: a create with every method, the payment page and its button, and a webhook. */

import { gzipSync } from 'node:zlib';
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as paymentPage } from '#functions/payment/payment-page.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import { forgetCredentials } from '#lib/payment/credentials.ts';
import { getLedger } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';

import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { type Cost, costOf } from './count-calls.ts';
import { openPaidShop, type PaidShop } from './paid-shop.ts';
import type { Row, Table } from './report.ts';

const HOLD_MS = 10;

export async function payments(): Promise<Table[]> {
  const shop = await openPaidShop();
  const rows: Row[] = [];
  const measure = async (name: string, work: () => Promise<unknown>): Promise<void> =>
    void rows.push(rowOf(name, await costOf(table.client, work, HOLD_MS, shop.elsewhere)));
  try {
    await create(shop, 'first', []);
    await measure('create, no provider needed', () => create(shop, 'plain', ['payment_link']));
    await measure('create with all five methods', () => create(shop, 'all', [...PAYMENT_METHODS]));
    const { id, link } = await create(shop, 'paid', ['payment_link', 'virtual_account']);
    await measure('the payment page', () => page('GET', link));
    await measure('its button', () => page('POST', link));
    await measure('webhook to completed', () => shop.pay(id));
    await expectCompleted(id);
    await measure('the same webhook again', () => shop.payAgain(id));
    forgetCredentials(shop.providerId);
    const cold = await create(shop, 'cold', ['payment_link', 'virtual_account']);
    forgetCredentials(shop.providerId);
    await measure('webhook to completed, secret not at hand', () => shop.pay(cold.id));
    const html = (await page('GET', (await create(shop, 'size', ['payment_link'])).link)).body;
    const notes = [
      'Trips: the longest chain of requests to DynamoDB, KMS and the provider that do not overlap.',
      `The page: ${Buffer.byteLength(html)} bytes of HTML, ${gzipSync(html).length} compressed; nothing else is loaded.`,
    ];
    return [{ title: 'Payments: round trips and capacity', rows, notes }];
  } finally {
    await shop.close();
  }
}

const rowOf = (request: string, { trips, requests, elsewhere, rcu, wcu }: Cost): Row => {
  return { request, trips, 'to DynamoDB': requests, elsewhere, rcu, wcu };
};

type Created = { id: string; link: string };

async function create({ ask }: PaidShop, reference: string, methods: readonly string[]): Promise<Created> {
  const payable = { enabled: methods.length > 0, methods };
  const body = aCreateBody({ reference, contact: aContactBody(), ...(methods.length > 0 && { payable }) });
  const { data } = (await ask(createCollection, 201, { method: 'POST', body })).body as {
    data: { id: string; payable: { options: { link?: string }[] } };
  };
  return { id: data.id, link: data.payable.options.find(({ link }) => link?.includes('/pay/'))?.link ?? '' };
}

async function page(method: string, link: string): Promise<{ body: string }> {
  const token = link.slice(link.lastIndexOf('/') + 1);
  const event = { ...anApiEvent({ method, resource: '/pay/{token}' }), pathParameters: { token } };
  const { statusCode, body } = await (paymentPage as (event: unknown, context: object) => Promise<Answered>)(event, {});
  if (statusCode !== (method === 'GET' ? 200 : 303)) throw new Error(`the page answered ${statusCode}`);
  return { body };
}

type Answered = { statusCode: number; body: string };

async function expectCompleted(id: string): Promise<void> {
  const ref = parseCollectionId(id);
  const status = ref && (await getLedger(table, ref)).collection?.status;
  if (status !== 'completed') throw new Error(`paid, but ${status}`);
}
