/** Flutterwave v3. Amounts are in major units; payments are found by our reference or by Flutterwave's id. */
import { openBy } from '#lib/payment/open-by.ts';
import type { Order, PaymentAdapter } from '#lib/payment/port.ts';
import { decimalOf } from '#lib/payment/provider-money.ts';
import { openOneTimeAccount, openVirtualAccount } from './accounts.ts';
import { flutterwaveApi as api, modeOf } from './api.ts';
import { findMovements } from './find.ts';
import { listMovements } from './list.ts';
import { payByPhone } from './mobile-money.ts';
import { closePage, openPage } from './page.ts';
import { isGenuine, readEvent } from './webhooks.ts';

/** The fields of every charge. `Number` is exact: a double holds every decimal of at most 15 digits. */
const charged = ({ reference, amount, customer }: Order) => ({
  tx_ref: reference,
  amount: Number(decimalOf(amount)),
  currency: amount.currency,
  email: customer.email,
});

export const adapter: PaymentAdapter = {
  // Test pages use the second domain. A page may redirect to another host of the same domain.
  open: openBy({
    checkout: (order, connection) => openPage(order, api(connection), charged(order)),
    // A merchant whose dashboard sets the payment options gets those instead.
    card: (order, connection) => openPage(order, api(connection), { ...charged(order), payment_options: 'card' }),
    virtual_account: (order, connection) => openVirtualAccount(order, api(connection), charged(order)),
    bank_transfer: (order, connection) => openOneTimeAccount(order, api(connection), charged(order)),
    mobile_money: (order, connection) => payByPhone(order, api(connection), charged(order)),
  }),
  findMovements,
  listMovements,
  close: async ({ method, key }, connection) =>
    method === 'checkout' || method === 'card' ? closePage(key, api(connection)) : 'unclosable',
  check: async (connection) => void (await api(connection)('GET', '/transactions?page=1')),
  modeOf,
  readWebhookEvent: (webhook, { secretHash }) =>
    isGenuine(webhook, secretHash) ? readEvent(webhook.body) : { kind: 'unsigned' },
};
