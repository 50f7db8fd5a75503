/** Stripe's webhooks about money, and what each is to be looked up by. */
import type { Lookup } from '#lib/payment/port.ts';
import { INTENT, linked, reference, SESSION } from './movements.ts';

const events = (types: string[], object: object, lookup: Lookup): [object, Lookup][] =>
  types.map((type) => [{ type, data: { object } }, lookup]);

export const EVENTS: [object, Lookup][] = [
  ...events(
    ['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'].map(
      (type) => `checkout.session.${type}`,
    ),
    { id: SESSION, client_reference_id: reference, payment_status: 'unpaid' },
    { reference, key: SESSION },
  ),
  ...events(['checkout.session.completed'], { id: SESSION, client_reference_id: null }, { reference: SESSION }),
  ...events(
    ['checkout.session.completed'],
    { id: SESSION, client_reference_id: null, payment_link: 'plink_1' },
    { reference: SESSION, link: 'plink_1' },
  ),
  ...events(
    ['checkout.session.completed'],
    { id: SESSION, ...linked },
    { reference: 'order-7', key: SESSION, link: 'plink_1' },
  ),
  ...events(
    ['payment_intent.succeeded', 'payment_intent.partially_funded'],
    { id: INTENT, metadata: { reference } },
    { reference, key: INTENT },
  ),
  ...events(['payment_intent.succeeded'], { id: INTENT, metadata: { reference: 'shop-1' } }, { transaction: INTENT }),
  ...events(['invoice.paid'], { id: 'in_1' }, { reference: 'in_1' }),
  ...events(
    ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'],
    { id: 're_1', payment_intent: INTENT, status: 'succeeded' },
    { transaction: INTENT, about: 'refunds', object: 're_1' },
  ),
  ...events(['charge.refunded'], { id: 'ch_1', payment_intent: INTENT }, { transaction: INTENT, about: 'refunds' }),
  ...events(
    ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((type) => `charge.dispute.${type}`),
    { id: 'dp_1', payment_intent: INTENT, status: 'needs_response' },
    { transaction: INTENT, about: 'disputes', object: 'dp_1' },
  ),
];
