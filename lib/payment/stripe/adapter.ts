/** Stripe. It has its own units and session ids, and a webhook's signature covers the time of sending. */
import { openBy } from '#lib/payment/open-by.ts';
import type { Connection, ListPage, Lookup, Movement, PaymentAdapter } from '#lib/payment/port.ts';
import { listAt, malformed, valueAt } from '#lib/payment/read-answer.ts';
import { isStripeId, modeOf, stripeApi, stripeIdAt } from './api.ts';
import { findMovements } from './find.ts';
import { close, openPage } from './page.ts';
import { openTransfer } from './transfer.ts';
import { isGenuine, lookupOf, readEvent } from './webhooks.ts';

/** Few, because each payment costs requests of its own: an event's shape depends on the merchant's settings. */
const PER_PAGE = 10;

/** Those that move money; Stripe allows 20 types at most. */
const TYPES: Readonly<Record<ListPage['what'], readonly string[]>> = {
  payments: ['payment_intent.succeeded', 'payment_intent.partially_funded'],
  refunds: ['refund.created', 'refund.updated', 'refund.failed', 'charge.refunded'],
  disputes: [
    'charge.dispute.created',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ],
};

/** `next` is the id of the last event of the page before. */
async function listMovements(
  { what, from, to, next }: ListPage,
  connection: Connection,
): Promise<{ movements: Movement[]; next?: string }> {
  if (next !== undefined && !isStripeId(next, 'evt')) throw malformed();
  const parameters = [
    `limit=${PER_PAGE}`,
    `created[gte]=${secondsOf(from)}`,
    `created[lte]=${secondsOf(to)}`,
    ...TYPES[what].map((type) => `types[]=${type}`),
    ...(next === undefined ? [] : [`starting_after=${next}`]),
  ];
  const answer = await stripeApi(connection)(`/events?${parameters.join('&')}`);
  const events = listAt(answer, 'data');
  const reports = await Promise.all(lookupsIn(events).map((lookup) => findMovements(lookup, connection)));
  const last = events.at(-1);
  const hasMore = valueAt(answer, 'has_more') === true && last !== undefined;
  return {
    movements: reports.flatMap(({ movements }) => movements),
    ...(hasMore && { next: stripeIdAt(last, 'evt') }),
  };
}

/** One lookup for each payment, however many of the events are about it. */
function lookupsIn(events: readonly unknown[]): Lookup[] {
  const lookups = events.map(lookupOf).filter((lookup) => lookup !== undefined);
  return [...new Map(lookups.map((lookup) => [lookup.key ?? lookup.transaction, lookup])).values()];
}

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

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
