/** Lists what has moved at Flutterwave, in pages of ten. */
import { type Ask, query } from '#lib/payment/json-api.ts';
import { nextPage, pageNumber, rowsByTransaction } from '#lib/payment/pages.ts';
import type { Connection, ListPage, Movement } from '#lib/payment/port.ts';
import { listAt, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { flutterwaveApi } from './api.ts';
import { RETURNS, transactionOf } from './refunds.ts';
import { readTransaction, reportOf } from './transaction.ts';

const PER_PAGE = 10;

/** Flutterwave takes days, not instants. */
const dayOf = (instant: string): string => instant.slice(0, 10);

export async function listMovements(
  { what, from, to, next }: ListPage,
  connection: Connection,
): Promise<{ movements: Movement[]; next?: string }> {
  const ask = flutterwaveApi(connection);
  const number = pageNumber(next, 1);
  const path = what === 'payments' ? '/transactions' : RETURNS[what].path;
  const parameters = { from: dayOf(from), to: dayOf(to), page: number };
  const filter = what === 'payments' ? { ...parameters, status: 'successful' } : parameters;
  const answer = await orIfUnknown(ask('GET', `${path}?${query(filter)}`), undefined);
  const rows = answer === undefined ? [] : listAt(answer, 'data');
  const movements =
    what === 'payments' ? rows.flatMap((row) => reportOf(row).movements) : await returnedIn(rows, RETURNS[what], ask);
  const last = valueAt(answer, 'meta', 'page_info', 'total_pages');
  return { movements, ...nextPage({ number, rows, last, size: PER_PAGE }) };
}

/** Rows of refunds and chargebacks have neither our reference nor a currency, so each transaction is read. */
async function returnedIn(
  rows: readonly unknown[],
  { read }: (typeof RETURNS)['refunds'],
  ask: Ask,
): Promise<Movement[]> {
  const returned = rowsByTransaction(rows, transactionOf).map(async ([id, each]) => {
    const data = await orIfUnknown(readTransaction(id, ask), undefined);
    if (data === undefined) return [];
    return [...reportOf(data).movements, ...each.flatMap((row) => read(row, data))];
  });
  return (await Promise.all(returned)).flat();
}
