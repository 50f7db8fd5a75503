/** Opens Stripe's payment page, a Checkout Session. */
import { orIfUnknown } from '#lib/payment/call-provider.ts';
import type { Connection, Order } from '#lib/payment/port.ts';
import { earliest, endOf, expectAmount, inMinutes, readEpochSeconds } from '#lib/payment/provider-values.ts';
import { linkAt, malformed, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { type AskStripe, isStripeId, stripeAmount, stripeApi, stripeIdAt, stripeMoney } from './api.ts';
import { progressOf, receivedBy } from './intent.ts';

type Result = 'closed' | 'unclosable';

/** A session without a key was seen by no customer. */
export async function close({ key }: { key?: string }, connection: Connection): Promise<Result> {
  if (key === undefined) return 'unclosable';
  const ask = stripeApi(connection);
  if (isStripeId(key, 'cs')) return orIfUnknown(expire(`/checkout/sessions/${key}`, ask), 'closed');
  if (isStripeId(key, 'pi')) return orIfUnknown(cancel(`/payment_intents/${key}`, ask), 'closed');
  throw malformed();
}

async function expire(path: string, ask: AskStripe): Promise<Result> {
  if (textAt(await ask(path), 'status') === 'open') await ask(`${path}/expire`, { fields: {} });
  return 'closed';
}

/**
 * Cancelling would free the money that has come for another transfer of the same customer, and it would count twice.
 * So a transfer that has begun stays open.
 */
async function cancel(path: string, ask: AskStripe): Promise<Result> {
  const intent = await ask(path);
  const progress = progressOf(intent);
  if (progress === 'ended') return 'closed';
  if (progress === 'pending' || receivedBy(intent) !== undefined) return 'unclosable';
  await ask(`${path}/cancel`, { fields: {} });
  return 'closed';
}

/** Stripe's limits less a minute, as clocks differ: https://docs.stripe.com/payments/checkout/managing-limited-inventory. */
const PAGE_MINUTES = { min: 31, max: 1439 };

const MAX_NAME = 250;

export async function openPage(order: Order, connection: Connection, methods: Record<string, string> = {}) {
  const { reference, amount, customer, description, now } = order;
  const min = inMinutes(now, PAGE_MINUTES.min);
  const wanted = earliest(order.expiresAt, inMinutes(now, PAGE_MINUTES.max));
  const session = await stripeApi(connection)('/checkout/sessions', {
    idempotencyKey: reference,
    fields: {
      mode: 'payment',
      client_reference_id: reference,
      'payment_intent_data[metadata][reference]': reference,
      customer_email: customer.email,
      'line_items[0][quantity]': 1,
      'line_items[0][price_data][currency]': amount.currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': stripeAmount(amount),
      'line_items[0][price_data][product_data][name]': description.slice(0, MAX_NAME).toWellFormed(),
      success_url: order.returnUrl,
      cancel_url: order.cancelUrl,
      expires_at: Math.ceil(Date.parse(wanted < min ? min : wanted) / 1000),
      ...methods,
    },
  });
  expectAmount(stripeMoney(valueAt(session, 'amount_total'), valueAt(session, 'currency')), order);
  const expiresAt = endOf(order, readEpochSeconds(valueAt(session, 'expires_at')));
  return {
    kind: 'opened' as const,
    option: { link: linkAt(session, 'url'), expiresAt },
    key: stripeIdAt(session, 'cs'),
  };
}
