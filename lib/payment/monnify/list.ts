/** Lists what has moved at Monnify. The names of the parameters and the form of the times are unconfirmed. */
import { type Ask, query } from '#lib/payment/json-api.ts';
import { nextPage, pageNumber, rowsByTransaction } from '#lib/payment/pages.ts';
import type { Connection, ListPage, Movement } from '#lib/payment/port.ts';
import { listAt, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { logIn } from './api.ts';
import { refundOf, refundsPath, transactionOf } from './refunds.ts';
import { readTransaction, reportOf } from './transaction.ts';

/** Few, because each row costs a request for its transaction: rows do not have the reference of an invoice. */
const PER_PAGE = 10;

/** `read`: what a row adds to what its transaction says. */
type List = { pathOf: typeof refundsPath; read: typeof refundOf; isOf?: (row: unknown) => boolean };

const MOVED = ['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'REVERSED', 'REFUNDED'];

const LISTS: Readonly<Record<'payments' | 'refunds', List>> = {
  payments: {
    pathOf: (page) => `/api/v1/transactions/search?${query(page)}`,
    read: () => [],
    isOf: (row) => MOVED.some((status) => status === valueAt(row, 'paymentStatus')),
  },
  refunds: { pathOf: refundsPath, read: refundOf },
};

export async function listMovements(
  { what, from, to, next }: ListPage,
  connection: Connection,
): Promise<{ movements: Movement[]; next?: string }> {
  if (what === 'disputes') return { movements: [] };
  const list = LISTS[what];
  const ask = await logIn(connection);
  const number = pageNumber(next, 0);
  const path = list.pathOf({ page: number, size: PER_PAGE, from: Date.parse(from), to: Date.parse(to) });
  const answer = await ask('GET', path);
  const rows = listAt(answer, 'content');
  const pages = valueAt(answer, 'totalPages');
  const last = typeof pages === 'number' ? pages - 1 : undefined;
  return { movements: await movementsOf(rows, list, ask), ...nextPage({ number, rows, last, size: PER_PAGE }) };
}

async function movementsOf(rows: readonly unknown[], { read, isOf }: List, ask: Ask): Promise<Movement[]> {
  const wanted = isOf ? rows.filter(isOf) : rows;
  const found = rowsByTransaction(wanted, transactionOf).map(async ([transaction, each]) => {
    const data = await orIfUnknown(readTransaction(transaction, ask), undefined);
    return data === undefined ? [] : [...reportOf(data).movements, ...each.flatMap((row) => read(row, data))];
  });
  return (await Promise.all(found)).flat();
}
