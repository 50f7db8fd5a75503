/** Paystack. Amounts are in minor units, payments are found by our reference, the secret key signs webhooks. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { hosts } from '#lib/payment/hosts.ts';
import { type Ask, jsonApi } from '#lib/payment/json-api.ts';
import { type Asked, openBy } from '#lib/payment/open-by.ts';
import type { Answered, Lookup, Order, PaymentAdapter, WebhookEvent } from '#lib/payment/port.ts';
import { expectAmount } from '#lib/payment/provider-money.ts';
import { endOf, inMinutes, readInstant } from '#lib/payment/provider-time.ts';
import { idAt, isText, linkAt, maybeTextAt, readObject, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { unlessUnknown } from '#lib/payment/refusal.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { payByPhone } from './mobile-money.ts';
import { paystackAmount, paystackMoney } from './money.ts';

/** Paystack's default for an account for one transfer. It is unconfirmed whether Paystack accepts more. */
const ACCOUNT_MINUTES = 30;

const api = ({ credentials, call }: Asked): Ask =>
  jsonApi({
    token: credentials['secretKey'] ?? '',
    call,
    isYes: (json) => valueAt(json, 'status') === true,
    explain: (json) => ({ message: maybeTextAt(json, 'message'), code: maybeTextAt(json, 'code') }),
  });

const wanted = ({ reference, customer, amount }: Order) => ({
  email: customer.email,
  amount: paystackAmount(amount),
  currency: amount.currency,
  reference,
});

const openPage = async (
  order: Order,
  by: Asked,
  channels?: string[],
): Promise<{ kind: 'opened'; option: OpenedBy['card'] }> => {
  const answer = await api(by)('POST', `${hosts.paystack}/transaction/initialize`, {
    ...wanted(order),
    callback_url: order.returnUrl,
    ...(channels && { channels }),
  });
  // The merchant sets the page's lifetime at Paystack, and no answer contains it.
  return { kind: 'opened', option: { link: linkAt(answer, 'data', 'authorization_url'), expiresAt: order.expiresAt } };
};

async function openAccount(order: Order, by: Asked): Promise<Answered<'bank_transfer'>> {
  const answer = await api(by)('POST', `${hosts.paystack}/charge`, {
    ...wanted(order),
    bank_transfer: { account_expires_at: inMinutes(order.now, ACCOUNT_MINUTES) },
  });
  const asked = valueAt(answer, 'data', 'amount');
  if (asked !== undefined) expectAmount(paystackMoney(asked, order.amount.currency), order);
  const option = {
    bankName: textAt(answer, 'data', 'bank', 'name'),
    accountNumber: textAt(answer, 'data', 'account_number'),
    accountName: textAt(answer, 'data', 'account_name'),
    expiresAt: endOf(order, readInstant(valueAt(answer, 'data', 'account_expires_at'))),
  };
  return { kind: 'opened', option };
}

async function findPayments({ reference }: Lookup, by: Asked) {
  const answer = await api(by)('GET', `${hosts.paystack}/transaction/verify/${encodeURIComponent(reference)}`);
  const data = valueAt(answer, 'data');
  if (textAt(data, 'status') !== 'success' || textAt(data, 'reference') !== reference) return [];
  const amount = paystackMoney(valueAt(data, 'amount'), valueAt(data, 'currency'));
  const paidAt = readInstant(valueAt(data, 'paid_at') ?? valueAt(data, 'paidAt'));
  return [{ transaction: idAt(data, 'id'), reference, amount, paidAt }];
}

function readWebhookEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const reference = valueAt(event, 'data', 'reference');
  if (valueAt(event, 'event') !== 'charge.success' || !isText(reference)) return { kind: 'other' };
  return { kind: 'payment', lookup: { reference } };
}

export const paystack: PaymentAdapter = {
  secrets: ['secretKey'],
  checkoutHosts: () => ['https://checkout.paystack.com', 'https://*.paystack.com', 'https://*.paystack.co'],
  open: openBy({
    checkout: (order, by) => openPage(order, by),
    card: (order, by) => openPage(order, by, ['card']),
    virtual_account: openAccount,
    bank_transfer: openAccount,
    mobile_money: (order, by) => payByPhone(order, api(by), wanted(order)),
  }),
  findPayments: (of, by) => unlessUnknown(findPayments(of, by)),
  readWebhookEvent: ({ body, headers }, { secretKey }) => {
    const signed = { algorithm: 'sha512', secret: secretKey, encoding: 'hex', body } as const;
    return isSignedBy(headers['x-paystack-signature'], signed) ? readWebhookEvent(body) : { kind: 'unsigned' };
  },
};
