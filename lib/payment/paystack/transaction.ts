/** Reads a Paystack transaction: what it has received, and whether more may come. */
import type { Mode } from '#lib/domain/account.ts';
import type { Movement, Progress, Report } from '#lib/domain/payment/movement.ts';
import { costsOf, isOtherMode, methodOf, reversalOf } from '#lib/payment/payment-facts.ts';
import { readInstant } from '#lib/payment/provider-time.ts';
import { idAt, ifReadable, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { paystackMoney } from './money.ts';

/**
 * Any other status, such as `failed` or `abandoned`, is `open`: one transaction takes several attempts. `ongoing` is
 * open too, because an account that waits for a transfer has it.
 */
const PROGRESS: ReadonlyMap<string, Progress> = new Map([
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['queued', 'pending'],
  ['success', 'ended'],
  ['reversed', 'ended'],
  // While a refund is made; how Paystack writes this status is unconfirmed.
  ['reversal pending', 'ended'],
  ['reversal_pending', 'ended'],
  ['reversal-pending', 'ended'],
]);

export function reportOf(data: unknown, mode: Mode | undefined): Report {
  const status = textAt(data, 'status');
  const progress = PROGRESS.get(status) ?? 'open';
  const paidAt = valueAt(data, 'paid_at') ?? valueAt(data, 'paidAt');
  const isPaid = progress === 'ended' && !(status === 'reversed' && typeof paidAt !== 'string');
  if (!isPaid || isOtherMode(mode, valueAt(data, 'domain'))) return { movements: [], progress };
  const payment = paymentOf(data, readInstant(paidAt));
  return { movements: status === 'reversed' ? [payment, reversalOf(payment)] : [payment], progress };
}

/** The provider's id, and our or the merchant's reference. */
export const namesOf = (data: unknown): Pick<Movement, 'transaction' | 'references'> => ({
  transaction: idAt(data, 'id'),
  references: [textAt(data, 'reference')],
});

function paymentOf(data: unknown, at: string): Movement {
  const names = namesOf(data);
  const currency = valueAt(data, 'currency');
  const paid = paystackMoney(valueAt(data, 'amount'), currency);
  // With the fee on top, `amount` has it and `requested_amount` does not.
  const requested = ifReadable(() => paystackMoney(valueAt(data, 'requested_amount'), currency));
  const counted = requested !== undefined && requested.minor < paid.minor ? requested : paid;
  const fees = ifReadable(() => paystackMoney(valueAt(data, 'fees'), currency));
  const costs = costsOf(counted, {
    gross: paid.minor,
    net: fees && paid.minor - fees.minor,
    method: methodOf(valueAt(data, 'channel')),
  });
  return { kind: 'payment', ...names, object: names.transaction, ...costs, at };
}
