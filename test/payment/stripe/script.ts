/** The requests and answers of Stripe. */
import { createHash, createHmac } from 'node:crypto';
import { adapter as stripe } from '#lib/payment/stripe/adapter.ts';
import { anOrder, inCurrency, referenceOf } from '#test/payment/conformance/an-order.ts';
import type { Opening, ProviderScript } from '#test/payment/conformance/provider-script.ts';
import type { Received } from '#test/payment/stub-provider.ts';
import { EVENTS } from './events.ts';
import { FINDS } from './finds.ts';
import { CLOSINGS, LISTS } from './lists.ts';
import { INTENT, PAYMENT, SESSION, show } from './movements.ts';

const SECRET = 'sk_test_0a1b2c3d4e5f';
const RETURN = 'https://collections.example/pay/token?returned=1';

const headersFor = (key: string) => ({
  authorization: `Bearer ${SECRET}`,
  'content-type': 'application/x-www-form-urlencoded',
  'idempotency-key': key,
  'stripe-version': '2024-06-20',
});

const no = (status: number, error: object) => ({ status, body: { error } });

type Page = { method: 'checkout' | 'card'; currency: string; minor: number; units: string; more?: object };

function page({ method, currency, minor, units, more = {} }: Page): Opening {
  const key = referenceOf(method);
  const fields = {
    mode: 'payment',
    client_reference_id: key,
    'payment_intent_data[metadata][reference]': key,
    customer_email: 'ada@example.com',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': units,
    'line_items[0][price_data][product_data][name]': 'Spring term',
    success_url: RETURN,
    cancel_url: 'https://collections.example/pay/token?cancelled=1',
    expires_at: String(Date.parse('2026-03-03T09:59:00.000Z') / 1000),
    ...more,
  };
  return {
    method,
    order: anOrder(method, inCurrency(currency, minor)),
    requests: [{ method: 'POST', path: '/checkout/sessions', fields, headers: headersFor(key) }],
    option: { link: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3', expiresAt: '2026-03-03T09:59:00.000Z' },
    key: SESSION,
  };
}

const card = { 'payment_method_types[0]': 'card' };

/** The account details that Stripe returns for each currency, and the option that we show. */
const ADDRESSES: Record<string, { type: string; details: object; option: object }> = {
  USD: {
    type: 'aba',
    details: { account_number: '11119987600453127', bank_name: 'US Test Bank', routing_number: '999999999' },
    option: {
      bankName: 'US Test Bank',
      accountNumber: '11119987600453127 (routing number 999999999)',
      accountName: 'Bright School',
    },
  },
  EUR: {
    type: 'iban',
    details: {
      account_holder_name: 'Stripe Technology',
      bic: 'AGRIFRPPXXX',
      country: 'IE',
      iban: 'IE64IRCE92050112345678',
    },
    option: { bankName: 'AGRIFRPPXXX', accountNumber: 'IE64IRCE92050112345678', accountName: 'Stripe Technology' },
  },
  GBP: {
    type: 'sort_code',
    details: { account_holder_name: 'Bright School', account_number: '69235713', sort_code: '000000' },
    option: { bankName: 'Faster Payments', accountNumber: '69235713 (sort code 000000)', accountName: 'Bright School' },
  },
  MXN: {
    type: 'spei',
    details: { bank_code: '002', bank_name: 'TEST BANK', clabe: '002180650612345670' },
    option: { bankName: 'TEST BANK', accountNumber: '002180650612345670', accountName: 'Bright School' },
  },
  JPY: {
    type: 'zengin',
    details: {
      account_holder_name: 'ﾌﾞﾗｲﾄ',
      account_number: '1234567',
      bank_code: '0009',
      bank_name: 'Mitsui',
      branch_code: '950',
    },
    option: { bankName: 'Mitsui', accountNumber: '1234567 (branch 950)', accountName: 'ﾌﾞﾗｲﾄ' },
  },
};

const TYPES: Record<string, string> = { USD: 'us', EUR: 'eu', GBP: 'gb', MXN: 'mx', JPY: 'jp' };

function transfer(method: 'virtual_account' | 'bank_transfer', currency: string): Opening {
  const key = referenceOf(method);
  const balance = 'payment_method_options[customer_balance]';
  const fields = {
    'metadata[reference]': key,
    amount: '45010',
    currency: currency.toLowerCase(),
    customer: 'cus_1',
    description: 'Spring term',
    confirm: 'true',
    'payment_method_types[0]': 'customer_balance',
    'payment_method_data[type]': 'customer_balance',
    [`${balance}[funding_type]`]: 'bank_transfer',
    [`${balance}[bank_transfer][type]`]: `${TYPES[currency]}_bank_transfer`,
    ...(currency === 'EUR' && { [`${balance}[bank_transfer][eu_bank_transfer][country]`]: 'IE' }),
  };
  return {
    method,
    order: anOrder(method, inCurrency(currency, 45_010)),
    requests: [
      {
        method: 'POST',
        path: '/customers',
        fields: { email: 'ada@example.com' },
        headers: headersFor(`customer-${createHash('sha256').update('ada@example.com').digest('hex')}`),
      },
      { method: 'POST', path: '/payment_intents', fields, headers: headersFor(key) },
    ],
    option: { ...ADDRESSES[currency]?.option, expiresAt: '2026-03-09T10:00:00.000Z' },
    key: INTENT,
  };
}

function answer({ method, path, fields }: Received): unknown {
  if (method !== 'POST') return undefined;
  if (path === '/customers') return { id: 'cus_1', object: 'customer' };
  if (path === '/checkout/sessions') {
    return {
      id: SESSION,
      object: 'checkout.session',
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: fields['line_items[0][price_data][currency]'],
      client_reference_id: fields['client_reference_id'],
      expires_at: Number(fields['expires_at']),
      payment_status: 'unpaid',
      status: 'open',
      url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
    };
  }
  if (path !== '/payment_intents') return undefined;
  const currency = String(fields['currency']);
  const { type = '', details } = ADDRESSES[currency.toUpperCase()] ?? {};
  const instructions = {
    amount_remaining: Number(fields['amount']),
    currency,
    // The adapter must skip this kind, which it does not know.
    financial_addresses: [
      { type: 'swift', swift: { swift_code: 'TESTUS99XXX' } },
      { type, [type]: details, supported_networks: ['any'] },
    ],
    hosted_instructions_url: 'https://payments.stripe.com/bank_transfers/instructions/1',
    reference: 'TW95GH8YU4HE',
    type: `${TYPES[currency.toUpperCase()]}_bank_transfer`,
  };
  const next_action = { type: 'display_bank_transfer_instructions', display_bank_transfer_instructions: instructions };
  return { id: INTENT, object: 'payment_intent', status: 'requires_action', next_action };
}

const reference = referenceOf('card');

export const script: ProviderScript = {
  name: 'stripe',
  adapter: stripe,
  credentials: { secretKey: SECRET, webhookSecret: 'whsec_0a1b2c3d4e5f' },
  answer,
  openings: [
    page({ method: 'checkout', currency: 'USD', minor: 45_010, units: '45010' }),
    page({ method: 'card', currency: 'JPY', minor: 45_010, units: '45010', more: card }),
    page({ method: 'card', currency: 'UGX', minor: 45_010, units: '4501000', more: card }),
    page({ method: 'card', currency: 'MGA', minor: 4_500_000, units: '45000', more: card }),
    page({ method: 'card', currency: 'KWD', minor: 5_120, units: '5120', more: card }),
    transfer('virtual_account', 'GBP'),
    ...Object.keys(ADDRESSES).map((currency) => transfer('bank_transfer', currency)),
  ],
  unsupported: ['mobile_money'],
  replies: {
    declined: no(400, {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      message: 'At least $0.50',
      param: 'amount',
    }),
    duplicate: no(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once' }),
    unauthorized: no(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' }),
    unknown: no(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such session' }),
  },
  declined: 'amount_too_small',
  find: {
    lookup: { reference, key: SESSION },
    path: `/checkout/sessions/${SESSION}?expand[]=payment_intent.latest_charge`,
    show,
    paid: { reference, status: 'succeeded', amount: 45_010, currency: 'USD', id: INTENT },
    payment: PAYMENT,
    statuses: {
      succeeded: [['payment'], 'ended'],
      processing: [[], 'pending'],
      requires_capture: [[], 'pending'],
      requires_action: [[], 'open'],
      requires_confirmation: [[], 'open'],
      requires_payment_method: [[], 'ended'],
      canceled: [[], 'ended'],
    },
    other: { amount: 123_400, currency: 'UGX', minor: 1_234 },
    impossible: [450.1, '450.10', 0, -5, '45,010', null, '', 1e21],
  },
  finds: FINDS,
  lists: LISTS,
  closings: CLOSINGS,
  check: { path: '/payment_intents?limit=1', answer: { data: [] } },
  modes: [
    [{ secretKey: 'sk_test_1' }, 'test'],
    [{ secretKey: 'rk_test_1' }, 'test'],
    [{ secretKey: 'sk_live_1' }, 'live'],
    [{ secretKey: 'rk_live_1' }, 'live'],
    [{ secretKey: 'pk_live_1' }, undefined],
  ],
  webhook: {
    secret: 'webhookSecret',
    sign: (body, secret, at) => {
      const t = Math.floor(at.getTime() / 1000);
      return { 'stripe-signature': `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}` };
    },
    paid: {
      type: 'checkout.session.completed',
      data: { object: { id: SESSION, client_reference_id: reference, payment_status: 'paid' } },
    },
    lookup: { reference, key: SESSION },
    events: EVENTS,
    others: [
      { type: 'payment_intent.succeeded', data: { object: { id: 'pi_/../x', metadata: {} } } },
      { type: 'payment_intent.created', data: { object: { id: INTENT, metadata: { reference } } } },
      {
        type: 'checkout.session.async_payment_succeeded',
        data: { object: { id: 42, client_reference_id: reference } },
      },
      { type: 'invoice.paid' },
      { type: 'refund.created', data: { object: { id: 're_1', payment_intent: null } } },
      { type: 'charge.refunded', data: { object: { id: 'ch_1' } } },
      { type: 'charge.dispute.created', data: { object: { id: 'dp_1', payment_intent: 7 } } },
    ],
  },
};
