/** Calls Paystack's API, and reads a transaction: what it has received, in which units, and whether more may come. */
import type { Mode } from '#lib/domain/account.ts';
import { type Money, minorDigits } from '#lib/domain/money.ts';
import type { Movement, Progress, Report } from '#lib/domain/payment/movement.ts';
import { type Ask, jsonApi } from '#lib/payment/call-provider.ts';
import { type Connection, type PaymentAdapter, ProviderFailure } from '#lib/payment/port.ts';
import {
  costsOf,
  isOtherMode,
  methodOf,
  modeByPrefix,
  readInstant,
  readUnits,
  reversalOf,
} from '#lib/payment/provider-values.ts';
import { idAt, ifReadable, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';

/** The returned `Ask` takes paths without a host. */
export function paystackApi({ credentials, call, hosts }: Connection): Ask {
  const ask = jsonApi({
    token: credentials['secretKey'] ?? '',
    call,
    isYes: (json) => valueAt(json, 'status') === true,
    explain: (json) => ({ message: maybeTextAt(json, 'message'), code: maybeTextAt(json, 'code') }),
  });
  return (method, path, body) => ask(method, `${hosts.live}${path}`, body);
}

export const modeOf: PaymentAdapter['modeOf'] = ({ secretKey }) =>
  modeByPrefix(secretKey, { test: /^sk_test_/, live: /^sk_live_/ });

/** Paystack's units are ISO minor units in these, and unconfirmed in all others. */
const CURRENCIES = ['GHS', 'KES', 'NGN', 'USD', 'ZAR'];

export const hasKnownUnits = (currency: unknown): boolean => CURRENCIES.some((each) => each === currency);

function digitsOf(currency: string): number {
  if (!hasKnownUnits(currency)) throw new ProviderFailure('unsupported_currency');
  return minorDigits(currency);
}

export function paystackAmount({ minor, currency }: Money): number {
  digitsOf(currency);
  return minor;
}

export const paystackMoney = (value: unknown, currency: unknown): Money => readUnits(value, currency, digitsOf);

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
