/** Flutterwave's answers about transactions, refunds and chargebacks, and its webhooks. */
import type { Lookup } from '#lib/payment/port.ts';
import { referenceOf } from '#test/payment/an-order.ts';
import type { AtProvider, CloseScenario, FindScenario, ListScenario } from '#test/payment/provider-script.ts';

export const LINK = 'https://checkout.flutterwave.com/v3/hosted/pay/abc';

const reference = referenceOf('card');
const ID = 4_975_363;
const FLW_REF = '0537565244201710840859363';

const yes = (data: unknown, meta?: object) => ({ status: 'success', message: 'Fetched', ...(meta && { meta }), data });

const transaction = (more: object = {}) => ({
  id: ID,
  tx_ref: reference,
  flw_ref: FLW_REF,
  amount: 450.1,
  currency: 'NGN',
  charged_amount: 450.1,
  app_fee: 10.1,
  amount_settled: 440,
  status: 'successful',
  payment_type: 'bank_transfer',
  created_at: '2026-03-02T11:42:07.000Z',
  customer: { email: 'ada@example.com' },
  ...more,
});

export const show = ({ reference: name, status, amount, currency, id }: AtProvider) =>
  yes(transaction({ id, tx_ref: name, status, amount, currency, charged_amount: amount }));

const NAMES = { transaction: String(ID), references: [reference] };
const money = (minor: number) => ({ minor, currency: 'NGN' });

export const PAYMENT = {
  kind: 'payment' as const,
  ...NAMES,
  object: String(ID),
  amount: money(45_010),
  method: 'bank_transfer',
  fee: 1_010,
  at: '2026-03-02T11:42:07.000Z',
};

const VERIFY = `/transactions/${ID}/verify`;
const LIST = `/transactions?tx_ref=${reference}`;
const BY_REFERENCE = `/transactions/verify_by_reference?tx_ref=${reference}`;

const refund = (id: number, status: string, amount_refunded: unknown, more: object = {}) => ({
  id,
  account_id: 73_362,
  tx_id: ID,
  flw_ref: FLW_REF,
  amount_refunded,
  status,
  destination: 'payment_source',
  created_at: '2026-03-03T09:18:37.366Z',
  ...more,
});

const REFUNDS = [
  refund(1, 'completed', 100),
  refund(2, 'completed-bank-transfer', '50.10'),
  refund(3, 'failed', 20),
  refund(4, 'pending', 20),
  refund(5, 'new', 20),
  refund(6, 'completed', 20, { tx_id: 1 }),
];

const moved = (kind: string, object: string, minor: number) => ({
  kind,
  ...NAMES,
  object,
  amount: money(minor),
  at: '2026-03-03T09:18:37.366Z',
});

const REFUNDED = [moved('refund', '1', 10_000), moved('refund', '2', 5_010), moved('refund_failed', '3', 2_000)];

const chargeback = (id: number, status: string, more: object = {}) => ({
  id,
  amount: 450.1,
  flw_ref: FLW_REF,
  status,
  stage: 'new',
  created_at: '2026-03-03T09:18:37.366Z',
  ...more,
});

const CHARGEBACKS = [
  chargeback(1, 'initiated'),
  chargeback(2, 'lost', { tx_id: ID }),
  chargeback(3, 'won'),
  chargeback(4, 'accepted'),
  chargeback(5, 'declined'),
  chargeback(6, 'lost', { flw_ref: 'another' }),
];

const DISPUTED = [
  moved('dispute', '1', 45_010),
  moved('dispute', '2', 45_010),
  moved('dispute_lost', '2', 45_010),
  moved('dispute', '3', 45_010),
  moved('dispute_won', '3', 45_010),
  moved('dispute', '4', 45_010),
  moved('dispute_lost', '4', 45_010),
  moved('dispute', '5', 45_010),
];

const second = { id: 2, amount: 50, charged_amount: 50, amount_settled: 49 };
const SECOND = { ...PAYMENT, transaction: '2', object: '2', amount: money(5_000), fee: 100 };

export const FINDS: FindScenario[] = [
  {
    name: 'a payment without the fee that was put on top of it',
    lookup: { transaction: String(ID) },
    answers: {
      [VERIFY]: yes(transaction({ charged_amount: 456.2, amount_settled: 450.1, payment_type: 'mobilemoneygh' })),
    },
    movements: [{ ...PAYMENT, surcharge: 610, fee: 0, method: 'mobile_money' }],
    progress: 'ended',
  },
  {
    name: 'every successful try under one reference, each once',
    lookup: { reference },
    answers: {
      [LIST]: yes([
        transaction({ id: 1, status: 'failed' }),
        transaction(),
        transaction(),
        transaction(second),
        transaction({ id: 3, tx_ref: 'another' }),
      ]),
      [VERIFY]: yes(transaction()),
      '/transactions/2/verify': yes(transaction(second)),
    },
    movements: [PAYMENT, SECOND],
    progress: 'ended',
  },
  {
    name: 'no payment under a reference while its tries have failed, since the page allows another',
    lookup: { reference },
    answers: { [LIST]: yes([transaction({ status: 'failed' })]) },
    movements: [],
    progress: 'open',
  },
  {
    name: 'a try that is under way',
    lookup: { reference },
    answers: { [LIST]: yes([transaction({ status: 'pending' })]) },
    movements: [],
    progress: 'pending',
  },
  {
    name: 'a payment by its reference alone where the list does not show it',
    lookup: { reference },
    answers: { [LIST]: yes([]), [BY_REFERENCE]: yes(transaction()), [VERIFY]: yes(transaction()) },
    movements: [PAYMENT],
    progress: 'ended',
  },
  {
    name: "the merchant's own transaction, by its reference as it is",
    lookup: { reference: 'order 7/a&b' },
    answers: {
      '/transactions?tx_ref=order%207%2Fa%26b': yes([transaction({ tx_ref: 'order 7/a&b' })]),
      [VERIFY]: yes(transaction({ tx_ref: 'order 7/a&b' })),
    },
    movements: [{ ...PAYMENT, references: ['order 7/a&b'] }],
    progress: 'ended',
  },
  {
    name: 'a payment and its refunds that are done or came back',
    lookup: { transaction: String(ID), about: 'refunds' },
    answers: { [VERIFY]: yes(transaction()), [`/refunds?flw_ref=${FLW_REF}`]: yes(REFUNDS) },
    movements: [PAYMENT, ...REFUNDED],
    progress: 'ended',
  },
  {
    name: 'a payment and its chargebacks',
    lookup: { transaction: String(ID), about: 'disputes' },
    answers: { [VERIFY]: yes(transaction()), [`/chargebacks?flw_ref=${FLW_REF}`]: yes(CHARGEBACKS) },
    movements: [PAYMENT, ...DISPUTED],
    progress: 'ended',
  },
];

const WHEN = { from: '2026-03-02T10:00:00.000Z', to: '2026-03-04T10:00:00.000Z' };
const DAYS = 'from=2026-03-02&to=2026-03-04';
const pages = (current_page: number, total_pages: number) => ({ page_info: { total: 11, current_page, total_pages } });

export const LISTS: ListScenario[] = [
  {
    page: { what: 'payments', ...WHEN },
    answers: {
      [`/transactions?${DAYS}&page=1&status=successful`]: yes([transaction(), transaction(second)], pages(1, 2)),
    },
    movements: [PAYMENT, SECOND],
    next: '2',
  },
  {
    page: { what: 'payments', ...WHEN, next: '2' },
    answers: {
      [`/transactions?${DAYS}&page=2&status=successful`]: yes([transaction({ status: 'failed' })], pages(2, 2)),
    },
    movements: [],
  },
  {
    page: { what: 'refunds', ...WHEN },
    answers: {
      [`/refunds?${DAYS}&page=1`]: yes(REFUNDS.slice(0, 5), pages(1, 1)),
      [VERIFY]: yes(transaction()),
    },
    movements: [PAYMENT, ...REFUNDED],
  },
  {
    page: { what: 'disputes', ...WHEN },
    answers: {
      [`/chargebacks?${DAYS}&page=1`]: yes([chargeback(2, 'lost', { transaction_id: ID }), chargeback(7, 'lost')]),
      [VERIFY]: yes(transaction()),
    },
    movements: [PAYMENT, moved('dispute', '2', 45_010), moved('dispute_lost', '2', 45_010)],
  },
];

const DISABLE = '/payments/link/disable';
const session = { method: 'checkout', reference, key: LINK } as const;
const no = (message: string) => ({ status: 400, body: { status: 'error', message, data: null } });

export const CLOSINGS: CloseScenario[] = [
  {
    name: 'a page by its address',
    session,
    replies: { [DISABLE]: { status: 200, body: yes(null) } },
    requests: [DISABLE],
    result: 'closed',
  },
  {
    name: 'a page that is inactive already',
    session: { ...session, method: 'card' },
    replies: { [DISABLE]: no('Payment link is inactive') },
    requests: [DISABLE],
    result: 'closed',
  },
  {
    name: 'no page when Flutterwave refuses for another reason',
    session,
    replies: { [DISABLE]: no('link is required') },
    requests: [DISABLE],
    result: 'refused',
  },
  {
    name: 'no page without its address',
    session: { method: 'card', reference },
    replies: {},
    requests: [],
    result: 'unclosable',
  },
  ...(['virtual_account', 'bank_transfer', 'mobile_money'] as const).map((method) => ({
    name: `no ${method}`,
    session: { method, reference },
    replies: {},
    requests: [],
    result: 'unclosable',
  })),
];

const completed = (data: object, lookup: Lookup): [object, Lookup] => [
  {
    event: 'charge.completed',
    data: { flw_ref: FLW_REF, amount: 450.1, currency: 'NGN', status: 'successful', ...data },
  },
  lookup,
];

export const EVENTS: [object, Lookup][] = [
  completed({ id: ID, tx_ref: reference }, { reference, transaction: String(ID) }),
  completed({ id: ID, tx_ref: reference, status: 'failed' }, { reference, transaction: String(ID) }),
  completed({ id: ID, tx_ref: 'shop-1' }, { reference: 'shop-1', transaction: String(ID) }),
  completed({ tx_ref: reference }, { reference }),
];
