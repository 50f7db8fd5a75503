/** Reads Flutterwave's refunds and chargebacks. It sends no webhooks about them, so they are found by asking only. */
import type { Movement, MovementKind } from '#lib/domain/payment/movement.ts';
import { type Ask, query } from '#lib/payment/json-api.ts';
import { readDecimal } from '#lib/payment/provider-money.ts';
import { readInstant } from '#lib/payment/provider-time.ts';
import { idAt, idOf, listAt, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { namesOf } from './transaction.ts';

/** Which list, and how to read a row of it. `data` is the transaction of the row. */
type Returns = { path: string; read: (row: unknown, data: unknown) => Movement[] };

export const RETURNS: Readonly<Record<'refunds' | 'disputes', Returns>> = {
  refunds: { path: '/refunds', read: refundOf },
  disputes: { path: '/chargebacks', read: chargebackOf },
};

/** What came back of one transaction. The filter by `flw_ref` is unconfirmed, so the rows are filtered again. */
export async function returnsOf(data: unknown, { path, read }: Returns, ask: Ask): Promise<Movement[]> {
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

/** A refund that is done is `completed`, or `completed-` and how it was done. */
function refundOf(row: unknown, data: unknown): Movement[] {
  const status = textAt(row, 'status').toLowerCase();
  const kind = /^completed(?:-|$)/.test(status) ? 'refund' : status === 'failed' ? 'refund_failed' : undefined;
  return kind === undefined ? [] : [movementOf(kind, valueAt(row, 'amount_refunded'), { row, data })];
}

/** `declined`: the merchant has refused the chargeback, and the bank decides. `accepted`: the merchant gives the money. */
const ENDS: ReadonlyMap<string, MovementKind> = new Map([
  ['accepted', 'dispute_lost'],
  ['lost', 'dispute_lost'],
  ['won', 'dispute_won'],
]);

function chargebackOf(row: unknown, data: unknown): Movement[] {
  const end = ENDS.get(textAt(row, 'status').toLowerCase());
  const kinds: MovementKind[] = end === undefined ? ['dispute'] : ['dispute', end];
  return kinds.map((kind) => movementOf(kind, valueAt(row, 'amount'), { row, data }));
}

/** Rows name no currency: it is that of the transaction. */
const movementOf = (kind: MovementKind, amount: unknown, { row, data }: { row: unknown; data: unknown }): Movement => ({
  kind,
  ...namesOf(data),
  object: idAt(row, 'id'),
  amount: readDecimal(amount, valueAt(data, 'currency')),
  at: readInstant(valueAt(row, 'created_at')),
});
