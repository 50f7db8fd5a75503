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

export const stripe: PaymentAdapter = {
  secrets: ['secretKey', 'webhookSecret'],
  open: openBy({
    checkout: (order, by) => openPage(order, by),
    card: (order, by) => openPage(order, by, { 'payment_method_types[0]': 'card' }),
    virtual_account: (order, by) => openTransfer(order, stripeApi(by)),
    bank_transfer: (order, by) => openTransfer(order, stripeApi(by)),
  }),
  findMovements,
  listMovements,
  close,
  check: async (by) => void (await stripeApi(by)('/payment_intents?limit=1')),
  modeOf,
  readWebhookEvent: (webhook, { webhookSecret }, now) =>
    isGenuine(webhook, webhookSecret, now) ? readEvent(webhook.body) : { kind: 'unsigned' },
};
