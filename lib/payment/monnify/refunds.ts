/** Reads Monnify's refunds. It has no disputes: they are seen as reversed transactions only. */
import type { Movement, MovementKind } from '#lib/domain/payment/movement.ts';
import { type Ask, pathPart, query } from '#lib/payment/json-api.ts';
import { readDecimal } from '#lib/payment/provider-money.ts';
import { listAt, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { readLagosTime } from './lagos-time.ts';
import { namesOf } from './transaction.ts';

const REFUNDS = '/api/v1/refunds';

const KINDS: ReadonlyMap<string, MovementKind> = new Map([
  ['COMPLETED', 'refund'],
  ['FAILED', 'refund_failed'],
]);

/** The refund that a webhook named; else those of the transaction in the newest page of all refunds. */
export async function refundsOf(data: unknown, refund: string | undefined, ask: Ask): Promise<Movement[]> {
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
  const kind = KINDS.get(textAt(row, 'refundStatus'));
  if (kind === undefined) return [];
  const amount = readDecimal(valueAt(row, 'refundAmount'), valueAt(data, 'currency'));
  const at = readLagosTime(valueAt(row, 'completedOn') ?? valueAt(row, 'createdOn'));
  return [{ kind, ...namesOf(data), object: textAt(row, 'refundReference'), amount, at }];
}

/** The names of the parameters are unconfirmed. */
export const refundsPath = (page: { page: number; size: number; from: number; to: number }): string =>
  `${REFUNDS}?${query(page)}`;
