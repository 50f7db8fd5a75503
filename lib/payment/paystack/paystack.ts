/** Paystack. Amounts are in minor units, payments are found by our reference, the secret key signs webhooks. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { type Asked, openBy } from '#lib/payment/open-by.ts';
import type { Order, PaymentAdapter } from '#lib/payment/port.ts';
import { linkAt } from '#lib/payment/read-answer.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { openAccount } from './account.ts';
import { modeOf, paystackApi } from './api.ts';
import { findMovements } from './find.ts';
import { listMovements } from './list.ts';
import { payByPhone, submitCode } from './mobile-money.ts';
import { paystackAmount } from './money.ts';
import { readEvent } from './webhooks.ts';

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
  const answer = await paystackApi(by)('POST', '/transaction/initialize', {
    ...wanted(order),
    callback_url: order.returnUrl,
    metadata: { cancel_action: order.cancelUrl },
    ...(channels && { channels }),
  });
  // The merchant sets the page's lifetime at Paystack, and no answer contains it.
  return { kind: 'opened', option: { link: linkAt(answer, 'data', 'authorization_url'), expiresAt: order.expiresAt } };
};

/** Paystack has no request that closes a transaction: `close` is absent. */
export const paystack: PaymentAdapter = {
  secrets: ['secretKey'],
  open: openBy({
    checkout: (order, by) => openPage(order, by),
    card: (order, by) => openPage(order, by, ['card']),
    virtual_account: (order, by) => openAccount(order, paystackApi(by), wanted(order)),
    bank_transfer: (order, by) => openAccount(order, paystackApi(by), wanted(order)),
    mobile_money: (order, by) => payByPhone(order, paystackApi(by), wanted(order)),
  }),
  findMovements,
  listMovements,
  submitCode: (entered, by) => submitCode(entered, paystackApi(by)),
  check: async (by) => void (await paystackApi(by)('GET', '/transaction?perPage=1')),
  modeOf,
  readWebhookEvent: ({ body, headers }, { secretKey }) => {
    const signed = { algorithm: 'sha512', secret: secretKey, encoding: 'hex', body } as const;
    return isSignedBy(headers['x-paystack-signature'], signed) ? readEvent(body) : { kind: 'unsigned' };
  },
};
