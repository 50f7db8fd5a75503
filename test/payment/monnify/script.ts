/** The requests and answers of Monnify. */
import { createHmac } from 'node:crypto';
import { adapter as monnify } from '#lib/payment/monnify/adapter.ts';
import { forgetTokens } from '#lib/payment/monnify/api.ts';
import type { Lookup } from '#lib/payment/port.ts';
import { anOrder, referenceOf } from '#test/payment/conformance/an-order.ts';
import type { Opening, ProviderScript } from '#test/payment/conformance/provider-script.ts';
import type { Received } from '#test/payment/stub-provider.ts';
import { CLOSINGS, LISTS } from './lists.ts';
import { FINDS, invoice, PAYMENT, READ, show, TRANSACTION, yes } from './movements.ts';

const event = (eventType: string, eventData: object, lookup: Lookup): [object, Lookup] => [
  { eventType, eventData },
  lookup,
];
const of = { transactionReference: TRANSACTION };
const transfer = referenceOf('bank_transfer');

const EVENTS: [object, Lookup][] = [
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: 'shop-1', product: { type: 'WEB_SDK', reference: 'other' }, amountPaid: 450.1 },
    { transaction: TRANSACTION, reference: 'shop-1' },
  ),
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: TRANSACTION, product: { type: 'INVOICE', reference: 'inv-1' } },
    { transaction: TRANSACTION, reference: 'inv-1' },
  ),
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: TRANSACTION, product: { type: 'ANYTHING', reference: transfer } },
    { transaction: TRANSACTION, reference: transfer },
  ),
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: transfer, product: { type: 'INVOICE', reference: 'x' } },
    { transaction: TRANSACTION, reference: transfer },
  ),
  event('SUCCESSFUL_TRANSACTION', { ...of, paymentReference: 42 }, { transaction: TRANSACTION }),
  event(
    'REJECTED_PAYMENT',
    {
      ...of,
      paymentReference: transfer,
      amount: 450.1,
      created_on: '2026-03-02 12:40:00',
      paymentSourceInformation: { amountPaid: 100 },
      paymentRejectionInformation: { rejectionReason: 'UNDER_PAYMENT', expectedAmount: 450.1 },
    },
    { transaction: TRANSACTION, reference: transfer, about: 'rejection', sent: '100' },
  ),
  event(
    'REJECTED_PAYMENT',
    { ...of, paymentReference: transfer, paymentSourceInformation: [{ amountPaid: '100.50' }] },
    { transaction: TRANSACTION, reference: transfer, about: 'rejection', sent: '100.50' },
  ),
  event(
    'REJECTED_PAYMENT',
    { ...of, paymentReference: transfer },
    { transaction: TRANSACTION, reference: transfer, about: 'rejection' },
  ),
  ...['SUCCESSFUL_REFUND', 'FAILED_REFUND'].map((type) =>
    event(
      type,
      { ...of, refundReference: 'ref-1', refundAmount: 100, refundStatus: 'COMPLETED' },
      { transaction: TRANSACTION, about: 'refunds', object: 'ref-1' },
    ),
  ),
];

const CREDENTIALS = { apiKey: 'MK_TEST_0A1B2C3D4E', secretKey: '0A1B2C3D4E5F6G7H', contractCode: '4934121693' };
const RETURN = 'https://collections.example/pay/token?returned=1';
const headers = { authorization: 'Bearer a-token', 'content-type': 'application/json' };

const LOGIN = {
  method: 'POST',
  path: '/api/v1/auth/login',
  headers: { authorization: `Basic ${Buffer.from('MK_TEST_0A1B2C3D4E:0A1B2C3D4E5F6G7H').toString('base64')}` },
};

const no = (status: number, responseMessage: string) => ({
  status,
  body: { requestSuccessful: false, responseMessage, responseCode: '99' },
});

const common = {
  amount: 450.1,
  currencyCode: 'NGN',
  contractCode: '4934121693',
  customerName: 'Ada Obi',
  customerEmail: 'ada@example.com',
  redirectUrl: RETURN,
  metaData: { asked: '450.10' },
};

function invoiced(method: 'checkout' | 'card' | 'virtual_account', paymentMethods: string[], option: object): Opening {
  const fields = {
    ...common,
    description: 'Spring term',
    invoiceReference: referenceOf(method),
    expiryDate: '2026-03-09 11:00:00',
    paymentMethods,
  };
  return {
    method,
    order: anOrder(method),
    requests: [LOGIN, { method: 'POST', path: '/api/v1/invoice/create', fields, headers }],
    option: { expiresAt: '2026-03-09T10:00:00.000Z', ...option },
  };
}

const PAGE = { link: `https://sandbox.sdk.monnify.com/checkout/${TRANSACTION}` };
const ACCOUNT = { bankName: 'Wema bank', accountNumber: '3000101903', accountName: 'Bri' };

const TRANSFER: Opening = {
  method: 'bank_transfer',
  order: anOrder('bank_transfer'),
  requests: [
    LOGIN,
    {
      method: 'POST',
      path: '/api/v1/merchant/transactions/init-transaction',
      fields: {
        ...common,
        paymentReference: referenceOf('bank_transfer'),
        paymentDescription: 'Spring term',
        paymentMethods: ['ACCOUNT_TRANSFER'],
      },
      headers,
    },
    {
      method: 'POST',
      path: '/api/v1/merchant/bank-transfer/init-payment',
      fields: { transactionReference: TRANSACTION },
      headers,
    },
  ],
  option: { ...ACCOUNT, expiresAt: '2026-03-02T10:40:00.000Z' },
  key: TRANSACTION,
};

function answer({ path, fields }: Received): unknown {
  if (path === LOGIN.path) return yes({ accessToken: 'a-token', expiresIn: 3567 });
  if (path === '/api/v1/invoice/create') return yes(invoice(fields['invoiceReference']));
  if (path.endsWith('/init-transaction')) {
    return yes({
      transactionReference: TRANSACTION,
      paymentReference: fields['paymentReference'],
      merchantName: 'Bright School',
      apiKey: 'MK_TEST_0A1B2C3D4E',
      enabledPaymentMethod: ['ACCOUNT_TRANSFER'],
      checkoutUrl: PAGE.link,
    });
  }
  if (path.endsWith('/init-payment')) {
    return yes({
      ...ACCOUNT,
      bankCode: '035',
      accountDurationSeconds: 2400,
      ussdPayment: '*894*000*450+3000101903#',
      requestTime: '2026-03-02T11:00:00',
      transactionReference: TRANSACTION,
      amount: 450.1,
      fee: 0,
      totalPayable: 450.1,
    });
  }
  if (path.endsWith('/details')) {
    const reference = decodeURIComponent(path.split('/')[4] ?? '');
    return yes(invoice(reference, { invoiceStatus: 'PAID', transactionReference: TRANSACTION }));
  }
  return undefined;
}

const reference = referenceOf('virtual_account');

export const script: ProviderScript = {
  name: 'monnify',
  adapter: monnify,
  needsNames: true,
  credentials: CREDENTIALS,
  answer,
  forget: forgetTokens,
  isPreliminary: ({ path }) => path === LOGIN.path,
  openings: [
    invoiced('checkout', ['CARD', 'ACCOUNT_TRANSFER', 'USSD'], PAGE),
    invoiced('card', ['CARD'], PAGE),
    invoiced('virtual_account', ['ACCOUNT_TRANSFER'], ACCOUNT),
    TRANSFER,
  ],
  unsupported: ['mobile_money'],
  replies: {
    declined: no(422, 'Amount must be greater than 20.'),
    duplicate: no(422, 'Invoice with this reference already exists.'),
    unauthorized: no(401, 'Invalid API key or secret key'),
    unknown: no(404, "There's no transaction matching supplied transaction reference"),
  },
  declined: 'refused',
  find: {
    lookup: { reference, transaction: TRANSACTION },
    path: READ,
    show,
    paid: { reference, status: 'PAID', amount: '450.10', currency: 'NGN', id: TRANSACTION },
    payment: PAYMENT,
    statuses: {
      PAID: [['payment'], 'ended'],
      OVERPAID: [['payment'], 'ended'],
      PARTIALLY_PAID: [['payment'], 'open'],
      REVERSED: [['payment', 'reversal'], 'ended'],
      REFUNDED: [['payment', 'reversal'], 'ended'],
      UNDERPAID: [[], 'open'],
      PENDING: [[], 'open'],
      FAILED: [[], 'open'],
      ABANDONED: [[], 'ended'],
      CANCELLED: [[], 'ended'],
      EXPIRED: [[], 'ended'],
    },
    other: { amount: 12.34, currency: 'USD', minor: 1_234 },
    impossible: ['450.105', 450.105, '0.00', -5, '45,010', null, '', 1e21],
  },
  finds: FINDS,
  lists: LISTS,
  closings: CLOSINGS,
  check: { path: LOGIN.path },
  modes: [
    [{ apiKey: 'MK_TEST_1', secretKey: 'x' }, 'test'],
    [{ apiKey: 'MK_PROD_1', secretKey: 'x' }, 'live'],
    [{ apiKey: 'MK_1', secretKey: 'x' }, undefined],
  ],
  webhook: {
    secret: 'secretKey',
    sign: (body, secret) => ({ 'monnify-signature': createHmac('sha512', secret).update(body).digest('hex') }),
    paid: {
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        product: { reference, type: 'INVOICE' },
        transactionReference: TRANSACTION,
        paymentReference: TRANSACTION,
        amountPaid: 450.1,
        paymentStatus: 'PAID',
      },
    },
    lookup: { reference, transaction: TRANSACTION },
    events: EVENTS,
    others: [
      { eventType: 'SUCCESSFUL_TRANSACTION', eventData: { paymentReference: reference } },
      { eventType: 'SUCCESSFUL_TRANSACTION' },
      { eventType: 'SUCCESSFUL_DISBURSEMENT', eventData: { transactionReference: TRANSACTION } },
      { eventType: 42, eventData: { transactionReference: TRANSACTION } },
    ],
  },
};
