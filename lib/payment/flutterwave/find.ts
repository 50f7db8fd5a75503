/** Reads Flutterwave's transactions again: one by its id, or all that were tried under one reference. */
import type { Report } from '#lib/domain/payment/movement.ts';
import { type Ask, query } from '#lib/payment/json-api.ts';
import type { Connection, Lookup } from '#lib/payment/port.ts';
import { idAt, listAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { flutterwaveApi } from './api.ts';
import { RETURNS, returnsOf } from './refunds.ts';
import { namesOf, readTransaction, reportOf } from './transaction.ts';

const UNKNOWN: Report = { movements: [], progress: 'unknown' };

export async function findMovements(lookup: Lookup, connection: Connection): Promise<Report> {
  const { reference, transaction, about } = lookup;
  const ask = flutterwaveApi(connection);
  if (transaction !== undefined) return findOne(transaction, { reference, about, ask });
  if (reference === undefined) return UNKNOWN;
  const tries = await triesUnder(reference, ask);
  const found = await Promise.all(
    tries.filter(isSuccessful).map((each) => findOne(idAt(each, 'id'), { reference, about, ask })),
  );
  const movements = found.flatMap((each) => each.movements);
  const isPending =
    tries.some((each) => valueAt(each, 'status') === 'pending') || found.some(({ progress }) => progress === 'pending');
  // The page lets the payer try again after a failure, so a failed try ends nothing.
  return { movements, progress: isPending ? 'pending' : movements.length > 0 ? 'ended' : 'open' };
}

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

type Wanted = { reference: string | undefined; about: Lookup['about']; ask: Ask };

async function findOne(id: string, { reference, about, ask }: Wanted): Promise<Report> {
  const data = await orIfUnknown(readTransaction(id, ask), undefined);
  if (data === undefined) return UNKNOWN;
  if (reference !== undefined && !namesOf(data).references.includes(reference)) return UNKNOWN;
  const { movements, progress } = reportOf(data);
  if (movements.length === 0 || (about !== 'refunds' && about !== 'disputes')) return { movements, progress };
  return { movements: [...movements, ...(await returnsOf(data, RETURNS[about], ask))], progress };
}
