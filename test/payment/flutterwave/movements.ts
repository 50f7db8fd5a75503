/** Flutterwave's answers about transactions and what came back of them. */

import { referenceOf } from '#test/payment/conformance/an-order.ts';
import type { AtProvider, FindScenario } from '#test/payment/conformance/provider-script.ts';

export const LINK = 'https://checkout.flutterwave.com/v3/hosted/pay/abc';

export const reference = referenceOf('card');
export const ID = 4_975_363;
export const FLW_REF = '0537565244201710840859363';

export const yes = (data: unknown, meta?: object) => ({
  status: 'success',
  message: 'Fetched',
  ...(meta && { meta }),
  data,
});

export const transaction = (more: object = {}) => ({
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

export const VERIFY = `/transactions/${ID}/verify`;
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

export const REFUNDS = [
  refund(1, 'completed', 100),
  refund(2, 'completed-bank-transfer', '50.10'),
  refund(3, 'failed', 20),
  refund(4, 'pending', 20),
  refund(5, 'new', 20),
  refund(7, 'uncompleted', 20),
  refund(8, 'completedish', 20),
  refund(6, 'completed', 20, { tx_id: 1 }),
];

export const moved = (kind: string, object: string, minor: number) => ({
  kind,
  ...NAMES,
  object,
  amount: money(minor),
  at: '2026-03-03T09:18:37.366Z',
});

export const REFUNDED = [
  moved('refund', '1', 10_000),
  moved('refund', '2', 5_010),
  moved('refund_failed', '3', 2_000),
  ...['4', '5', '7', '8'].map((id) => moved('refund_pending', id, 45_010)),
];

export const chargeback = (id: number, status: string, more: object = {}) => ({
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

export const second = { id: 2, amount: 50, charged_amount: 50, amount_settled: 49 };
export const SECOND = { ...PAYMENT, transaction: '2', object: '2', amount: money(5_000), fee: 100 };

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
    name: 'a payment without a name for its refunds',
    lookup: { transaction: String(ID), about: 'refunds' },
    answers: { [VERIFY]: yes(transaction({ flw_ref: null })) },
    movements: [PAYMENT],
    progress: 'ended',
  },
  {
    name: 'no refunds of a try that failed',
    lookup: { transaction: String(ID), about: 'refunds' },
    answers: { [VERIFY]: yes(transaction({ status: 'failed' })) },
    movements: [],
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
