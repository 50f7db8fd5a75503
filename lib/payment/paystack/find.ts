/** Reads a Paystack transaction again, by its reference or its id, with its refunds or disputes. */
import { type Movement, REFUND_PENDING, type Report } from '#lib/domain/payment/movement.ts';
import { type Ask, orIfUnknown, pathPart, query } from '#lib/payment/call-provider.ts';
import type { Connection, Lookup } from '#lib/payment/port.ts';
import { isOtherMode, readInstant } from '#lib/payment/provider-values.ts';
import { idAt, idOf, ifReadable, listAt, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { modeOf, namesOf, paystackApi, paystackMoney, reportOf } from './transaction.ts';

/** Of one try to pay. */
const FAILED = ['failed', 'abandoned'];

const UNKNOWN: Report = { movements: [], progress: 'unknown' };

export async function findMovements(
  { reference, transaction, about, object, oneTry, sent }: Lookup,
  connection: Connection,
): Promise<Report> {
  const ask = paystackApi(connection);
  const reading = reference === undefined ? readById(transaction, ask) : readByReference(reference, ask);
  const answer = await orIfUnknown(reading, undefined);
  if (answer === undefined) return UNKNOWN;
  const data = valueAt(answer, 'data');
  const names = namesOf(data);
  if (reference !== undefined && !names.references.includes(reference)) return UNKNOWN;
  const mode = modeOf(connection.credentials);
  const report = reportOf(data, mode);
  const { movements } = report;
  const progress = oneTry && FAILED.includes(textAt(data, 'status')) ? 'ended' : report.progress;
  if (isOtherMode(mode, valueAt(data, 'domain'))) return { movements: [], progress };
  if (about === 'rejection') return { movements: [...movements, rejectionOf(data, sent)], progress };
  // Without a payment there is nothing that could be given back.
  if (about === undefined || movements.length === 0) return { movements, progress };
  const read = about === 'refunds' ? refundOf : disputeOf;
  const rows = await rowsOf(about === 'refunds' ? '/refund' : '/dispute', { names, object, ask });
  return { movements: [...movements, ...rows.flatMap((row) => read(row, names))], progress };
}

const readByReference = async (reference: string, ask: Ask): Promise<unknown> =>
  ask('GET', `/transaction/verify/${pathPart(reference)}`);

/** A refused transfer names its transaction by id only, so this path is inferred. */
export const readById = async (transaction: string | undefined, ask: Ask): Promise<unknown> =>
  transaction === undefined ? undefined : ask('GET', `/transaction/${pathPart(transaction)}`);

type Names = Pick<Movement, 'transaction' | 'references'>;

/** Of any other status, such as `pending`, `processing` or `needs-attention`, the end is open. */
const REFUND_KINDS: ReadonlyMap<string, Movement['kind']> = new Map([
  ['processed', 'refund'],
  ['failed', 'refund_failed'],
]);

type FindRequest = { names: Names; object: string | undefined; ask: Ask };

/**
 * The filter by transaction is unconfirmed, so the rows are filtered again. What is asked about may be older than the
 * newest rows of an unfiltered list: then it is read by its id.
 */
async function rowsOf(path: string, { names: { transaction }, object, ask }: FindRequest): Promise<unknown[]> {
  const answer = await orIfUnknown(ask('GET', `${path}?${query({ transaction, perPage: 50 })}`), undefined);
  const rows = answer === undefined ? [] : listAt(answer, 'data');
  const own = rows.filter((row) => transactionOf(row) === transaction);
  if (object === undefined || own.some((row) => idOf(valueAt(row, 'id')) === object)) return own;
  const single = await orIfUnknown(ask('GET', `${path}/${pathPart(object)}`), undefined);
  const row = valueAt(single, 'data');
  return transactionOf(row) === transaction ? [...own, row] : own;
}

/** Paystack names the transaction of a refund or a dispute by its id, or embeds it. */
export function transactionOf(row: unknown): string | undefined {
  const given = valueAt(row, 'transaction');
  return idOf(given) ?? idOf(valueAt(given, 'id'));
}

export function refundOf(row: unknown, names: Names): Movement[] {
  const kind = REFUND_KINDS.get(textAt(row, 'status')) ?? REFUND_PENDING;
  const amount = paystackMoney(valueAt(row, 'amount'), valueAt(row, 'currency'));
  const at = timeIn(row, kind === REFUND_PENDING ? BEGUN : ['refunded_at', 'updatedAt', ...BEGUN]);
  return [{ kind, ...names, object: idAt(row, 'id'), amount, at }];
}

const BEGUN = ['createdAt', 'created_at'];

/** A dispute, and its end if it has one. The money leaves when the merchant has accepted, or has not answered. */
export function disputeOf(row: unknown, names: Names): Movement[] {
  const transaction = valueAt(row, 'transaction');
  const currency = valueAt(row, 'currency') ?? valueAt(transaction, 'currency');
  const amount = paystackMoney(valueAt(row, 'refund_amount') || valueAt(transaction, 'amount'), currency);
  const common = { ...names, object: idAt(row, 'id'), amount };
  const opened: Movement = { kind: 'dispute', ...common, at: timeIn(row, ['createdAt', 'created_at']) };
  const status = textAt(row, 'status');
  if (status !== 'resolved' && status !== 'archived') return [opened];
  // An archived one is pursued no more. Without a resolution, the money was not taken.
  const resolution = status === 'archived' ? (maybeTextAt(row, 'resolution') ?? 'declined') : textAt(row, 'resolution');
  const kind = resolution === 'declined' ? 'dispute_won' : 'dispute_lost';
  return [opened, { kind, ...common, at: timeIn(row, ['resolvedAt', 'updatedAt', 'createdAt']) }];
}

/** Of a refused transfer, only the webhook has the amount that came; without it, it is the amount that was asked. */
function rejectionOf(data: unknown, sent: Lookup['sent']): Movement {
  const names = namesOf(data);
  const currency = valueAt(data, 'currency');
  const amount = ifReadable(() => paystackMoney(sent, currency)) ?? paystackMoney(valueAt(data, 'amount'), currency);
  const at = timeIn(data, ['paid_at', 'created_at', 'createdAt']);
  return { kind: 'rejected', ...names, object: names.transaction, amount, at };
}

/** The first of these times that is given. */
const timeIn = (row: unknown, names: readonly string[]): string =>
  readInstant(names.map((name) => valueAt(row, name)).find((value) => value !== undefined && value !== null));
