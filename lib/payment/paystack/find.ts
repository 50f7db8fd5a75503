/** Reads a Paystack transaction again, by its reference or its id, with its refunds or disputes. */
import type { Report } from '#lib/domain/payment/movement.ts';
import { type Ask, pathPart } from '#lib/payment/json-api.ts';
import { isOtherMode } from '#lib/payment/payment-facts.ts';
import type { Connection, Lookup } from '#lib/payment/port.ts';
import { valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { modeOf, paystackApi } from './api.ts';
import { disputesOf, refundsOf, rejectionOf } from './refunds.ts';
import { namesOf, reportOf } from './transaction.ts';

const UNKNOWN: Report = { movements: [], progress: 'unknown' };

export async function findMovements(
  { reference, transaction, about }: Lookup,
  connection: Connection,
): Promise<Report> {
  const ask = paystackApi(connection);
  const read = reference === undefined ? readById(transaction, ask) : readByReference(reference, ask);
  const answer = await orIfUnknown(read, undefined);
  if (answer === undefined) return UNKNOWN;
  const data = valueAt(answer, 'data');
  const names = namesOf(data);
  if (reference !== undefined && !names.references.includes(reference)) return UNKNOWN;
  const mode = modeOf(connection.credentials);
  const { movements, progress } = reportOf(data, mode);
  if (isOtherMode(mode, valueAt(data, 'domain'))) return { movements: [], progress };
  if (about === 'rejection') return { movements: [...movements, rejectionOf(data)], progress };
  // Without a payment there is nothing that could be given back.
  if (about === undefined || movements.length === 0) return { movements, progress };
  const returned = about === 'refunds' ? await refundsOf(names, ask) : await disputesOf(names, ask);
  return { movements: [...movements, ...returned], progress };
}

const readByReference = async (reference: string, ask: Ask): Promise<unknown> =>
  ask('GET', `/transaction/verify/${pathPart(reference)}`);

/** A refused transfer names its transaction by id only, so this path is inferred. */
export const readById = async (transaction: string | undefined, ask: Ask): Promise<unknown> =>
  transaction === undefined ? undefined : ask('GET', `/transaction/${pathPart(transaction)}`);
