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

export const flutterwave: PaymentAdapter = {
  secrets: ['secretKey', 'secretHash'],
  // Test pages use the second domain. A page may redirect to another host of the same domain.
  open: openBy({
    checkout: (order, by) => openPage(order, api(by), charged(order)),
    // A merchant whose dashboard sets the payment options gets those instead.
    card: (order, by) => openPage(order, api(by), { ...charged(order), payment_options: 'card' }),
    virtual_account: (order, by) => openVirtualAccount(order, api(by), charged(order)),
    bank_transfer: (order, by) => openOneTimeAccount(order, api(by), charged(order)),
    mobile_money: (order, by) => payByPhone(order, api(by), charged(order)),
  }),
  findMovements,
  listMovements,
  close: async ({ method, key }, by) =>
    method === 'checkout' || method === 'card' ? closePage(key, api(by)) : 'unclosable',
  check: async (by) => void (await api(by)('GET', '/transactions?page=1')),
  modeOf,
  readWebhookEvent: (webhook, { secretHash }) =>
    isGenuine(webhook, secretHash) ? readEvent(webhook.body) : { kind: 'unsigned' },
};
