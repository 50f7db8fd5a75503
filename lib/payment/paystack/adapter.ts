/** Paystack. Amounts are in minor units, payments are found by our reference, the secret key signs webhooks. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { openBy } from '#lib/payment/open-by.ts';
import type { Connection, Order, PaymentAdapter } from '#lib/payment/port.ts';
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
  connection: Connection,
  channels?: string[],
): Promise<{ kind: 'opened'; option: OpenedBy['card'] }> => {
  const answer = await paystackApi(connection)('POST', '/transaction/initialize', {
    ...wanted(order),
    callback_url: order.returnUrl,
    metadata: { cancel_action: order.cancelUrl },
    ...(channels && { channels }),
  });
  // The merchant sets the page's lifetime at Paystack, and no answer contains it.
  return { kind: 'opened', option: { link: linkAt(answer, 'data', 'authorization_url'), expiresAt: order.expiresAt } };
};

/** Paystack has no request that closes a transaction: `close` is absent. */
export const adapter: PaymentAdapter = {
  open: openBy({
    checkout: (order, connection) => openPage(order, connection),
    card: (order, connection) => openPage(order, connection, ['card']),
    virtual_account: (order, connection) => openAccount(order, paystackApi(connection), wanted(order)),
    bank_transfer: (order, connection) => openAccount(order, paystackApi(connection), wanted(order)),
    mobile_money: (order, connection) => payByPhone(order, paystackApi(connection), wanted(order)),
  }),
  findMovements,
  listMovements,
  submitCode: (entered, connection) => submitCode(entered, paystackApi(connection)),
  check: async (connection) => void (await paystackApi(connection)('GET', '/transaction?perPage=1')),
  modeOf,
  readWebhookEvent: ({ body, headers }, { secretKey }) => {
    const signed = { algorithm: 'sha512', secret: secretKey, encoding: 'hex', body } as const;
    return isSignedBy(headers['x-paystack-signature'], signed) ? readEvent(body) : { kind: 'unsigned' };
  },
};
