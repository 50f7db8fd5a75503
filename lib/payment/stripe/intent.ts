/** Reads a Stripe PaymentIntent: what it has received, and whether more may come. */
import type { Mode } from '#lib/domain/account.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Movement, Progress } from '#lib/domain/payment/movement.ts';
import { isOtherMode, methodOf, readEpochSeconds } from '#lib/payment/provider-values.ts';
import { listAt, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { type AskStripe, isStripeId, stripeIdAt, stripeMoney } from './api.ts';

/** Any other status is `open`: the payer still has to do something, or can try again. */
const PROGRESS: ReadonlyMap<string, Progress> = new Map([
  ['processing', 'pending'],
  ['requires_capture', 'pending'],
  ['succeeded', 'ended'],
  ['canceled', 'ended'],
]);

export const progressOf = (intent: unknown): Progress => PROGRESS.get(textAt(intent, 'status')) ?? 'open';

export const isForOtherMode = (object: unknown, mode: Mode | undefined): boolean => {
  const live = valueAt(object, 'livemode');
  return typeof live === 'boolean' && isOtherMode(mode, live ? 'live' : 'test');
};

/** All that has come, also while a transfer is not complete. Undefined if nothing has. */
export function receivedBy(intent: unknown): Money | undefined {
  const currency = valueAt(intent, 'currency');
  if (textAt(intent, 'status') === 'succeeded') return stripeMoney(valueAt(intent, 'amount_received'), currency);
  const remaining = valueAt(intent, 'next_action', 'display_bank_transfer_instructions', 'amount_remaining');
  if (remaining === undefined || remaining === null || progressOf(intent) === 'ended') return undefined;
  const asked = stripeMoney(valueAt(intent, 'amount'), currency);
  const minor = asked.minor - (remaining === 0 ? 0 : stripeMoney(remaining, currency).minor);
  return minor > 0 ? { ...asked, minor } : undefined;
}

export async function paymentOf(
  intent: unknown,
  references: readonly string[],
  ask: AskStripe,
): Promise<Movement | undefined> {
  const amount = receivedBy(intent);
  if (amount === undefined) return undefined;
  const transaction = stripeIdAt(intent, 'pi');
  const isWhole = textAt(intent, 'status') === 'succeeded';
  const charge = valueAt(intent, 'latest_charge');
  const method = isWhole ? methodOf(valueAt(charge, 'payment_method_details', 'type')) : 'bank_transfer';
  const at = isWhole ? readEpochSeconds(valueAt(charge, 'created')) : await lastFundingOf(intent, ask);
  return {
    kind: 'payment',
    transaction,
    object: transaction,
    references,
    amount,
    ...(method !== undefined && { method }),
    at,
  };
}

/** A transfer that is not complete has no charge; the customer's balance tells when money came for it. */
async function lastFundingOf(intent: unknown, ask: AskStripe): Promise<string> {
  const customer = stripeIdAt(intent, 'cus', 'customer');
  const rows = listAt(await ask(`/customers/${customer}/cash_balance_transactions?limit=100`), 'data');
  const isForThis = (row: unknown) =>
    maybeTextAt(row, 'applied_to_payment', 'payment_intent') === maybeTextAt(intent, 'id');
  const [last] = rows
    .filter(isForThis)
    .map((row) => readEpochSeconds(valueAt(row, 'created')))
    .sort()
    .reverse();
  return last ?? readEpochSeconds(valueAt(intent, 'created'));
}

/** All names of a payment. The intent is given its session, if it has one. */
export function referencesOf(intent: unknown, session?: unknown): string[] {
  const invoice = maybeTextAt(intent, 'invoice');
  const names = [
    stripeIdAt(intent, 'pi'),
    maybeTextAt(intent, 'metadata', 'reference'),
    maybeTextAt(session, 'id'),
    maybeTextAt(session, 'client_reference_id'),
    maybeTextAt(session, 'payment_link'),
    invoice !== undefined && isStripeId(invoice, 'in') ? invoice : undefined,
  ];
  return [...new Set(names.filter((name) => name !== undefined))];
}
