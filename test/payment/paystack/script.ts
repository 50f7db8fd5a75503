/** The requests and answers of Paystack. */
import { createHmac } from 'node:crypto';
import { adapter as paystack } from '#lib/payment/paystack/adapter.ts';
import { anOrder, inCurrency, referenceOf } from '#test/payment/conformance/an-order.ts';
import type { Opening, ProviderScript } from '#test/payment/conformance/provider-script.ts';
import type { Received } from '#test/payment/stub-provider.ts';
import { EVENTS } from './events.ts';
import { LISTS } from './lists.ts';
import { FINDS, PAYMENT, show } from './movements.ts';

const SECRET = 'sk_test_0a1b2c3d4e5f';
const RETURN = 'https://collections.example/pay/token?returned=1';
const CANCEL = 'https://collections.example/pay/token?cancelled=1';
const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
const no = (status: number, message: string, more: object = {}) => ({
  status,
  body: { status: false, message, ...more },
});

const wanted = (method: Opening['method'], amount = 45_010, currency = 'NGN') => ({
  email: 'ada@example.com',
  amount,
  currency,
  reference: referenceOf(method),
});

function page(method: 'checkout' | 'card', more: object): Opening {
  const fields = { ...wanted(method), callback_url: RETURN, metadata: { cancel_action: CANCEL }, ...more };
  return {
    method,
    order: anOrder(method),
    requests: [{ method: 'POST', path: '/transaction/initialize', fields, headers }],
    option: { link: 'https://checkout.paystack.com/0peioxfhpn', expiresAt: '2026-03-09T10:00:00.000Z' },
  };
}

function account(method: 'virtual_account' | 'bank_transfer'): Opening {
  const fields = { ...wanted(method), bank_transfer: { account_expires_at: '2026-03-09T10:00:00.000Z' } };
  return {
    method,
    order: anOrder(method),
    requests: [{ method: 'POST', path: '/charge', fields, headers }],
    option: {
      bankName: 'Test Bank',
      accountNumber: '1231084927',
      accountName: 'PAYSTACK CHECKOUT',
      expiresAt: '2026-03-02T10:25:55.000Z',
    },
  };
}

function wallet(currency: string, phone: string, money: object, option: object): Opening {
  const order = anOrder('mobile_money', inCurrency(currency, 1_250, phone));
  const fields = { ...wanted('mobile_money', 1_250, currency), mobile_money: money };
  return {
    method: 'mobile_money',
    order,
    requests: [{ method: 'POST', path: '/charge', fields, headers }],
    option: { phone, expiresAt: '2026-03-02T10:15:00.000Z', ...option },
  };
}

const GHANA = wallet(
  'GHS',
  '+233551234987',
  { phone: '0551234987', provider: 'mtn' },
  { provider: 'MTN', instructions: 'Please complete authorization process on your mobile phone' },
);
const KENYA = wallet(
  'KES',
  '+254712345678',
  { phone: '254712345678', provider: 'mpesa_offline' },
  {
    provider: 'M-Pesa',
    instructions:
      'Please complete authorization process on your mobile phone. Till or paybill number: 4084333, account: 1234567.',
  },
);

function answer({ path, fields }: Received): unknown {
  const yes = (message: string, data: object) => ({ status: true, message, data });
  const { reference, amount, currency } = fields;
  if (path === '/transaction/initialize') {
    const authorization_url = 'https://checkout.paystack.com/0peioxfhpn';
    return yes('Authorization URL created', { authorization_url, access_code: '0peioxfhpn', reference });
  }
  if (path !== '/charge') return undefined;
  if ('bank_transfer' in fields) {
    return yes('Charge attempted', {
      reference,
      amount,
      status: 'pending_bank_transfer',
      display_text: 'Please make a transfer to the account specified',
      account_name: 'PAYSTACK CHECKOUT',
      account_number: '1231084927',
      bank: { slug: 'test-bank', name: 'Test Bank', id: 24 },
      account_expires_at: '2026-03-02T10:25:55.000Z',
    });
  }
  const charge =
    currency === 'GHS'
      ? { status: 'pay_offline', display_text: 'Please complete authorization process on your mobile phone' }
      : {
          status: 'pay_offline',
          display_text: 'Please complete authorization process on your mobile phone',
          account_number: '4084333',
          account_reference: 1_234_567,
        };
  return yes('Charge attempted', { reference, ...charge });
}

const reference = referenceOf('card');

export const script: ProviderScript = {
  name: 'paystack',
  adapter: paystack,
  takesCodes: true,
  credentials: { secretKey: SECRET },
  answer,
  openings: [
    page('checkout', {}),
    page('card', { channels: ['card'] }),
    account('virtual_account'),
    account('bank_transfer'),
    GHANA,
    KENYA,
  ],
  unsupported: [],
  replies: {
    declined: no(400, 'Invalid Amount Sent', { code: 'invalid_params', type: 'validation_error' }),
    duplicate: no(400, 'Duplicate Transaction Reference', { code: 'duplicate_reference' }),
    unauthorized: no(401, 'Invalid key'),
    unknown: no(404, 'Transaction reference not found', { code: 'transaction_not_found' }),
  },
  declined: 'invalid_params',
  find: {
    lookup: { reference },
    path: `/transaction/verify/${reference}`,
    show,
    paid: { reference, status: 'success', amount: 45_010, currency: 'NGN', id: 4_099_260_516 },
    payment: PAYMENT,
    statuses: {
      success: [['payment'], 'ended'],
      reversed: [['payment', 'reversal'], 'ended'],
      'reversal pending': [['payment'], 'ended'],
      reversal_pending: [['payment'], 'ended'],
      'reversal-pending': [['payment'], 'ended'],
      failed: [[], 'open'],
      abandoned: [[], 'open'],
      ongoing: [[], 'open'],
      'something new': [[], 'open'],
      pending: [[], 'pending'],
      processing: [[], 'pending'],
      queued: [[], 'pending'],
    },
    other: { amount: 1_234, currency: 'USD', minor: 1_234 },
    impossible: [450.1, '450.10', 0, -5, '45,010', null, '', 1e21],
  },
  finds: FINDS,
  lists: LISTS,
  closings: [],
  check: { path: '/transaction?perPage=1', answer: { status: true, data: [] } },
  modes: [
    [{ secretKey: 'sk_test_1' }, 'test'],
    [{ secretKey: 'sk_live_1' }, 'live'],
    [{ secretKey: 'pk_test_1' }, undefined],
  ],
  webhook: {
    secret: 'secretKey',
    sign: (body, secret) => ({ 'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex') }),
    paid: { event: 'charge.success', data: { id: 4_099_260_516, reference, amount: 45_010, status: 'success' } },
    lookup: { reference },
    events: EVENTS,
    others: [
      { event: 'bank.transfer.rejected', data: { reference } },
      { event: 'charge.dispute.create', data: { reference } },
      { event: 'refund.processed', data: { reference } },
      { event: 'charge.success', data: { reference: 42 } },
      { event: 'charge.success', data: { reference: { $ne: null } } },
      { event: 'charge.success' },
      { event: 'transfer.success', data: { reference } },
      { event: 42, data: { reference } },
    ],
  },
};
