/** Paystack's answers about transactions and what came back of them. */

import { referenceOf } from '#test/payment/conformance/an-order.ts';
import type { AtProvider, FindScenario } from '#test/payment/conformance/provider-script.ts';

export const reference = referenceOf('card');
export const ID = 4_099_260_516;

export const yes = (data: unknown, meta?: object) => ({ status: true, message: 'Found', data, ...(meta && { meta }) });

export const transaction = (more: object = {}) => ({
  id: ID,
  domain: 'test',
  status: 'success',
  reference,
  amount: 45_010,
  currency: 'NGN',
  requested_amount: 45_010,
  paid_at: '2026-03-02T11:42:07.000Z',
  created_at: '2026-03-02T11:40:00.000Z',
  channel: 'card',
  fees: 300,
  customer: { email: 'ada@example.com' },
  ...more,
});

const UNPAID = ['failed', 'abandoned', 'ongoing', 'pending', 'processing', 'queued'];

export const show = ({ reference: name, status, amount, currency, id }: AtProvider) =>
  yes(
    transaction({
      id,
      status,
      reference: name,
      amount,
      currency,
      requested_amount: null,
      paid_at: UNPAID.includes(status) ? null : '2026-03-02T11:42:07.000Z',
    }),
  );

const NAMES = { transaction: String(ID), references: [reference] };
const MONEY = { minor: 45_010, currency: 'NGN' };

export const PAYMENT = {
  kind: 'payment' as const,
  ...NAMES,
  object: String(ID),
  amount: MONEY,
  method: 'card',
  fee: 300,
  at: '2026-03-02T11:42:07.000Z',
};

const VERIFY = `/transaction/verify/${reference}`;

const refund = (id: number, status: string, amount: unknown, more: object = {}) => ({
  id,
  transaction: ID,
  status,
  amount,
  currency: 'NGN',
  refunded_at: null,
  createdAt: '2026-03-03T08:00:00.000Z',
  updatedAt: '2026-03-03T09:00:00.000Z',
  ...more,
});

export const REFUNDS = [
  refund(7, 'processed', 10_000, { refunded_at: '2026-03-03T10:00:00.000Z' }),
  refund(8, 'processed', '5010'),
  refund(9, 'failed', 1_000, { transaction: { id: ID, reference } }),
  refund(10, 'pending', 1_000),
  refund(11, 'needs-attention', 1_000),
  refund(12, 'processed', 1_000, { transaction: 1 }),
];

const money = (minor: number) => ({ minor, currency: 'NGN' });
export const REFUNDED = [
  { kind: 'refund', ...NAMES, object: '7', amount: money(10_000), at: '2026-03-03T10:00:00.000Z' },
  { kind: 'refund', ...NAMES, object: '8', amount: money(5_010), at: '2026-03-03T09:00:00.000Z' },
  { kind: 'refund_failed', ...NAMES, object: '9', amount: money(1_000), at: '2026-03-03T09:00:00.000Z' },
  ...['10', '11'].map((object) => ({
    kind: 'refund_pending',
    ...NAMES,
    object,
    amount: money(1_000),
    at: '2026-03-03T08:00:00.000Z',
  })),
];

const dispute = (id: number, status: string, resolution: string | null, more: object = {}) => ({
  id,
  refund_amount: 45_010,
  currency: 'NGN',
  status,
  resolution,
  transaction: { id: ID, reference, amount: 45_010, currency: 'NGN' },
  createdAt: '2026-03-04T08:00:00.000Z',
  resolvedAt: status === 'resolved' ? '2026-03-05T08:00:00.000Z' : null,
  ...more,
});

export const disputed = (id: string) => ({
  kind: 'dispute',
  ...NAMES,
  object: id,
  amount: MONEY,
  at: '2026-03-04T08:00:00.000Z',
});
export const ended = (kind: string, id: string) => ({ ...disputed(id), kind, at: '2026-03-05T08:00:00.000Z' });

export const DISPUTES = [
  dispute(1, 'awaiting-merchant-feedback', null, { refund_amount: null, currency: null }),
  dispute(2, 'resolved', 'merchant-accepted'),
  dispute(3, 'resolved', 'declined'),
  dispute(4, 'resolved', 'auto-accepted'),
  dispute(6, 'pending', null, { refund_amount: 20_000, transaction: ID }),
  dispute(8, 'archived', null, { resolvedAt: '2026-03-05T08:00:00.000Z' }),
  dispute(9, 'archived', 'merchant-accepted', { resolvedAt: '2026-03-05T08:00:00.000Z' }),
  dispute(5, 'awaiting-bank-feedback', null, { transaction: { id: 1 } }),
];

const DISPUTED = [
  disputed('1'),
  disputed('2'),
  ended('dispute_lost', '2'),
  disputed('3'),
  ended('dispute_won', '3'),
  disputed('4'),
  ended('dispute_lost', '4'),
  { ...disputed('6'), amount: money(20_000) },
  disputed('8'),
  ended('dispute_won', '8'),
  disputed('9'),
  ended('dispute_lost', '9'),
];

export const merchants = 'PSK_txn 8a7/f34';

export const FINDS: FindScenario[] = [
  {
    name: 'a payment without the fee that was put on top of it',
    lookup: { reference },
    answers: {
      [VERIFY]: yes(transaction({ amount: 40_333, requested_amount: 30_050, fees: 10_283, channel: 'bank_transfer' })),
    },
    movements: [{ ...PAYMENT, amount: money(30_050), surcharge: 10_283, fee: 0, method: 'bank_transfer' }],
    progress: 'ended',
  },
  {
    name: "the merchant's own transaction, by its reference as it is",
    lookup: { reference: merchants },
    answers: { '/transaction/verify/PSK_txn%208a7%2Ff34': yes(transaction({ reference: merchants })) },
    movements: [{ ...PAYMENT, references: [merchants] }],
    progress: 'ended',
  },
  {
    name: 'a payment and its refunds that are done or came back',
    lookup: { reference, about: 'refunds' },
    answers: { [VERIFY]: yes(transaction()), [`/refund?transaction=${ID}&perPage=50`]: yes(REFUNDS) },
    movements: [PAYMENT, ...REFUNDED],
    progress: 'ended',
  },
  {
    name: 'a payment and its disputes',
    lookup: { reference, about: 'disputes', object: '2' },
    answers: { [VERIFY]: yes(transaction()), [`/dispute?transaction=${ID}&perPage=50`]: yes(DISPUTES) },
    movements: [PAYMENT, ...DISPUTED],
    progress: 'ended',
  },
  {
    name: 'a refund by its id, where the list has newer ones only',
    lookup: { transaction: String(ID), about: 'refunds', object: '70' },
    answers: {
      [`/transaction/${ID}`]: yes(transaction()),
      [`/refund?transaction=${ID}&perPage=50`]: yes(REFUNDS.slice(5)),
      '/refund/70': yes(refund(70, 'processed', 10_000, { refunded_at: '2026-03-03T10:00:00.000Z' })),
    },
    movements: [PAYMENT, { ...REFUNDED[0], object: '70' }],
    progress: 'ended',
  },
  {
    name: 'no dispute of another transaction',
    lookup: { transaction: String(ID), about: 'disputes', object: '50' },
    answers: {
      [`/transaction/${ID}`]: yes(transaction()),
      [`/dispute?transaction=${ID}&perPage=50`]: yes([]),
      '/dispute/50': yes(dispute(50, 'resolved', 'declined', { transaction: 1 })),
    },
    movements: [PAYMENT],
    progress: 'ended',
  },
  {
    name: 'a refused transfer, by the id of its transaction',
    lookup: { transaction: String(ID), about: 'rejection' },
    answers: { [`/transaction/${ID}`]: yes(transaction({ status: 'failed', paid_at: null })) },
    movements: [{ kind: 'rejected', ...NAMES, object: String(ID), amount: MONEY, at: '2026-03-02T11:40:00.000Z' }],
    progress: 'open',
  },
  ...[
    { sent: '30000', minor: 30_000 },
    { sent: 'none', minor: 45_010 },
  ].map(({ sent, minor }) => ({
    name: `a refused transfer of ${sent}, which only the webhook says`,
    lookup: { transaction: String(ID), about: 'rejection', sent } as const,
    answers: { [`/transaction/${ID}`]: yes(transaction({ status: 'failed', paid_at: null })) },
    movements: [
      { kind: 'rejected', ...NAMES, object: String(ID), amount: money(minor), at: '2026-03-02T11:40:00.000Z' },
    ],
    progress: 'open' as const,
  })),
  {
    name: 'a payment and its reversal',
    lookup: { reference },
    answers: { [VERIFY]: yes(transaction({ status: 'reversed', paid_at: null, paidAt: '2026-03-02T11:42:07.000Z' })) },
    movements: [PAYMENT, { kind: 'reversal', ...NAMES, object: String(ID), amount: MONEY, at: PAYMENT.at }],
    progress: 'ended',
  },
  {
    name: 'no more of a payment than came, where more was requested',
    lookup: { reference },
    answers: { [VERIFY]: yes(transaction({ requested_amount: 50_000 })) },
    movements: [PAYMENT],
    progress: 'ended',
  },
  {
    name: 'nothing of a transaction that was reversed before it was paid',
    lookup: { reference },
    answers: { [VERIFY]: yes(transaction({ status: 'reversed', paid_at: null })) },
    movements: [],
    progress: 'ended',
  },
  {
    name: 'nothing of a live payment with test keys',
    lookup: { reference },
    answers: { [VERIFY]: yes(transaction({ domain: 'live' })) },
    movements: [],
    progress: 'ended',
  },
];
