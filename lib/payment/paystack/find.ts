/** Reads a Paystack transaction again, by its reference or its id, with its refunds or disputes. */
import type { Movement, MovementKind, Report } from '#lib/domain/payment/movement.ts';
import { type Ask, pathPart, query } from '#lib/payment/json-api.ts';
import { isOtherMode } from '#lib/payment/payment-facts.ts';
import type { Connection, Lookup } from '#lib/payment/port.ts';
import { readInstant } from '#lib/payment/provider-time.ts';
import { idAt, idOf, listAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { modeOf, paystackApi } from './api.ts';
import { paystackMoney } from './money.ts';
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

type Names = Pick<Movement, 'transaction' | 'references'>;

const REFUND_KINDS: ReadonlyMap<string, MovementKind> = new Map([
  ['processed', 'refund'],
  ['failed', 'refund_failed'],
]);

async function refundsOf(names: Names, ask: Ask): Promise<Movement[]> {
  return (await rowsOf('/refund', names, ask)).flatMap((row) => refundOf(row, names));
}

/** The filter by transaction is unconfirmed, so the rows are filtered again. */
async function rowsOf(path: string, { transaction }: Names, ask: Ask): Promise<unknown[]> {
  const answer = await orIfUnknown(ask('GET', `${path}?${query({ transaction, perPage: 50 })}`), undefined);
  const rows = answer === undefined ? [] : listAt(answer, 'data');
  return rows.filter((row) => transactionOf(row) === transaction);
}

/** Paystack names the transaction of a refund or a dispute by its id, or embeds it. */
export function transactionOf(row: unknown): string | undefined {
  const given = valueAt(row, 'transaction');
  return idOf(given) ?? idOf(valueAt(given, 'id'));
}

export function refundOf(row: unknown, names: Names): Movement[] {
  const kind = REFUND_KINDS.get(textAt(row, 'status'));
  if (kind === undefined) return [];
  const amount = paystackMoney(valueAt(row, 'amount'), valueAt(row, 'currency'));
  return [
    { kind, ...names, object: idAt(row, 'id'), amount, at: timeIn(row, ['refunded_at', 'updatedAt', 'createdAt']) },
  ];
}

async function disputesOf(names: Names, ask: Ask): Promise<Movement[]> {
  return (await rowsOf('/dispute', names, ask)).flatMap((row) => disputeOf(row, names));
}

/** A dispute, and its end if it has one. The money leaves when the merchant has accepted, or has not answered. */
export function disputeOf(row: unknown, names: Names): Movement[] {
  const transaction = valueAt(row, 'transaction');
  const currency = valueAt(row, 'currency') ?? valueAt(transaction, 'currency');
  const amount = paystackMoney(valueAt(row, 'refund_amount') || valueAt(transaction, 'amount'), currency);
  const common = { ...names, object: idAt(row, 'id'), amount };
  const opened: Movement = { kind: 'dispute', ...common, at: timeIn(row, ['createdAt', 'created_at']) };
  if (textAt(row, 'status') !== 'resolved') return [opened];
  const kind = textAt(row, 'resolution') === 'declined' ? 'dispute_won' : 'dispute_lost';
  return [opened, { kind, ...common, at: timeIn(row, ['resolvedAt', 'updatedAt', 'createdAt']) }];
}

/** Of a refused transfer, only the webhook has the amount that came; here it is the amount that was asked. */
function rejectionOf(data: unknown): Movement {
  const names = namesOf(data);
  const amount = paystackMoney(valueAt(data, 'amount'), valueAt(data, 'currency'));
  const at = timeIn(data, ['paid_at', 'created_at', 'createdAt']);
  return { kind: 'rejected', ...names, object: names.transaction, amount, at };
}

/** The first of these times that is given. */
const timeIn = (row: unknown, names: readonly string[]): string =>
  readInstant(names.map((name) => valueAt(row, name)).find((value) => value !== undefined && value !== null));
