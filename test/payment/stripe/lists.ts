/** Stripe's lists of what has moved, and its answers to closing. */
import type { CloseScenario, ListScenario } from '#test/payment/conformance/provider-script.ts';
import {
  DISPUTES,
  dispute,
  disputed,
  funded,
  INTENT,
  intent,
  list,
  READ,
  REFUNDS,
  reference,
  refund,
  refunded,
  SESSION,
  seconds,
  TRANSFERRED,
} from './movements.ts';

const WHEN = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' };
const CREATED = `limit=10&created[gte]=${seconds(WHEN.from)}&created[lte]=${seconds(WHEN.to)}`;
const PAYMENTS = `/events?${CREATED}&types[]=payment_intent.succeeded&types[]=payment_intent.partially_funded`;
const event = (id: string, type: string, object: object) => ({ id, type, data: { object } });

export const LISTS: ListScenario[] = [
  {
    page: { what: 'payments', ...WHEN },
    answers: {
      [PAYMENTS]: list(
        [
          event('evt_3', 'payment_intent.succeeded', intent()),
          event('evt_2', 'payment_intent.partially_funded', intent()),
          event('evt_1', 'balance.available', {}),
        ],
        true,
      ),
      [READ]: intent(),
    },
    movements: [TRANSFERRED],
    next: 'evt_1',
  },
  {
    page: { what: 'payments', ...WHEN, next: 'evt_1' },
    answers: { [`${PAYMENTS}&starting_after=evt_1`]: list([], true) },
    movements: [],
  },
  {
    page: { what: 'refunds', ...WHEN },
    answers: {
      [`/events?${CREATED}&types[]=refund.created&types[]=refund.updated&types[]=refund.failed&types[]=charge.refunded`]:
        list([
          event('evt_2', 'refund.updated', refund('re_1', 'succeeded', 10_000)),
          event('evt_1', 'refund.created', refund('re_1', 'pending', 10_000)),
        ]),
      [READ]: intent(),
      [`/refunds?payment_intent=${INTENT}&limit=100`]: REFUNDS,
    },
    movements: [TRANSFERRED, ...refunded(TRANSFERRED)],
  },
  {
    page: { what: 'disputes', ...WHEN },
    answers: {
      [`/events?${CREATED}&${['created', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((type) => `types[]=charge.dispute.${type}`).join('&')}`]:
        list([event('evt_1', 'charge.dispute.closed', dispute('dp_1', 'lost', []))]),
      [READ]: intent(),
      [`/disputes?payment_intent=${INTENT}&limit=100`]: DISPUTES,
    },
    movements: [TRANSFERRED, ...disputed(TRANSFERRED)],
  },
];

const PAGE = `/checkout/sessions/${SESSION}`;
const TRANSFER = `/payment_intents/${INTENT}`;
const page = { method: 'card', reference, key: SESSION } as const;
const transfer = { method: 'bank_transfer', reference, key: INTENT } as const;
const ok = (body: unknown) => ({ status: 200, body });
const unknown = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } };

export const CLOSINGS: CloseScenario[] = [
  {
    name: 'a page that is open',
    session: page,
    replies: { [PAGE]: ok({ status: 'open' }), [`${PAGE}/expire`]: ok({ status: 'expired' }) },
    requests: [`GET ${PAGE}`, `POST ${PAGE}/expire`],
    result: 'closed',
  },
  ...['complete', 'expired'].map((status) => ({
    name: `a page that is ${status} already`,
    session: page,
    replies: { [PAGE]: ok({ status }) },
    requests: [`GET ${PAGE}`],
    result: 'closed',
  })),
  {
    name: 'a page that Stripe does not know',
    session: page,
    replies: { [PAGE]: unknown },
    requests: [`GET ${PAGE}`],
    result: 'closed',
  },
  {
    name: 'a transfer that Stripe does not know',
    session: transfer,
    replies: { [TRANSFER]: unknown },
    requests: [`GET ${TRANSFER}`],
    result: 'closed',
  },
  {
    name: 'a transfer for which nothing came',
    session: transfer,
    replies: { [TRANSFER]: ok(funded(45_010)), [`${TRANSFER}/cancel`]: ok(intent({ status: 'canceled' })) },
    requests: [`GET ${TRANSFER}`, `POST ${TRANSFER}/cancel`],
    result: 'closed',
  },
  {
    name: 'no transfer of which a part came',
    session: transfer,
    replies: { [TRANSFER]: ok(funded(25_010)) },
    requests: [`GET ${TRANSFER}`],
    result: 'unclosable',
  },
  ...(
    [
      ['succeeded', 'closed'],
      ['canceled', 'closed'],
      ['processing', 'unclosable'],
    ] as const
  ).map(([status, result]) => ({
    name: `a transfer that is ${status}`,
    session: transfer,
    replies: { [TRANSFER]: ok(intent({ status })) },
    requests: [`GET ${TRANSFER}`],
    result,
  })),
  {
    name: 'no session without a key',
    session: { method: 'card', reference },
    replies: {},
    requests: [],
    result: 'unclosable',
  },
  {
    name: 'no session with a key of another kind',
    session: { ...page, key: 'ch_1' },
    replies: {},
    requests: [],
    result: 'malformed_answer',
  },
];
