/** Lists what has moved at Paystack. The names of the parameters are those of its OpenAPI description. */

import { type Ask, query } from '#lib/payment/json-api.ts';
import { nextPage, pageNumber, rowsByTransaction } from '#lib/payment/pages.ts';
import type { Connection, ListPage, Movement } from '#lib/payment/port.ts';
import { listAt, maybeTextAt, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { modeOf, paystackApi } from './api.ts';
import { readById } from './find.ts';
import { hasKnownUnits } from './money.ts';
import { disputeOf, refundOf, transactionOf } from './refunds.ts';
import { namesOf, reportOf } from './transaction.ts';

type Listing = { movements: Movement[]; next?: string };

const PAYMENTS_PER_PAGE = 50;

/** Few, because each refund costs a request for its transaction, which alone has the reference. */
const RETURNS_PER_PAGE = 10;

export function listMovements(page: ListPage, connection: Connection): Promise<Listing> {
  return page.what === 'payments' ? listPayments(page, connection) : listReturns(page, connection);
}

async function listPayments({ from, to, next }: ListPage, connection: Connection): Promise<Listing> {
  const parameters = { use_cursor: 'true', perPage: PAYMENTS_PER_PAGE, from, to, status: 'success', next };
  const answer = await paystackApi(connection)('GET', `/transaction?${query(parameters)}`);
  const rows = listAt(answer, 'data').filter((row) => hasKnownUnits(valueAt(row, 'currency')));
  const following = maybeTextAt(answer, 'meta', 'next');
  return {
    movements: rows.flatMap((row) => reportOf(row, modeOf(connection.credentials)).movements),
    ...(following !== undefined && { next: following }),
  };
}

async function listReturns({ what, from, to, next }: ListPage, connection: Connection): Promise<Listing> {
  const ask = paystackApi(connection);
  const number = pageNumber(next, 1);
  const parameters = query({ from, to, page: number, perPage: RETURNS_PER_PAGE });
  const answer = await orIfUnknown(
    ask('GET', `/${what === 'refunds' ? 'refund' : 'dispute'}?${parameters}`),
    undefined,
  );
  const rows = answer === undefined ? [] : listAt(answer, 'data');
  const known = rows.filter((row) =>
    hasKnownUnits(valueAt(row, 'currency') ?? valueAt(row, 'transaction', 'currency')),
  );
  const read = what === 'refunds' ? refundOf : disputeOf;
  const movements = (
    await Promise.all(
      rowsByTransaction(known, transactionOf).map((group) => returnsOf(group, { connection, ask, read })),
    )
  ).flat();
  return {
    movements,
    ...nextPage({ number, rows, last: valueAt(answer, 'meta', 'pageCount'), size: RETURNS_PER_PAGE }),
  };
}

type Reading = { connection: Connection; ask: Ask; read: typeof refundOf };

async function returnsOf([id, rows]: [string, unknown[]], { connection, ask, read }: Reading): Promise<Movement[]> {
  const answer = await orIfUnknown(readById(id, ask), undefined);
  if (answer === undefined) return [];
  const data = valueAt(answer, 'data');
  const { movements } = reportOf(data, modeOf(connection.credentials));
  if (movements.length === 0) return [];
  return [...movements, ...rows.flatMap((row) => read(row, namesOf(data)))];
}
