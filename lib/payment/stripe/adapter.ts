/** Stripe. It has its own units and session ids, and a webhook's signature covers the time of sending. */
import { openBy } from '#lib/payment/open-by.ts';
import type { PaymentAdapter } from '#lib/payment/port.ts';
import { modeOf, stripeApi } from './api.ts';
import { close } from './close.ts';
import { findMovements } from './find.ts';
import { listMovements } from './list.ts';
import { openPage } from './page.ts';
import { openTransfer } from './transfer.ts';
import { isGenuine, readEvent } from './webhooks.ts';

export const adapter: PaymentAdapter = {
  open: openBy({
    checkout: (order, connection) => openPage(order, connection),
    card: (order, connection) => openPage(order, connection, { 'payment_method_types[0]': 'card' }),
    virtual_account: (order, connection) => openTransfer(order, stripeApi(connection)),
    bank_transfer: (order, connection) => openTransfer(order, stripeApi(connection)),
  }),
  findMovements,
  listMovements,
  close,
  check: async (connection) => void (await stripeApi(connection)('/payment_intents?limit=1')),
  modeOf,
  readWebhookEvent: (webhook, { webhookSecret }, now) =>
    isGenuine(webhook, webhookSecret, now) ? readEvent(webhook.body) : { kind: 'unsigned' },
};
