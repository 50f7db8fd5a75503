/** Stripe. It has its own units and session ids, and a webhook's signature covers the time of sending. */
import { type Asked, openBy } from '#lib/payment/open-by.ts';
import type { Lookup, Order, PaymentAdapter, Webhook, WebhookEvent } from '#lib/payment/port.ts';
import { expectAmount } from '#lib/payment/provider-money.ts';
import { earliest, endOf, inMinutes, readEpochSeconds } from '#lib/payment/provider-time.ts';
import { isText, linkAt, malformed, readObject, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { unlessUnknown } from '#lib/payment/refusal.ts';
import { isSame, signatureOf } from '#lib/payment/signature.ts';
import { isStripeId, stripeApi, stripeIdAt } from './api.ts';
import { stripeAmount, stripeMoney } from './money.ts';
import { openTransfer } from './transfer.ts';

/** Stripe's limits less a minute, as clocks differ: https://docs.stripe.com/payments/checkout/managing-limited-inventory. */
const PAGE_MINUTES = { min: 31, max: 1439 };

/** The maximum difference between a webhook's time and ours. */
const TOLERANCE_SECONDS = 300;

async function openPage(order: Order, by: Asked, methods: Record<string, string> = {}) {
  const { reference, amount, customer, description, returnUrl, now } = order;
  const min = inMinutes(now, PAGE_MINUTES.min);
  const wanted = earliest(order.expiresAt, inMinutes(now, PAGE_MINUTES.max));
  const session = await stripeApi(by)('/checkout/sessions', {
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
      success_url: returnUrl,
      cancel_url: returnUrl,
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

const MAX_NAME = 250;

/** Stripe's search by our reference lags behind. Without `key`, Stripe's own id, no customer has seen the session. */
async function findPayments({ reference, key }: Lookup, by: Asked) {
  if (key === undefined) return [];
  const intent = await intentOf(key, reference, by);
  if (intent === undefined || textAt(intent, 'status') !== 'succeeded') return [];
  const amount = stripeMoney(valueAt(intent, 'amount_received'), valueAt(intent, 'currency'));
  const paidAt = readEpochSeconds(valueAt(intent, 'latest_charge', 'created'));
  return [{ transaction: stripeIdAt(intent, 'pi'), reference, amount, paidAt }];
}

/** Undefined when the session has no payment yet, or when the payment has another reference. */
async function intentOf(key: string, reference: string, by: Asked): Promise<unknown> {
  const ask = stripeApi(by);
  if (isStripeId(key, 'pi')) {
    const intent = await ask(`/payment_intents/${key}?expand[]=latest_charge`);
    return valueAt(intent, 'metadata', 'reference') === reference ? intent : undefined;
  }
  if (!isStripeId(key, 'cs')) throw malformed();
  const session = await ask(`/checkout/sessions/${key}?expand[]=payment_intent.latest_charge`);
  if (valueAt(session, 'client_reference_id') !== reference) return undefined;
  return valueAt(session, 'payment_intent') ?? undefined;
}

/** The header is `t=…,v1=…,v1=…`, with one signature for each secret while one is being replaced. */
function isGenuine({ body, headers }: Webhook, secret: string | undefined, now: Date): boolean {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='));
  const sentAt = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(sentAt)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(sentAt)) > TOLERANCE_SECONDS) return false;
  const expected = signatureOf({ algorithm: 'sha256', secret, encoding: 'hex', body: `${sentAt}.${body}` });
  return parts.some(([name, value]) => name === 'v1' && isSame(value, expected));
}

const SESSION_EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

function readWebhookEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const type = valueAt(event, 'type');
  const object = valueAt(event, 'data', 'object');
  const key = valueAt(object, 'id');
  const isSession = SESSION_EVENTS.some((each) => each === type) && valueAt(object, 'payment_status') === 'paid';
  if ((!isSession && type !== 'payment_intent.succeeded') || !isText(key)) return { kind: 'other' };
  const reference = isSession ? valueAt(object, 'client_reference_id') : valueAt(object, 'metadata', 'reference');
  return isText(reference) ? { kind: 'payment', lookup: { reference, key } } : { kind: 'other' };
}

export const stripe: PaymentAdapter = {
  secrets: ['secretKey', 'webhookSecret'],
  checkoutHosts: () => ['https://checkout.stripe.com'],
  open: openBy({
    checkout: (order, by) => openPage(order, by),
    card: (order, by) => openPage(order, by, { 'payment_method_types[0]': 'card' }),
    virtual_account: (order, by) => openTransfer(order, stripeApi(by)),
    bank_transfer: (order, by) => openTransfer(order, stripeApi(by)),
  }),
  findPayments: (of, by) => unlessUnknown(findPayments(of, by)),
  readWebhookEvent: (webhook, { webhookSecret }, now) =>
    isGenuine(webhook, webhookSecret, now) ? readWebhookEvent(webhook.body) : { kind: 'unsigned' },
};
