/** Opens a Paystack account for one transfer. */
import type { Ask } from '#lib/payment/json-api.ts';
import { type Answered, type Order, ProviderFailure } from '#lib/payment/port.ts';
import { withFeeOnTop } from '#lib/payment/provider-money.ts';
import { endOf, inMinutes, readInstant } from '#lib/payment/provider-time.ts';
import { textAt, valueAt } from '#lib/payment/read-answer.ts';
import { paystackMoney } from './money.ts';

/** What Paystack grants in any case. */
const DEFAULT_MINUTES = 30;

/**
 * Asks for an account that lives as long as the collection. How long Paystack allows is unconfirmed: when it refuses
 * the request, we ask once more, for its default. The answer says how long the account lives.
 */
export async function openAccount(order: Order, ask: Ask, wanted: object): Promise<Answered<'bank_transfer'>> {
  const until = (account_expires_at: string) =>
    ask('POST', '/charge', { ...wanted, bank_transfer: { account_expires_at } });
  const least = inMinutes(order.now, DEFAULT_MINUTES);
  if (order.expiresAt <= least) return accountIn(await until(least), order);
  return accountIn(
    await until(order.expiresAt).catch((error: unknown) => {
      if (isLasting(error)) throw error;
      return until(least);
    }),
    order,
  );
}

/** Failures that another lifetime would not change. */
const isLasting = (error: unknown): boolean => !(error instanceof ProviderFailure) || LASTING.includes(error.reason);

const LASTING = ['unauthorized', 'taken', 'busy', 'timeout', 'unreachable', 'provider_error', 'malformed_answer'];

function accountIn(answer: unknown, order: Order): Answered<'bank_transfer'> {
  const data = valueAt(answer, 'data');
  const asked = valueAt(data, 'amount');
  const option = {
    bankName: textAt(data, 'bank', 'name'),
    accountNumber: textAt(data, 'account_number'),
    accountName: textAt(data, 'account_name'),
    expiresAt: endOf(order, readInstant(valueAt(data, 'account_expires_at'))),
    ...(asked !== undefined && withFeeOnTop(paystackMoney(asked, order.amount.currency), order)),
  };
  return { kind: 'opened', option };
}
