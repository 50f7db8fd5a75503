/** The requests and answers of Flutterwave v3. */
import { createHmac } from 'node:crypto';
import { adapter as flutterwave } from '#lib/payment/flutterwave/adapter.ts';
import { anOrder, inCurrency, referenceOf } from '#test/payment/conformance/an-order.ts';
import type { Opening, ProviderScript } from '#test/payment/conformance/provider-script.ts';
import type { Received } from '#test/payment/stub-provider.ts';
import { EVENTS } from './events.ts';
import { CLOSINGS, LISTS } from './lists.ts';
import { FINDS, LINK, PAYMENT, show } from './movements.ts';
import { charged, headers, RETURN, SECRET, WALLETS } from './wallets.ts';

const no = (status: number, message: string) => ({ status, body: { status: 'error', message, data: null } });

function page(method: 'checkout' | 'card', more: object): Opening {
  const { email, ...charge } = charged(method);
  const fields = {
    ...charge,
    redirect_url: RETURN,
    customer: { email },
    customizations: { title: 'Bright School', description: 'Spring term' },
    configurations: { session_duration: 1440, max_retry_attempt: 5 },
    ...more,
  };
  return {
    method,
    order: anOrder(method),
    requests: [{ method: 'POST', path: '/payments', fields, headers }],
    option: { link: LINK, expiresAt: '2026-03-03T10:00:00.000Z' },
    key: LINK,
  };
}

const VIRTUAL: Opening = {
  method: 'virtual_account',
  order: anOrder('virtual_account'),
  requests: [
    {
      method: 'POST',
      path: '/virtual-account-numbers',
      fields: { ...charged('virtual_account'), narration: 'Bright School' },
      headers,
    },
  ],
  option: {
    bankName: 'WEMA BANK',
    accountNumber: '7824822527',
    accountName: 'Bright School FLW',
    expiresAt: '2026-03-02T11:00:00.000Z',
  },
};

const TRANSFER: Opening = {
  method: 'bank_transfer',
  order: anOrder('bank_transfer'),
  requests: [
    {
      method: 'POST',
      path: '/charges?type=bank_transfer',
      fields: { ...charged('bank_transfer'), narration: 'Bright School', is_permanent: false, expires: 604_800 },
      headers,
    },
  ],
  option: {
    bankName: 'Mock Bank',
    accountNumber: '0067100155',
    accountName: 'Mock FLW-PBF',
    expiresAt: '2026-03-04T10:00:00.000Z',
  },
};

const DINARS: Opening = {
  ...page('card', { payment_options: 'card' }),
  order: anOrder('card', { ...inCurrency('KWD', 5_124), expiresAt: '2026-03-02T10:45:00.000Z' }),
  requests: [
    {
      method: 'POST',
      path: '/payments',
      fields: {
        tx_ref: referenceOf('card'),
        amount: 5.124,
        currency: 'KWD',
        redirect_url: RETURN,
        customer: { email: 'ada@example.com' },
        customizations: { title: 'Bright School', description: 'Spring term' },
        configurations: { session_duration: 45, max_retry_attempt: 5 },
        payment_options: 'card',
      },
    },
  ],
  option: { link: LINK, expiresAt: '2026-03-02T10:45:00.000Z' },
};

function answer({ path, fields }: Received): unknown {
  const yes = { status: 'success', message: 'Charge initiated' };
  if (path === '/payments') {
    return {
      status: 'success',
      message: 'Hosted Link',
      data: { link: LINK },
    };
  }
  if (path === '/virtual-account-numbers') {
    const data = {
      response_code: '02',
      response_message: 'Transaction in progress',
      flw_ref: 'FLW-da93010f630240a7978e893af92fed62',
      order_ref: 'URF_1613406439309_370935',
      account_number: '7824822527',
      frequency: 'N/A',
      bank_name: 'WEMA BANK',
      created_at: '2026-03-02 11:00:00',
      expiry_date: '2026-03-02 12:00:00',
      note: 'Please make a bank transfer to Bright School FLW',
      amount: '450.10',
    };
    return { status: 'success', message: 'Virtual account created', data };
  }
  if (path === '/charges?type=bank_transfer') {
    const authorization = {
      transfer_reference: 'FLW-MOCK-8',
      transfer_account: '0067100155',
      transfer_bank: 'Mock Bank',
      account_expiration: 1_772_618_400_000,
      transfer_note: 'Please make a bank transfer to Mock FLW-PBF',
      transfer_amount: '450.10',
      mode: 'banktransfer',
    };
    return { ...yes, meta: { authorization } };
  }
  if (!path.startsWith('/charges?type=')) return undefined;
  if (/ghana|uganda|rwanda|zambia/.test(path)) {
    const redirect = 'https://checkout.flutterwave.com/captcha/verify/83940';
    return { ...yes, meta: { authorization: { mode: 'redirect', redirect } } };
  }
  const data = { id: 4_193_428, tx_ref: fields['tx_ref'], status: 'pending', amount: fields['amount'] };
  return {
    ...yes,
    data,
    ...(path.includes('franco') && { meta: { authorization: { mode: 'callback', redirect_url: null } } }),
  };
}

const reference = referenceOf('card');

export const script: ProviderScript = {
  name: 'flutterwave',
  adapter: flutterwave,
  credentials: { secretKey: SECRET, secretHash: 'a hash of the dashboard' },
  answer,
  openings: [page('checkout', {}), page('card', { payment_options: 'card' }), DINARS, VIRTUAL, TRANSFER, ...WALLETS],
  unsupported: [],
  replies: {
    declined: no(400, 'amount is required'),
    duplicate: no(400, 'Duplicate Transaction Reference. Please use a unique reference'),
    unauthorized: no(401, 'Invalid authorization key'),
    unknown: no(400, 'No transaction was found for this id'),
  },
  declined: 'refused',
  find: {
    lookup: { reference, transaction: '4975363' },
    path: '/transactions/4975363/verify',
    show,
    paid: { reference, status: 'successful', amount: 450.1, currency: 'NGN', id: 4_975_363 },
    payment: PAYMENT,
    statuses: {
      successful: [['payment'], 'ended'],
      failed: [[], 'ended'],
      pending: [[], 'pending'],
    },
    other: { amount: '12.340', currency: 'KWD', minor: 12_340 },
    impossible: [450.105, '450.105', 0, -5, '45,010', null, '', 1e21],
  },
  finds: FINDS,
  lists: LISTS,
  closings: CLOSINGS,
  check: { path: '/transactions?page=1', answer: { status: 'success', data: [] } },
  modes: [
    [{ secretKey: 'FLWSECK_TEST-1-X' }, 'test'],
    [{ secretKey: 'FLWSECK-1-X' }, 'live'],
    [{ secretKey: 'FLWPUBK-1-X' }, undefined],
  ],
  webhook: {
    secret: 'secretHash',
    sign: (body, secret) => ({ 'flutterwave-signature': createHmac('sha256', secret).update(body).digest('base64') }),
    paid: {
      event: 'charge.completed',
      data: { id: 4_975_363, tx_ref: reference, amount: 450.1, status: 'successful' },
    },
    lookup: { reference, transaction: '4975363' },
    events: EVENTS,
    others: [
      { event: 'transfer.completed', data: { id: 1, tx_ref: reference, status: 'successful' } },
      { event: 'charge.completed', data: { id: 1, tx_ref: 42, status: 'successful' } },
      { event: 'charge.completed' },
    ],
  },
};
