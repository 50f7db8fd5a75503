/** What is Monnify's own: invoices that can be had again, payments found through them, and its two hosts. */
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

  it('is shown again when it asks for the same', async () => {
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
  ])('is taken when it is %j', async (more) => {
    expect(await again(more)).toEqual({ kind: 'taken' });
  });

  it('leads to no second payment when it has been paid', async () => {
    expect(await again({ invoiceStatus: 'PAID' })).toBe('already_paid');
  });
});

describe('payments', () => {
  const paidAs = (changes: object) => ({
    [find.path]: ok({ ...(find.show({ ...find.paid, ...changes }) as object) }),
  });

  it.each(['PENDING', 'EXPIRED'])('are not looked for when the invoice is %s', async (invoiceStatus) => {
    expect(await at.find({ reference }, { [DETAILS]: yes(invoice(reference, { invoiceStatus })) })).toEqual([]);
    expect(at.stub.received.map(({ path }) => path)).toEqual(['/api/v1/auth/login', DETAILS]);
  });

  it.each([TRANSACTION, encodeURIComponent(TRANSACTION)])(
    'are found through the page of an invoice at %s',
    async (end) => {
      const checkoutUrl = `https://sdk.monnify.com/checkout/${end}`;
      const shown = yes(invoice(reference, { invoiceStatus: 'PAID', checkoutUrl }));
      expect(await at.find({ reference }, { [DETAILS]: shown, ...paidAs({}) })).toMatchObject([
        { transaction: TRANSACTION },
      ]);
    },
  );

  it('are not found through a page whose address is broken', async () => {
    const shown = yes(invoice(reference, { invoiceStatus: 'PAID', checkoutUrl: 'https://sdk.monnify.com/checkout/%' }));
    expect(await at.find({ reference }, { [DETAILS]: shown })).toBe('malformed_answer');
  });

  it.each(['key', 'transaction'])('are found by the %s alone', async (by) => {
    expect(await at.find({ reference, [by]: TRANSACTION }, paidAs({}))).toMatchObject([{ transaction: TRANSACTION }]);
    expect(at.stub.received.map(({ path }) => path)).toEqual(['/api/v1/auth/login', find.path]);
  });

  it('count whole when more came than was asked for, and not while part is missing', async () => {
    const lookup = { reference, key: TRANSACTION };
    const over = await at.find(lookup, paidAs({ status: 'OVERPAID', amount: '500.00' }));
    expect(over).toMatchObject([{ amount: { minor: 50_000, currency: 'NGN' } }]);
    expect(await at.find(lookup, paidAs({ status: 'PARTIALLY_PAID', amount: '100.00' }))).toEqual([]);
  });
});

it('reads our reference from whichever place it stands in', () => {
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

it('does not pass on an account when a fee comes on top', async () => {
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

it('asks for no longer than Monnify lets an invoice live', async () => {
  const later = '2026-10-01T00:00:00.000Z';
  await at.open('checkout', anOrder('checkout', { expiresAt: later }));
  expect(at.stub.received.at(-1)?.fields).toMatchObject({ expiryDate: '2026-08-29 11:00:00' });
});

it.each([
  { status: 404, body: { requestSuccessful: false, responseMessage: 'Merchant not found' } },
  { status: 200, body: { requestSuccessful: false, responseMessage: 'Invalid client' } },
])('does not take a login that fails for a payment that is not there: %j', async (reply) => {
  expect(await at.find({ reference }, { '/api/v1/auth/login': reply })).toBe('unauthorized');
});

it('goes to the live host with live keys, and only then', async () => {
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
