/** Reads a Monnify transaction again, by its own reference, the merchant's, or that of its invoice. */
import { type Movement, type Progress, REFUND_PENDING, type Report } from '#lib/domain/payment/movement.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { type Ask, orIfUnknown, pathPart, query } from '#lib/payment/call-provider.ts';
import type { Connection, Lookup } from '#lib/payment/port.ts';
import { readDecimal } from '#lib/payment/provider-values.ts';
import { listAt, malformed, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { logIn } from './api.ts';
import { readLagosTime } from './lagos-time.ts';
import { namesOf, readByName, readTransaction, rejectionOf, reportOf } from './transaction.ts';

export const REFUNDS = '/api/v1/refunds';

/** Of any other status, such as `PENDING`, the end is open. */
const KINDS: ReadonlyMap<string, Movement['kind']> = new Map([
  ['COMPLETED', 'refund'],
  ['FAILED', 'refund_failed'],
]);

/** The refund that a webhook named; else those of the transaction in the newest page of all refunds. */
async function refundsOf(data: unknown, refund: string | undefined, ask: Ask): Promise<Movement[]> {
  const rows = refund === undefined ? await newestRefunds(ask) : [await oneRefund(refund, ask)];
  const { transaction } = namesOf(data);
  return rows.filter((row) => transactionOf(row) === transaction).flatMap((row) => refundOf(row, data));
}

const newestRefunds = async (ask: Ask): Promise<readonly unknown[]> =>
  listAt(await ask('GET', `${REFUNDS}?${query({ page: 0, size: 100 })}`), 'content');

const oneRefund = (refund: string, ask: Ask): Promise<unknown> =>
  orIfUnknown(ask('GET', `${REFUNDS}/${pathPart(refund)}`), undefined);

export const transactionOf = (row: unknown): string | undefined => maybeTextAt(row, 'transactionReference');

/** A refund names no currency: it is that of the transaction. */
export function refundOf(row: unknown, data: unknown): Movement[] {
  const kind = KINDS.get(textAt(row, 'refundStatus')) ?? REFUND_PENDING;
  const amount = readDecimal(valueAt(row, 'refundAmount'), valueAt(data, 'currency'));
  const at = readLagosTime((kind !== REFUND_PENDING && valueAt(row, 'completedOn')) || valueAt(row, 'createdOn'));
  return [{ kind, ...namesOf(data), object: textAt(row, 'refundReference'), amount, at }];
}

/** A transaction, if there is one. `progress` is that of its invoice, which may have ended without a payment. */
type ReadResult = { data?: unknown; progress?: Progress };

const UNKNOWN: Report = { movements: [], progress: 'unknown' };

export async function findMovements(lookup: Lookup, connection: Connection): Promise<Report> {
  const ask = await logIn(connection);
  const { data, progress } = await read(lookup, ask);
  if (data === undefined) return { movements: [], progress: progress ?? 'unknown' };
  const { reference, about, object, sent } = lookup;
  if (reference !== undefined && !namesOf(data).references.includes(reference)) return UNKNOWN;
  const report = reportOf(data);
  const movements = [...report.movements];
  if (about === 'refunds' && movements.length > 0) movements.push(...(await refundsOf(data, object, ask)));
  if (about === 'rejection') movements.push(rejectionOf(data, sent));
  return { movements, progress: progress === 'ended' ? progress : report.progress };
}

async function read({ reference, key, transaction }: Lookup, ask: Ask): Promise<ReadResult> {
  const name = transaction ?? key;
  if (name !== undefined) return { data: await orIfUnknown(readTransaction(name, ask), undefined) };
  if (reference === undefined) return {};
  for (const way of waysTo(reference)) {
    const found = await orIfUnknown(way(reference, ask), undefined);
    if (found !== undefined) return found;
  }
  return {};
}

/** Ours is an invoice, unless the key of a transfer was lost. The merchant's own may be either, or Monnify's name. */
function waysTo(reference: string) {
  if (parseProviderReference(reference) !== undefined) return [readInvoice, readPayment];
  return [...(reference.startsWith('MNFY') ? [readOwn] : []), readPayment, readInvoice];
}

const readOwn = async (name: string, ask: Ask): Promise<ReadResult> => ({ data: await readTransaction(name, ask) });

const readPayment = async (reference: string, ask: Ask): Promise<ReadResult> => ({
  data: await readByName(reference, ask),
});

/** An invoice names its transaction in a field, or only at the end of its page's address. */
async function readInvoice(reference: string, ask: Ask): Promise<ReadResult> {
  const invoice = await ask('GET', `/api/v1/invoice/${pathPart(reference)}/details`);
  const status = textAt(invoice, 'invoiceStatus');
  const named = maybeTextAt(invoice, 'transactionReference') ?? maybeTextAt(invoice, 'checkoutUrl') ?? '';
  const [name] = /MNFY\|[\w|]{1,100}$/.exec(named.replaceAll('%7C', '|')) ?? [];
  if (name === undefined && status === 'PAID') throw malformed();
  const data = name === undefined ? undefined : await orIfUnknown(readTransaction(name, ask), undefined);
  return { data, progress: status === 'PAID' || status === 'PENDING' ? 'open' : 'ended' };
}
