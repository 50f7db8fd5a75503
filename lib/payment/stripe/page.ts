/** Opens Stripe's payment page, a Checkout Session. */
import type { Connection, Order } from '#lib/payment/port.ts';
import { expectAmount } from '#lib/payment/provider-money.ts';
import { earliest, endOf, inMinutes, readEpochSeconds } from '#lib/payment/provider-time.ts';
import { linkAt, valueAt } from '#lib/payment/read-answer.ts';
import { stripeApi, stripeIdAt } from './api.ts';
import { stripeAmount, stripeMoney } from './money.ts';

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
