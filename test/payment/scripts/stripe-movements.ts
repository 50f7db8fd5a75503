/** Stripe's answers about payments, refunds and disputes, and its webhooks. */
import type { Lookup } from '#lib/payment/port.ts';
import { referenceOf } from '#test/payment/an-order.ts';
import type { AtProvider, CloseScenario, FindScenario, ListScenario } from '#test/payment/provider-script.ts';

export const SESSION = 'cs_test_a1b2c3';
export const INTENT = 'pi_3MtwBwLkdIwHu7ix28a3tqPa';

const reference = referenceOf('card');
const seconds = (instant: string) => Date.parse(instant) / 1000;

const charge = (more: object = {}) => ({
  id: 'ch_1',
  object: 'charge',
  created: seconds('2026-03-02T11:42:07Z'),
  amount_refunded: 0,
  disputed: false,
  payment_method_details: { type: 'card' },
  ...more,
});

const intent = (more: object = {}) => ({
  id: INTENT,
  object: 'payment_intent',
  livemode: false,
  status: 'succeeded',
  amount: 45_010,
  amount_received: 45_010,
  currency: 'usd',
  created: seconds('2026-03-02T11:00:00Z'),
  customer: 'cus_1',
  invoice: null,
  metadata: { reference },
  latest_charge: charge(),
  ...more,
});

const session = (payment_intent: unknown, more: object = {}) => ({
  id: SESSION,
  object: 'checkout.session',
  client_reference_id: reference,
  payment_link: null,
  status: 'complete',
  payment_status: 'paid',
  payment_intent,
  ...more,
});

export const show = ({ reference: name, status, amount, currency, id }: AtProvider) =>
  session(
    intent({
      id,
      status,
      amount_received: amount,
      currency: typeof currency === 'string' ? currency.toLowerCase() : currency,
      metadata: { reference: name },
    }),
    { client_reference_id: name },
  );

const money = (minor: number) => ({ minor, currency: 'USD' });

export const PAYMENT = {
  kind: 'payment' as const,
  transaction: INTENT,
  object: INTENT,
  references: [INTENT, reference, SESSION],
  amount: money(45_010),
  method: 'card',
  at: '2026-03-02T11:42:07.000Z',
};

const READ = `/payment_intents/${INTENT}?expand[]=latest_charge`;
const READ_SESSION = `/checkout/sessions/${SESSION}?expand[]=payment_intent.latest_charge`;
const OF_INTENT = `/checkout/sessions?payment_intent=${INTENT}&limit=1`;
const list = (data: unknown[], has_more = false) => ({ object: 'list', data, has_more });

/** Our own transfer: it has no session. */
const TRANSFERRED = { ...PAYMENT, references: [INTENT, reference] };
const MERCHANTS = { ...PAYMENT, references: [INTENT, SESSION, 'order-7', 'plink_1'] };
const merchants = { metadata: {} };
const linked = { client_reference_id: 'order-7', payment_link: 'plink_1' };

const refund = (id: string, status: string, amount: unknown) => ({
  id,
  object: 'refund',
  amount,
  currency: 'usd',
  payment_intent: INTENT,
  status,
  created: seconds('2026-03-03T10:00:00Z'),
});
const REFUNDS = list([
  refund('re_1', 'succeeded', 10_000),
  refund('re_2', 'failed', 500),
  refund('re_3', 'pending', 500),
  refund('re_4', 'canceled', 700),
  refund('re_5', 'requires_action', 700),
]);

const dispute = (id: string, status: string, balance_transactions: unknown) => ({
  id,
  object: 'dispute',
  amount: 45_010,
  currency: 'usd',
  payment_intent: INTENT,
  status,
  balance_transactions,
  created: seconds('2026-03-03T10:00:00Z'),
});
const DISPUTES = list([
  dispute('dp_1', 'needs_response', [{ amount: -45_010 }]),
  dispute('dp_2', 'lost', [{ amount: -45_010 }]),
  dispute('dp_3', 'won', [{ amount: -45_010 }, { amount: 45_010 }]),
  dispute('dp_4', 'warning_needs_response', []),
  dispute('dp_5', 'warning_closed', []),
]);

type Names = { transaction: string; references: string[] };
const moved = (
  { transaction, references }: Names,
  [kind, object, minor]: [string, string, number],
  more: object = {},
) => ({
  kind,
  transaction,
  references,
  object,
  amount: money(minor),
  at: '2026-03-03T10:00:00.000Z',
  ...more,
});

const refunded = (names: Names) => [
  moved(names, ['refund', 're_1', 10_000]),
  moved(names, ['refund_failed', 're_2', 500]),
  moved(names, ['refund_failed', 're_4', 700]),
];
const taken = { taken: true };
const disputed = (names: Names) => [
  moved(names, ['dispute', 'dp_1', 45_010], taken),
  moved(names, ['dispute', 'dp_2', 45_010], taken),
  moved(names, ['dispute_lost', 'dp_2', 45_010]),
  moved(names, ['dispute', 'dp_3', 45_010], taken),
  moved(names, ['dispute_won', 'dp_3', 45_010]),
  moved(names, ['dispute', 'dp_4', 45_010]),
  moved(names, ['dispute', 'dp_5', 45_010]),
  moved(names, ['dispute_won', 'dp_5', 45_010]),
];

const funded = (amount_remaining: unknown) =>
  intent({
    status: 'requires_action',
    amount_received: 0,
    latest_charge: null,
    next_action: { display_bank_transfer_instructions: { amount_remaining, currency: 'usd' } },
  });
const applied = (payment_intent: string, created: string) => ({
  type: 'applied_to_payment',
  applied_to_payment: { payment_intent },
  created: seconds(created),
});
const BALANCE = {
  '/customers/cus_1/cash_balance_transactions?limit=100': list([
    { type: 'funded', created: seconds('2026-03-02T13:00:00Z') },
    applied('pi_another', '2026-03-02T12:59:00Z'),
    applied(INTENT, '2026-03-02T12:30:00Z'),
    applied(INTENT, '2026-03-02T12:45:00Z'),
  ]),
};
const PART = { ...TRANSFERRED, amount: money(20_000), method: 'bank_transfer', at: '2026-03-02T12:45:00.000Z' };

const INVOICE = '/invoices/in_1?expand[]=payment_intent.latest_charge';
const LINK =
  '/checkout/sessions?payment_link=plink_1&status=complete&limit=100&expand[]=data.payment_intent.latest_charge';
const second = intent({
  ...merchants,
  id: 'pi_2',
  amount_received: 500,
  latest_charge: charge({ payment_method_details: { type: 'paypal' } }),
});

const ours = { reference, key: INTENT };

export const FINDS: FindScenario[] = [
  {
    name: 'our transfer by its intent',
    lookup: ours,
    answers: { [READ]: intent() },
    movements: [TRANSFERRED],
    progress: 'ended',
  },
  {
    name: 'the total of a transfer of which a part has come',
    lookup: ours,
    answers: { [READ]: funded(25_010), ...BALANCE },
    movements: [PART],
    progress: 'open',
  },
  {
    name: 'all of a transfer to which nothing is missing any more',
    lookup: ours,
    answers: { [READ]: funded(0), '/customers/cus_1/cash_balance_transactions?limit=100': list([]) },
    movements: [{ ...PART, amount: money(45_010), at: '2026-03-02T11:00:00.000Z' }],
    progress: 'open',
  },
  {
    name: 'nothing of a transfer for which nothing came',
    lookup: ours,
    answers: { [READ]: funded(45_010) },
    movements: [],
    progress: 'open',
  },
  {
    name: 'nothing of a live payment with test keys',
    lookup: ours,
    answers: { [READ]: intent({ livemode: true }) },
    movements: [],
    progress: 'ended',
  },
  {
    name: 'nothing of a session without a payment',
    lookup: { reference, key: SESSION },
    answers: { [READ_SESSION]: session(null, { status: 'open', payment_status: 'unpaid' }) },
    movements: [],
    progress: 'open',
  },
  {
    name: 'that a session has expired',
    lookup: { reference, key: SESSION },
    answers: { [READ_SESSION]: session(null, { status: 'expired', payment_status: 'unpaid' }) },
    movements: [],
    progress: 'ended',
  },
  {
    name: 'nothing under a name that Stripe does not look up',
    lookup: { reference: 'order-7' },
    answers: {},
    movements: [],
    progress: 'ended',
  },
  {
    name: "the merchant's intent, with the names of its session",
    lookup: { reference: INTENT },
    answers: { [READ]: intent(merchants), [OF_INTENT]: list([session(INTENT, linked)]) },
    movements: [MERCHANTS],
    progress: 'ended',
  },
  {
    name: "the merchant's intent without a session",
    lookup: { reference: INTENT },
    answers: { [READ]: intent({ metadata: { reference: 'shop-1' } }), [OF_INTENT]: list([]) },
    movements: [{ ...PAYMENT, references: [INTENT, 'shop-1'] }],
    progress: 'ended',
  },
  {
    name: "the merchant's session",
    lookup: { reference: SESSION },
    answers: { [READ_SESSION]: session(intent(merchants), linked) },
    movements: [MERCHANTS],
    progress: 'ended',
  },
  {
    name: "the merchant's invoice",
    lookup: { reference: 'in_1' },
    answers: {
      [INVOICE]: {
        id: 'in_1',
        object: 'invoice',
        status: 'paid',
        payment_intent: intent({ ...merchants, invoice: 'in_1' }),
      },
    },
    movements: [{ ...PAYMENT, references: [INTENT, 'in_1'] }],
    progress: 'ended',
  },
  ...(
    [
      ['draft', null, 'open'],
      ['open', intent({ status: 'requires_payment_method' }), 'open'],
      ['open', intent({ status: 'processing' }), 'pending'],
      ['uncollectible', null, 'open'],
      ['void', null, 'ended'],
    ] as const
  ).map(
    ([status, payment_intent, progress]): FindScenario => ({
      name: `nothing of an invoice that is ${status}, ${progress}`,
      lookup: { reference: 'in_1' },
      answers: { [INVOICE]: { id: 'in_1', status, payment_intent } },
      movements: [],
      progress,
    }),
  ),
  {
    name: "all payments by the merchant's link",
    lookup: { reference: 'plink_1' },
    answers: { [LINK]: list([session(intent(merchants), linked), session(second, { ...linked, id: 'cs_2' })]) },
    movements: [
      MERCHANTS,
      {
        ...MERCHANTS,
        transaction: 'pi_2',
        object: 'pi_2',
        references: ['pi_2', 'cs_2', 'order-7', 'plink_1'],
        amount: money(500),
        method: 'other',
      },
    ],
    progress: 'open',
  },
  {
    name: 'a payment and its refunds that are done or came back',
    lookup: { transaction: INTENT, about: 'refunds', object: 're_1' },
    answers: { [READ]: intent(), [`/refunds?payment_intent=${INTENT}&limit=100`]: REFUNDS },
    movements: [TRANSFERRED, ...refunded(TRANSFERRED)],
    progress: 'ended',
  },
  {
    name: 'a payment and its disputes',
    lookup: { transaction: INTENT, about: 'disputes', object: 'dp_1' },
    answers: { [READ]: intent(), [`/disputes?payment_intent=${INTENT}&limit=100`]: DISPUTES },
    movements: [TRANSFERRED, ...disputed(TRANSFERRED)],
    progress: 'ended',
  },
  {
    name: 'what came back of a payment without being asked for it',
    lookup: { reference, key: SESSION },
    answers: {
      [READ_SESSION]: session(intent({ latest_charge: charge({ amount_refunded: 10_000, disputed: true }) })),
      [`/refunds?payment_intent=${INTENT}&limit=100`]: REFUNDS,
      [`/disputes?payment_intent=${INTENT}&limit=100`]: DISPUTES,
    },
    movements: [PAYMENT, ...refunded(PAYMENT), ...disputed(PAYMENT)],
    progress: 'ended',
  },
];

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
    requests: [PAGE, `${PAGE}/expire`],
    result: 'closed',
  },
  ...['complete', 'expired'].map((status) => ({
    name: `a page that is ${status} already`,
    session: page,
    replies: { [PAGE]: ok({ status }) },
    requests: [PAGE],
    result: 'closed',
  })),
  {
    name: 'a page that Stripe does not know',
    session: page,
    replies: { [PAGE]: unknown },
    requests: [PAGE],
    result: 'closed',
  },
  {
    name: 'a transfer for which nothing came',
    session: transfer,
    replies: { [TRANSFER]: ok(funded(45_010)), [`${TRANSFER}/cancel`]: ok(intent({ status: 'canceled' })) },
    requests: [TRANSFER, `${TRANSFER}/cancel`],
    result: 'closed',
  },
  {
    name: 'no transfer of which a part came',
    session: transfer,
    replies: { [TRANSFER]: ok(funded(25_010)) },
    requests: [TRANSFER],
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
    requests: [TRANSFER],
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
  ...events(['checkout.session.completed'], { id: SESSION, ...linked }, { reference: 'order-7', key: SESSION }),
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
