/** Flutterwave v3. Amounts are in major units; payments are found by our reference or by Flutterwave's id. */

import { hosts } from '#lib/payment/hosts.ts';
import { type Ask, jsonApi } from '#lib/payment/json-api.ts';
import { type Asked, openBy } from '#lib/payment/open-by.ts';
import type { Lookup, Order, PaymentAdapter, Webhook, WebhookEvent } from '#lib/payment/port.ts';
import { decimalOf, readDecimal } from '#lib/payment/provider-money.ts';
import { earliest, inMinutes, MINUTE_MS, readInstant } from '#lib/payment/provider-time.ts';
import { idAt, idOf, isText, linkAt, maybeTextAt, readObject, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { unlessUnknown } from '#lib/payment/refusal.ts';
import { isSame, isSignedBy } from '#lib/payment/signature.ts';
import { openOneTimeAccount, openVirtualAccount } from './accounts.ts';
import { payByPhone } from './mobile-money.ts';

/** The maximum of `session_duration`: https://developer.flutterwave.com/docs/flutterwave-standard-1. */
const PAGE_MINUTES = 1440;

const api = ({ credentials, call }: Asked): Ask =>
  jsonApi({
    token: credentials['secretKey'] ?? '',
    call,
    isYes: (json) => valueAt(json, 'status') === 'success',
    explain: (json) => ({ message: maybeTextAt(json, 'message'), code: maybeTextAt(json, 'code') }),
  });

/** The fields of every charge. `Number` is exact: a double holds every decimal of at most 15 digits. */
const charged = ({ reference, amount, customer }: Order) => ({
  tx_ref: reference,
  amount: Number(decimalOf(amount)),
  currency: amount.currency,
  email: customer.email,
});

async function openPage(order: Order, by: Asked, options?: string) {
  const { email, ...charge } = charged(order);
  const minutes = Math.ceil((Date.parse(order.expiresAt) - order.now.getTime()) / MINUTE_MS);
  const lives = Math.min(PAGE_MINUTES, Math.max(1, minutes));
  const answer = await api(by)('POST', `${hosts.flutterwave}/payments`, {
    ...charge,
    redirect_url: order.returnUrl,
    customer: { email },
    customizations: { title: order.merchant, description: order.description },
    session_duration: lives,
    ...(options && { payment_options: options }),
  });
  const expiresAt = earliest(order.expiresAt, inMinutes(order.now, lives));
  return { kind: 'opened' as const, option: { link: linkAt(answer, 'data', 'link'), expiresAt } };
}

async function findPayments({ reference, transaction }: Lookup, by: Asked) {
  const path = transaction
    ? `${encodeURIComponent(transaction)}/verify`
    : `verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
  const data = valueAt(await api(by)('GET', `${hosts.flutterwave}/transactions/${path}`), 'data');
  if (textAt(data, 'status') !== 'successful' || textAt(data, 'tx_ref') !== reference) return [];
  const amount = readDecimal(valueAt(data, 'amount'), valueAt(data, 'currency'));
  // The answer has the start of the transaction, but not the time of the payment.
  return [{ transaction: idAt(data, 'id'), reference, amount, paidAt: readInstant(valueAt(data, 'created_at')) }];
}

/** Flutterwave documents two headers: the secret hash itself, and a signature made with it. */
const isGenuine = ({ body, headers }: Webhook, secret: string | undefined): boolean =>
  isSame(headers['verif-hash'], secret) ||
  isSignedBy(headers['flutterwave-signature'], { algorithm: 'sha256', secret, encoding: 'base64', body });

function readWebhookEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const data = valueAt(event, 'data');
  const reference = valueAt(data, 'tx_ref');
  const isPaid = valueAt(event, 'event') === 'charge.completed' && valueAt(data, 'status') === 'successful';
  if (!isPaid || !isText(reference)) return { kind: 'other' };
  const transaction = idOf(valueAt(data, 'id'));
  return { kind: 'payment', lookup: { reference, ...(transaction && { transaction }) } };
}

export const flutterwave: PaymentAdapter = {
  secrets: ['secretKey', 'secretHash'],
  // Test pages use the second domain. A page may redirect to another host of the same domain.
  checkoutHosts: () => ['https://*.flutterwave.com', 'https://*.dev-flutterwave.com'],
  open: openBy({
    checkout: (order, by) => openPage(order, by),
    card: (order, by) => openPage(order, by, 'card'),
    virtual_account: (order, by) => openVirtualAccount(order, api(by), charged(order)),
    bank_transfer: (order, by) => openOneTimeAccount(order, api(by), charged(order)),
    mobile_money: (order, by) => payByPhone(order, api(by), charged(order)),
  }),
  findPayments: (of, by) => unlessUnknown(findPayments(of, by)),
  readWebhookEvent: (webhook, { secretHash }) =>
    isGenuine(webhook, secretHash) ? readWebhookEvent(webhook.body) : { kind: 'unsigned' },
};
