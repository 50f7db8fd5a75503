/** Builds the response of an entry of a collection's ledger. */
import { paymentId } from '#lib/domain/ids.ts';
import { toAmount } from '#lib/domain/money.ts';
import { type LedgerEntry, MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import type { PaymentResponse } from './payment.ts';

/** `slugs`: of the account's providers, by their ids. */
export function toPaymentResponse(
  collectionId: string,
  entry: LedgerEntry,
  slugs: ReadonlyMap<string, string>,
): PaymentResponse {
  const {
    key,
    kind,
    amount,
    credited,
    counts,
    standing,
    method,
    provider,
    transaction,
    fee,
    creditReason,
    move,
    note,
  } = entry;
  return {
    id: paymentId(collectionId, key),
    kind,
    amount: toAmount({ ...amount, minor: credited }),
    counts,
    standing: standing ?? null,
    method: method ?? null,
    provider: slugs.get(provider) ?? null,
    transaction: transaction === '' ? null : transaction,
    ...(fee !== undefined && { fee: toAmount({ ...amount, minor: fee }) }),
    paidAt: entry.at,
    recordedAt: entry.recordedAt,
    recordedBy: provider === MERCHANT ? MERCHANT : 'provider',
    ...(creditReason !== undefined && { reason: creditReason }),
    ...(move && { move: { id: move.id, [credited < 0 ? 'to' : 'from']: move.collection } }),
    ...(note !== undefined && { note }),
  };
}
