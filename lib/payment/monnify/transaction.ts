/** Reads a Monnify transaction: what it has received, and whether more may come. */
import type { Movement, Progress, Report } from '#lib/domain/payment/movement.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { type Ask, pathPart, query } from '#lib/payment/call-provider.ts';
import { costsOf, methodOf, readDecimal, reversalOf } from '#lib/payment/provider-values.ts';
import { ifReadable, isText, malformed, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { ASKED } from './invoice.ts';
import { readLagosTime } from './lagos-time.ts';

/**
 * Any other status, such as `PENDING` or `FAILED`, is `open`. Whether `UNDERPAID` money stays is unconfirmed: the
 * documents say of money that stays `PARTIALLY_PAID`, so only that counts.
 */
const PROGRESS: ReadonlyMap<string, Progress> = new Map([
  ['PAID', 'ended'],
  ['OVERPAID', 'ended'],
  ['REVERSED', 'ended'],
  ['REFUNDED', 'ended'],
  ['ABANDONED', 'ended'],
  ['CANCELLED', 'ended'],
  ['EXPIRED', 'ended'],
]);

const RECEIVED = ['PAID', 'OVERPAID', 'PARTIALLY_PAID'];
const GIVEN_BACK = ['REVERSED', 'REFUNDED'];

/** By Monnify's reference. */
export const readTransaction = (transaction: string, ask: Ask): Promise<unknown> =>
  readAt(`/api/v2/transactions/${pathPart(transaction)}`, ask);

/** By the reference of the one who started it, or by Monnify's. */
export const readByName = (paymentReference: string, ask: Ask): Promise<unknown> =>
  readAt(`/api/v2/merchant/transactions/query?${query({ paymentReference })}`, ask);

async function readAt(path: string, ask: Ask): Promise<unknown> {
  const data = await ask('GET', path);
  if (data === undefined) throw malformed();
  return data;
}

export function reportOf(data: unknown): Report {
  const status = textAt(data, 'paymentStatus');
  const progress = PROGRESS.get(status) ?? 'open';
  const wasPaid = GIVEN_BACK.includes(status) && isText(valueAt(data, 'paidOn'));
  const payment = wasPaid || RECEIVED.includes(status) ? paymentOf(data) : undefined;
  if (payment === undefined) return { movements: [], progress };
  return { movements: wasPaid ? [payment, reversalOf(payment)] : [payment], progress };
}

/** The payment of an invoice has Monnify's own `paymentReference`; the invoice's reference is in `product`. */
export const namesOf = (data: unknown): Pick<Movement, 'transaction' | 'references'> => {
  const transaction = textAt(data, 'transactionReference');
  const given = [maybeTextAt(data, 'paymentReference'), maybeTextAt(data, 'product', 'reference'), transaction];
  return { transaction, references: [...new Set(given.filter((name) => name !== undefined))] };
};

/** `amountPaid` is the total of all transfers so far. Undefined while it covers no more than the fee on top. */
function paymentOf(data: unknown): Movement | undefined {
  const names = namesOf(data);
  const currency = valueAt(data, 'currency');
  const read = (value: unknown) => readDecimal(value, currency);
  const paid = read(valueAt(data, 'amountPaid'));
  const payable = ifReadable(() => read(valueAt(data, 'totalPayable')).minor);
  const asked = askedOf(data, names.references);
  const onTop = payable === undefined || asked === undefined ? 0 : Math.max(0, payable - asked);
  const counted = paid.minor - onTop;
  if (counted <= 0) return undefined;
  const costs = costsOf(
    { minor: counted, currency: paid.currency },
    {
      gross: paid.minor,
      net: ifReadable(() => read(valueAt(data, 'settlementAmount')).minor),
      method: methodOf(valueAt(data, 'paymentMethod')),
    },
  );
  const at = readLagosTime(valueAt(data, 'paidOn'));
  return { kind: 'payment', ...names, object: names.transaction, ...costs, at };
}

/** Unknown for the merchant's own transactions: there, a fee on top cannot be told from the amount. */
function askedOf(data: unknown, references: readonly string[]): number | undefined {
  if (!references.some((each) => parseProviderReference(each) !== undefined)) return undefined;
  return ifReadable(
    () =>
      readDecimal(valueAt(data, 'metaData', ASKED) ?? valueAt(data, 'metadata', ASKED), valueAt(data, 'currency'))
        .minor,
  );
}

/** Of a refused transfer, only the webhook has the amount that came; without it, it is what was to be paid. */
export function rejectionOf(data: unknown, sent?: string): Movement {
  const names = namesOf(data);
  const read = (value: unknown) => readDecimal(value, valueAt(data, 'currency'));
  const amount = ifReadable(() => read(sent)) ?? read(valueAt(data, 'totalPayable'));
  return { kind: 'rejected', ...names, object: names.transaction, amount, at: beginOf(data, names.transaction) };
}

/** The time of the transfer is not documented for a refused one, so it may be that of the transaction: `MNFY|63|20260302110107|…`. */
function beginOf(data: unknown, transaction: string): string {
  const given = valueAt(data, 'paidOn') ?? valueAt(data, 'createdOn');
  if (isText(given)) return readLagosTime(given);
  const [, year, month, day, hour, minute, second] =
    /\|(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\|/.exec(transaction) ?? [];
  return readLagosTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
}
