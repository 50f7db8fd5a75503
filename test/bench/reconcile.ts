/** Measures what reconciling a provider for a day costs, with so many collections paid on each of the days in its lists. */

import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as reconcileProvider } from '#functions/scheduled/reconcile-provider.ts';
import { table } from '#lib/store/table/live-table.ts';

import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { type Cost, costOf } from './count-calls.ts';
import { openPaidShop, type PaidShop } from './paid-shop.ts';
import type { Row, Table } from './report.ts';

const HOLD_MS = 10;
const RUNS_A_DAY = 24;
/** Each payment is in the lists of two hourly runs and of eight daily ones. */
const HOURS_LISTED = 2;
const DAYS_LISTED = 8;
const PAID = [0, 20, 200];

export async function reconcile(): Promise<Table[]> {
  const rows: Row[] = [];
  for (const paid of PAID) rows.push(...(await rowsOf(paid)));
  const notes = [
    'Each run is measured over a list with that many payments. All were reported by webhooks, but for the last row.',
    `A day: ${RUNS_A_DAY} hourly runs and a daily one. A payment is in ${HOURS_LISTED} hourly lists and in ${DAYS_LISTED} daily ones, so`,
    'a shop with N payments a day costs N times the reads that a listed payment takes, times ten, and the calls of its pages.',
  ];
  return [{ title: 'Reconciliation: calls of the provider, round trips and capacity', rows, notes }];
}

async function rowsOf(paid: number): Promise<Row[]> {
  const shop = await openPaidShop();
  const context = { invokedFunctionArn: 'none' };
  const measure = (work: () => Promise<unknown>) => costOf(table.client, work, HOLD_MS, shop.elsewhere);
  const run = (window: 'hour' | 'days') =>
    measure(() => reconcileProvider({ provider: shop.providerId, window }, context));
  try {
    for (let index = 0; index < paid; index += 1) await shop.pay(await create(shop, `paid-${index}`));
    // So that reading the secret is no part of what is measured.
    await run('hour');
    const rows = [rowOf('hourly run', paid, await run('hour')), rowOf('daily run', paid, await run('days'))];
    if (paid !== PAID.at(-1)) return rows;
    await shop.payUnheard(await create(shop, 'lost'));
    return [...rows, rowOf('hourly run, one webhook lost', paid, await run('hour'))];
  } finally {
    await shop.close();
  }
}

const rowOf = (run: string, paid: number, { trips, requests, elsewhere, rcu, wcu }: Cost): Row => ({
  run,
  'payments listed': paid,
  trips,
  'to the provider': elsewhere,
  'to DynamoDB': requests,
  rcu,
  wcu,
  'rcu per payment': paid === 0 ? 0 : Math.round((rcu / paid) * 100) / 100,
});

async function create({ ask }: PaidShop, reference: string): Promise<string> {
  const payable = { enabled: true, methods: ['virtual_account'] };
  const body = aCreateBody({ reference, contact: aContactBody(), payable });
  return ((await ask(createCollection, 201, { method: 'POST', body })).body as { data: { id: string } }).data.id;
}
