/** Monnify's answers about transactions and what came back of them. */

import { referenceOf } from '#test/payment/conformance/an-order.ts';
import type { AtProvider, FindScenario } from '#test/payment/conformance/provider-script.ts';

export const TRANSACTION = 'MNFY|63|20260302110107|004057';
export const READ = `/api/v2/transactions/${encodeURIComponent(TRANSACTION)}`;

export const reference = referenceOf('virtual_account');

export const yes = (responseBody: unknown) => ({
  requestSuccessful: true,
  responseMessage: 'success',
  responseCode: '0',
  responseBody,
});

export const invoice = (reference: unknown, more: object = {}) => ({
  amount: 450.1,
  invoiceReference: reference,
  invoiceStatus: 'PENDING',
  description: 'Spring term',
  contractCode: '4934121693',
  customerEmail: 'ada@example.com',
  customerName: 'Ada Obi',
  expiryDate: '2026-03-09 11:00:00',
  createdBy: 'MK_TEST_0A1B2C3D4E',
  createdOn: '2026-03-02 11:00:00',
  checkoutUrl: `https://sandbox.sdk.monnify.com/checkout/${TRANSACTION}`,
  accountNumber: '3000101903',
  accountName: 'Bri',
  bankName: 'Wema bank',
  bankCode: '035',
  ...more,
});

export const transaction = (more: object = {}) => ({
  transactionReference: TRANSACTION,
  paymentReference: TRANSACTION,
  amountPaid: '450.10',
  totalPayable: '450.10',
  settlementAmount: '440.00',
  paidOn: '02/03/2026 12:42:07 PM',
  paymentStatus: 'PAID',
  paymentDescription: 'Spring term',
  currency: 'NGN',
  paymentMethod: 'ACCOUNT_TRANSFER',
  product: { type: 'INVOICE', reference },
  metaData: { asked: '450.10' },
  cardDetails: null,
  ...more,
});

export const show = ({ reference: name, status, amount, currency, id }: AtProvider) =>
  yes(
    transaction({
      transactionReference: id,
      paymentStatus: status,
      amountPaid: amount,
      currency,
      product: { type: 'INVOICE', reference: name },
    }),
  );

const NAMES = { transaction: TRANSACTION, references: [TRANSACTION, reference] };
const money = (minor: number) => ({ minor, currency: 'NGN' });

export const PAYMENT = {
  kind: 'payment' as const,
  ...NAMES,
  object: TRANSACTION,
  amount: money(45_010),
  method: 'bank_transfer',
  fee: 1_010,
  at: '2026-03-02T11:42:07.000Z',
};

const { fee: _, ...WITHOUT_FEE } = PAYMENT;

const refund = (refundReference: string, refundStatus: string, refundAmount: unknown, more: object = {}) => ({
  refundReference,
  transactionReference: TRANSACTION,
  refundAmount,
  refundStatus,
  refundReason: 'Twice',
  createdOn: '03/03/2026 08:00:00 AM',
  completedOn: '03/03/2026 09:00:00 AM',
  ...more,
});

export const REVERSAL = { kind: 'reversal', ...NAMES, object: TRANSACTION, amount: money(45_010), at: PAYMENT.at };

export const REFUNDS = [
  refund('ref-1', 'COMPLETED', 100),
  refund('ref-2', 'FAILED', '50.10', { completedOn: null }),
  refund('ref-3', 'PENDING', 10),
  refund('ref-4', 'COMPLETED', 10, { transactionReference: 'MNFY|1' }),
];

export const REFUNDED = [
  { kind: 'refund', ...NAMES, object: 'ref-1', amount: money(10_000), at: '2026-03-03T08:00:00.000Z' },
  { kind: 'refund_failed', ...NAMES, object: 'ref-2', amount: money(5_010), at: '2026-03-03T07:00:00.000Z' },
  { kind: 'refund_pending', ...NAMES, object: 'ref-3', amount: money(1_000), at: '2026-03-03T07:00:00.000Z' },
];

export const DETAILS = `/api/v1/invoice/${reference}/details`;
const queryFor = (name: string) => `/api/v2/merchant/transactions/query?paymentReference=${encodeURIComponent(name)}`;
const merchants = { paymentReference: 'shop 1/7', product: { type: 'WEB_SDK', reference: 'shop 1/7' }, metaData: {} };
const MERCHANTS = { ...PAYMENT, references: ['shop 1/7', TRANSACTION] };
const withFee = { totalPayable: '460.60', settlementAmount: '450.10' };

export const FINDS: FindScenario[] = [
  {
    name: 'a payment without the fee that was put on top of it',
    lookup: { transaction: TRANSACTION },
    answers: { [READ]: yes(transaction({ ...withFee, amountPaid: '460.60' })) },
    movements: [{ ...PAYMENT, surcharge: 1_050, fee: 0 }],
    progress: 'ended',
  },
  {
    name: 'the total of a payment of which a part has come',
    lookup: { reference, key: TRANSACTION },
    answers: {
      [READ]: yes(transaction({ paymentStatus: 'PARTIALLY_PAID', amountPaid: '100.00', settlementAmount: '99.00' })),
    },
    movements: [{ ...PAYMENT, amount: money(10_000), fee: 100 }],
    progress: 'open',
  },
  {
    name: 'nothing while no more than the fee on top has come',
    lookup: { reference, key: TRANSACTION },
    answers: { [READ]: yes(transaction({ ...withFee, paymentStatus: 'PARTIALLY_PAID', amountPaid: '10.50' })) },
    movements: [],
    progress: 'open',
  },
  {
    name: 'the least that came above the fee on top',
    lookup: { reference, key: TRANSACTION },
    answers: {
      [READ]: yes(
        transaction({ ...withFee, paymentStatus: 'PARTIALLY_PAID', amountPaid: '10.51', settlementAmount: null }),
      ),
    },
    movements: [{ ...WITHOUT_FEE, amount: money(1), surcharge: 1_050 }],
    progress: 'open',
  },
  {
    name: 'all of a payment for which less is to be paid than was asked',
    lookup: { transaction: TRANSACTION },
    answers: { [READ]: yes(transaction({ totalPayable: '440.00', settlementAmount: null })) },
    movements: [WITHOUT_FEE],
    progress: 'ended',
  },
  {
    name: 'all of a payment that is too high',
    lookup: { reference, key: TRANSACTION },
    answers: { [READ]: yes(transaction({ paymentStatus: 'OVERPAID', amountPaid: 500, settlementAmount: null })) },
    movements: [{ ...WITHOUT_FEE, amount: money(50_000) }],
    progress: 'ended',
  },
  {
    name: 'a payment of our invoice, which names its transaction',
    lookup: { reference },
    answers: {
      [DETAILS]: yes(invoice(reference, { invoiceStatus: 'PAID', transactionReference: TRANSACTION })),
      [READ]: yes(transaction()),
    },
    movements: [PAYMENT],
    progress: 'ended',
  },
  {
    name: 'part of the payment of our invoice, which is still open',
    lookup: { reference },
    answers: {
      [DETAILS]: yes(invoice(reference)),
      [READ]: yes(transaction({ paymentStatus: 'PARTIALLY_PAID', amountPaid: '100.00', settlementAmount: '99.00' })),
    },
    movements: [{ ...PAYMENT, amount: money(10_000), fee: 100 }],
    progress: 'open',
  },
  {
    name: 'a payment of our invoice by the transaction that it names, whatever its page',
    lookup: { reference },
    answers: {
      [DETAILS]: yes(
        invoice(reference, {
          invoiceStatus: 'PAID',
          transactionReference: TRANSACTION,
          checkoutUrl: 'https://sdk.monnify.com/checkout/MNFY|1',
        }),
      ),
      [READ]: yes(transaction()),
    },
    movements: [PAYMENT],
    progress: 'ended',
  },
  {
    name: 'no refunds of a transaction that nobody has paid',
    lookup: { transaction: TRANSACTION, about: 'refunds', object: 'ref-1' },
    answers: { [READ]: yes(transaction({ paymentStatus: 'PENDING', paidOn: null })) },
    movements: [],
    progress: 'open',
  },
  {
    name: 'that our invoice has expired unpaid',
    lookup: { reference },
    answers: {
      [DETAILS]: yes(invoice(reference, { invoiceStatus: 'EXPIRED' })),
      [READ]: yes(transaction({ paymentStatus: 'PENDING', amountPaid: '0.00', paidOn: null })),
    },
    movements: [],
    progress: 'ended',
  },
  {
    name: 'that our invoice was cancelled and names no transaction',
    lookup: { reference },
    answers: {
      [DETAILS]: yes(invoice(reference, { invoiceStatus: 'CANCELLED', checkoutUrl: 'https://x.monnify.com/1' })),
    },
    movements: [],
    progress: 'ended',
  },
  {
    name: "the merchant's own transaction, by its reference as it is",
    lookup: { reference: 'shop 1/7' },
    answers: { [queryFor('shop 1/7')]: yes(transaction(merchants)) },
    movements: [MERCHANTS],
    progress: 'ended',
  },
  {
    name: "the merchant's own transaction, by Monnify's reference",
    lookup: { reference: TRANSACTION },
    answers: { [READ]: yes(transaction({ ...merchants, metaData: { asked: '1.00' } })) },
    movements: [MERCHANTS],
    progress: 'ended',
  },
  {
    name: 'a payment and the refund that a webhook named',
    lookup: { transaction: TRANSACTION, about: 'refunds', object: 'ref-1' },
    answers: { [READ]: yes(transaction()), '/api/v1/refunds/ref-1': yes(REFUNDS[0]) },
    movements: [PAYMENT, ...REFUNDED.slice(0, 1)],
    progress: 'ended',
  },
  {
    name: 'a reversed payment and its refunds',
    lookup: { transaction: TRANSACTION, about: 'refunds' },
    answers: {
      [READ]: yes(transaction({ paymentStatus: 'REFUNDED' })),
      '/api/v1/refunds?page=0&size=100': yes({ content: REFUNDS }),
    },
    movements: [PAYMENT, REVERSAL, ...REFUNDED],
    progress: 'ended',
  },
  {
    name: 'nothing of a transaction that was reversed before it was paid',
    lookup: { transaction: TRANSACTION },
    answers: { [READ]: yes(transaction({ paymentStatus: 'REVERSED', paidOn: null })) },
    movements: [],
    progress: 'ended',
  },
  ...[
    { given: { paidOn: '02/03/2026 12:42:07 PM' }, at: '2026-03-02T11:42:07.000Z' },
    { given: { paidOn: null, createdOn: '2026-03-02 12:40:00' }, at: '2026-03-02T11:40:00.000Z' },
    { given: { paidOn: null }, at: '2026-03-02T10:01:07.000Z' },
  ].map(
    ({ given, at }): FindScenario => ({
      name: `a refused transfer with the times ${JSON.stringify(given)}`,
      lookup: { transaction: TRANSACTION, reference, about: 'rejection' },
      answers: { [READ]: yes(transaction({ paymentStatus: 'FAILED', amountPaid: '0.00', ...given })) },
      movements: [{ kind: 'rejected', ...NAMES, object: TRANSACTION, amount: money(45_010), at }],
      progress: 'open',
    }),
  ),
];
