/** Reads a Paystack transaction again, by its reference or its id, with its refunds or disputes. */
import type { Report } from '#lib/domain/payment/movement.ts';
import { type Ask, pathPart } from '#lib/payment/json-api.ts';
import type { Asked } from '#lib/payment/open-by.ts';
import { isOtherMode } from '#lib/payment/payment-facts.ts';
import type { Lookup } from '#lib/payment/port.ts';
import { valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { modeOf, paystackApi } from './api.ts';
import { disputesOf, refundsOf, rejectionOf } from './refunds.ts';
import { namesOf, reportOf } from './transaction.ts';

const UNKNOWN: Report = { movements: [], progress: 'open' };

export const findMovements = (lookup: Lookup, by: Asked): Promise<Report> => orIfUnknown(find(lookup, by), UNKNOWN);

async function find({ reference, transaction, about }: Lookup, by: Asked): Promise<Report> {
  const ask = paystackApi(by);
  const data = await readTransaction({ reference, transaction }, ask);
  if (data === undefined) return UNKNOWN;
  const names = namesOf(data);
  if (reference !== undefined && !names.references.includes(reference)) return UNKNOWN;
  const mode = modeOf(by.credentials);
  const { movements, progress } = reportOf(data, mode);
  if (isOtherMode(mode, valueAt(data, 'domain'))) return { movements: [], progress };
  if (about === 'rejection') return { movements: [...movements, rejectionOf(data)], progress };
  // Without a payment there is nothing that could be given back.
  if (about === undefined || movements.length === 0) return { movements, progress };
  const returned = about === 'refunds' ? await refundsOf(names, ask) : await disputesOf(names, ask);
  return { movements: [...movements, ...returned], progress };
}

type Name = { reference?: string | undefined; transaction?: string | undefined };

/** A refused transfer names its transaction by id only, so that path is inferred. */
async function readTransaction({ reference, transaction }: Name, ask: Ask): Promise<unknown> {
  if (reference !== undefined) return valueAt(await ask('GET', `/transaction/verify/${pathPart(reference)}`), 'data');
  if (transaction === undefined) return undefined;
  return valueAt(await ask('GET', `/transaction/${pathPart(transaction)}`), 'data');
}
