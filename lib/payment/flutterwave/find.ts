/** Reads Flutterwave's transactions again: one by its id, or all that were tried under one reference. */
import { type Movement, REFUND_PENDING, type Report } from '#lib/domain/payment/movement.ts';
import { type Ask, orIfUnknown, query } from '#lib/payment/call-provider.ts';
import type { Connection, Lookup } from '#lib/payment/port.ts';
import { readDecimal, readInstant } from '#lib/payment/provider-values.ts';
import { idAt, idOf, listAt, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { flutterwaveApi, namesOf, readTransaction, reportOf } from './transaction.ts';

const UNKNOWN: Report = { movements: [], progress: 'unknown' };

export async function findMovements(lookup: Lookup, connection: Connection): Promise<Report> {
  const { reference, transaction, about, oneTry } = lookup;
  const ask = flutterwaveApi(connection);
  if (transaction !== undefined) return findOne(transaction, { reference, about, ask });
  if (reference === undefined) return UNKNOWN;
  const tries = await triesUnder(reference, ask);
  const found: Report[] = [];
  const paid = tries.filter(isSuccessful);
  for (let from = 0; from < paid.length; from += AT_ONCE) {
    const some = paid.slice(from, from + AT_ONCE);
    found.push(...(await Promise.all(some.map((each) => findOne(idAt(each, 'id'), { reference, about, ask })))));
  }
  const movements = found.flatMap((each) => each.movements);
  const isPending =
    tries.some((each) => valueAt(each, 'status') === 'pending') || found.some(({ progress }) => progress === 'pending');
  // The page lets the payer try again after a failure, so a failed try ends nothing.
  if (isPending) return { movements, progress: 'pending' };
  const hasEnded = movements.length > 0 || (oneTry && tries.length > 0);
  return { movements, progress: hasEnded ? 'ended' : 'open' };
}

/** A payer seldom pays twice; a merchant's reference that is used again and again must not be a burst of requests. */
const AT_ONCE = 3;

const isSuccessful = (data: unknown): boolean => textAt(data, 'status') === 'successful';

/**
 * All tries under one reference, from the list. That the list has this filter is known from public code only; where it
 * shows none, we ask for the reference itself, which gives one of the tries.
 */
async function triesUnder(reference: string, ask: Ask): Promise<unknown[]> {
  const name = query({ tx_ref: reference });
  const rows = await orIfUnknown(
    ask('GET', `/transactions?${name}`).then((answer) => listAt(answer, 'data')),
    [],
  );
  const tries = rows.filter((row) => valueAt(row, 'tx_ref') === reference);
  if (tries.length > 0) return [...new Map(tries.map((each) => [idAt(each, 'id'), each])).values()];
  const answer = await orIfUnknown(ask('GET', `/transactions/verify_by_reference?${name}`), undefined);
  const data = valueAt(answer, 'data');
  return answer === undefined || textAt(data, 'tx_ref') !== reference ? [] : [data];
}

type FindRequest = { reference: string | undefined; about: Lookup['about']; ask: Ask };

async function findOne(id: string, { reference, about, ask }: FindRequest): Promise<Report> {
  const data = await orIfUnknown(readTransaction(id, ask), undefined);
  if (data === undefined) return UNKNOWN;
  if (reference !== undefined && !namesOf(data).references.includes(reference)) return UNKNOWN;
  const { movements, progress } = reportOf(data);
  if (movements.length === 0 || (about !== 'refunds' && about !== 'disputes')) return { movements, progress };
  return { movements: [...movements, ...(await returnsOf(data, RETURNS[about], ask))], progress };
}

/** Which list, and how to read a row of it. `data` is the transaction of the row. */
type Returns = { path: string; read: (row: unknown, data: unknown) => Movement[] };

export const RETURNS: Readonly<Record<'refunds' | 'disputes', Returns>> = {
  refunds: { path: '/refunds', read: refundOf },
  disputes: { path: '/chargebacks', read: chargebackOf },
};

/** What came back of one transaction. The filter by `flw_ref` is unconfirmed, so the rows are filtered again. */
async function returnsOf(data: unknown, { path, read }: Returns, ask: Ask): Promise<Movement[]> {
  const flwRef = maybeTextAt(data, 'flw_ref');
  if (flwRef === undefined) return [];
  const answer = await orIfUnknown(ask('GET', `${path}?${query({ flw_ref: flwRef })}`), undefined);
  const rows = answer === undefined ? [] : listAt(answer, 'data');
  const isOfThis = (row: unknown) =>
    transactionOf(row) === idAt(data, 'id') || (transactionOf(row) === undefined && valueAt(row, 'flw_ref') === flwRef);
  return rows.filter(isOfThis).flatMap((row) => read(row, data));
}

/** Refunds have the first name; the second is inferred. */
export const transactionOf = (row: unknown): string | undefined =>
  idOf(valueAt(row, 'tx_id')) ?? idOf(valueAt(row, 'transaction_id'));

/** A refund that is done is `completed`, or `completed-` and how it was done; of any other but `failed`, the end is open. */
function refundOf(row: unknown, data: unknown): Movement[] {
  const status = textAt(row, 'status').toLowerCase();
  const kind = /^completed(?:-|$)/.test(status) ? 'refund' : status === 'failed' ? 'refund_failed' : REFUND_PENDING;
  // What will be refunded is unconfirmed while it is not done.
  const amount = kind === REFUND_PENDING ? valueAt(data, 'amount') : valueAt(row, 'amount_refunded');
  return [movementOf(kind, amount, { row, data })];
}

/** `declined`: the merchant has refused the chargeback, and the bank decides. `accepted`: the merchant gives the money. */
const ENDS: ReadonlyMap<string, Movement['kind']> = new Map([
  ['accepted', 'dispute_lost'],
  ['lost', 'dispute_lost'],
  ['won', 'dispute_won'],
]);

function chargebackOf(row: unknown, data: unknown): Movement[] {
  const end = ENDS.get(textAt(row, 'status').toLowerCase());
  const kinds: Movement['kind'][] = end === undefined ? ['dispute'] : ['dispute', end];
  return kinds.map((kind) => movementOf(kind, valueAt(row, 'amount'), { row, data }));
}

/** Rows name no currency: it is that of the transaction. */
const movementOf = (
  kind: Movement['kind'],
  amount: unknown,
  { row, data }: { row: unknown; data: unknown },
): Movement => ({
  kind,
  ...namesOf(data),
  object: idAt(row, 'id'),
  amount: readDecimal(amount, valueAt(data, 'currency')),
  at: readInstant(valueAt(row, 'created_at')),
});
