/** The rules of Monnify only: invoices that can be read again, payments found through them, and its two hosts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callProvider } from '#lib/payment/call-provider.ts';
import { hosts } from '#lib/payment/hosts.ts';
import { monnify } from '#lib/payment/monnify/monnify.ts';
import { anOrder, NOW, referenceOf } from './an-order.ts';
import { adapterAtStub, ok } from './ask-adapter.ts';
import { invoice, monnifyScript } from './scripts/monnify.ts';

const { credentials, find, replies, webhook } = monnifyScript;
const TRANSACTION = find.transaction;
const reference = referenceOf('virtual_account');
const DETAILS = `/api/v1/invoice/${reference}/details`;

let at: Awaited<ReturnType<typeof adapterAtStub>>;

beforeAll(async () => {
  at = await adapterAtStub(monnifyScript);
});

const yes = (responseBody: unknown) =>
  ok({ requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody });

describe('an invoice under a used reference', () => {
  const again = (more: object) =>
    at.open('virtual_account', anOrder('virtual_account'), {
      '/api/v1/invoice/create': replies.duplicate,
      [DETAILS]: yes(invoice(reference, more)),
    });

  it('a Monnify invoice under a used reference is shown again when it asks for the same amount', async () => {
    const option = {
      bankName: 'Wema bank',
      accountNumber: '3000101903',
      accountName: 'Bri',
      expiresAt: '2026-03-09T10:00:00.000Z',
    };
    expect(await again({})).toEqual({ kind: 'opened', option });
    expect(await again({ amount: '450.10', currencyCode: 'NGN' })).toEqual({ kind: 'opened', option });
  });

  it.each([
    { amount: 450 },
    { currencyCode: 'USD' },
    { invoiceStatus: 'EXPIRED' },
    { invoiceStatus: 'CANCELLED' },
    { expiryDate: '2026-03-02 11:00:00' },
  ])('a Monnify reference is taken when its invoice has %j', async (more) => {
    expect(await again(more)).toEqual({ kind: 'taken' });
  });

  it('a Monnify invoice that has been paid leads to no second payment', async () => {
    expect(await again({ invoiceStatus: 'PAID' })).toBe('already_paid');
  });
});

describe('payments', () => {
  const paidAs = (changes: object) => ({
    [find.path]: ok({ ...(find.show({ ...find.paid, ...changes }) as object) }),
  });

  it.each(['PENDING', 'EXPIRED'])(
    'the Monnify adapter looks for no transaction when the invoice is %s',
    async (invoiceStatus) => {
      expect(await at.find({ reference }, { [DETAILS]: yes(invoice(reference, { invoiceStatus })) })).toEqual([]);
      expect(at.stub.received.map(({ path }) => path)).toEqual(['/api/v1/auth/login', DETAILS]);
    },
  );

  it.each([TRANSACTION, encodeURIComponent(TRANSACTION)])(
    'the Monnify adapter finds a payment through an invoice page that ends in %s',
    async (end) => {
      const checkoutUrl = `https://sdk.monnify.com/checkout/${end}`;
      const shown = yes(invoice(reference, { invoiceStatus: 'PAID', checkoutUrl }));
      expect(await at.find({ reference }, { [DETAILS]: shown, ...paidAs({}) })).toMatchObject([
        { transaction: TRANSACTION },
      ]);
    },
  );

  it('the Monnify adapter fails when the address of the invoice page is broken', async () => {
    const shown = yes(invoice(reference, { invoiceStatus: 'PAID', checkoutUrl: 'https://sdk.monnify.com/checkout/%' }));
    expect(await at.find({ reference }, { [DETAILS]: shown })).toBe('malformed_answer');
  });

  it.each(['key', 'transaction'])('the Monnify adapter finds a payment by its %s alone', async (by) => {
    expect(await at.find({ reference, [by]: TRANSACTION }, paidAs({}))).toMatchObject([{ transaction: TRANSACTION }]);
    expect(at.stub.received.map(({ path }) => path)).toEqual(['/api/v1/auth/login', find.path]);
  });

  it('a Monnify payment counts in full when it is too high, and not at all while part of it is missing', async () => {
    const lookup = { reference, key: TRANSACTION };
    const over = await at.find(lookup, paidAs({ status: 'OVERPAID', amount: '500.00' }));
    expect(over).toMatchObject([{ amount: { minor: 50_000, currency: 'NGN' } }]);
    expect(await at.find(lookup, paidAs({ status: 'PARTIALLY_PAID', amount: '100.00' }))).toEqual([]);
  });
});

it('the Monnify adapter reads our reference from both fields that may contain it', () => {
  const transfer = referenceOf('bank_transfer');
  for (const eventData of [
    { paymentReference: transfer, product: { type: 'API_NOTIFICATION', reference: 'x' } },
    { paymentReference: 'MNFY|1', product: { type: 'ANYTHING', reference: transfer } },
  ]) {
    const body = JSON.stringify({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: { ...eventData, transactionReference: TRANSACTION },
    });
    const headers = webhook.sign(body, credentials['secretKey'] ?? '', NOW);
    expect(monnify.readWebhookEvent({ body, headers }, credentials, NOW)).toEqual({
      kind: 'payment',
      lookup: { reference: transfer, transaction: TRANSACTION },
    });
  }
});

it('a Monnify account is refused when a fee is added', async () => {
  const account = {
    accountNumber: '1',
    accountName: 'A',
    bankName: 'B',
    accountDurationSeconds: 2400,
    totalPayable: 460.1,
  };
  const init = { '/api/v1/merchant/bank-transfer/init-payment': yes(account) };
  expect(await at.open('bank_transfer', anOrder('bank_transfer'), init)).toBe('amount_differs');
});

it('the Monnify adapter requests an invoice for 180 days at most', async () => {
  const later = '2026-10-01T00:00:00.000Z';
  await at.open('checkout', anOrder('checkout', { expiresAt: later }));
  expect(at.stub.received.at(-1)?.fields).toMatchObject({ expiryDate: '2026-08-29 11:00:00' });
});

it.each([
  { status: 404, body: { requestSuccessful: false, responseMessage: 'Merchant not found' } },
  { status: 200, body: { requestSuccessful: false, responseMessage: 'Invalid client' } },
])('the Monnify adapter does not treat a failed login as a missing payment: %j', async (reply) => {
  expect(await at.find({ reference }, { '/api/v1/auth/login': reply })).toBe('unauthorized');
});

it('the Monnify adapter calls the live host with live keys only', async () => {
  const { stub } = at;
  hosts.monnify = `${stub.url}/live`;
  stub.answer = () => replies.unauthorized;
  for (const [apiKey, path] of [
    ['MK_PROD_1', '/live/api/v1/auth/login'],
    ['MK_TEST_1', '/api/v1/auth/login'],
  ] as const) {
    stub.received.length = 0;
    const by = { credentials: { ...credentials, apiKey }, call: callProvider(5_000) };
    await expect(monnify.open('card', anOrder('card'), by)).rejects.toThrow('unauthorized');
    expect(stub.received.map((request) => request.path)).toEqual([path]);
  }
});
