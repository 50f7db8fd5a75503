/** The rules of Monnify only: invoices that can be read again, payments found through them, and its two hosts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import { callProvider } from '#lib/payment/call-provider.ts';
import { adapter as monnify } from '#lib/payment/monnify/adapter.ts';
import { forgetTokens } from '#lib/payment/monnify/api.ts';
import { anOrder, referenceOf } from '#test/payment/conformance/an-order.ts';
import { adapterAtStub, ok } from '#test/payment/conformance/ask-adapter.ts';
import { invoice, READ, TRANSACTION } from './movements.ts';
import { script as monnifyScript } from './script.ts';

const { credentials, find, replies } = monnifyScript;
const reference = referenceOf('virtual_account');
const DETAILS = `/api/v1/invoice/${reference}/details`;

let at: Awaited<ReturnType<typeof adapterAtStub>>;

beforeAll(async () => {
  at = await adapterAtStub(monnifyScript);
});

const yes = (responseBody: unknown) =>
  ok({ requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody });

describe('a list', () => {
  const page = { what: 'payments', from: '2026-03-02T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' } as const;
  const SEARCH = '/api/v1/transactions/search?page=0&size=10&';
  const INSTANTS = `${SEARCH}from=${Date.parse(page.from)}&to=${Date.parse(page.to)}`;
  const TIMES = `${SEARCH}from=2026-03-02T01%3A00%3A00&to=2026-03-04T01%3A00%3A00`;
  const old = (day: number) => ({
    transactionReference: 'x',
    paymentStatus: 'FAILED',
    createdOn: `2025-01-0${day} 10:00:00`,
  });

  it('a Monnify list that refuses instants is asked for in local times', async () => {
    const refused = { status: 400, body: { requestSuccessful: false, responseMessage: 'Invalid date' } };
    expect(await at.list(page, { [INSTANTS]: refused, [TIMES]: yes({ content: [] }) })).toEqual({ movements: [] });
    expect(await at.list(page, { [INSTANTS]: refused, [TIMES]: refused })).toBe('refused');
  });

  it('a Monnify list that heeds no time is read from its newest end, or given up where it begins with the oldest', async () => {
    const listed = (...days: number[]) => ({
      [INSTANTS]: yes({ content: [old(1)] }),
      [TIMES]: yes({ content: days.map(old), totalPages: 9 }),
    });
    expect(await at.list(page, listed(3, 2, 1))).toEqual({ movements: [] });
    expect(await at.list(page, listed(1, 2, 3))).toBe('unfiltered_list');
  });

  it('a Monnify list that answers the same page under every name is given up', async () => {
    const stuck = yes({ content: [], number: 0 });
    const names = [INSTANTS.replace('page=0', 'page=1'), INSTANTS.replace('page=0&size', 'pageNo=1&pageSize')];
    expect(await at.list({ ...page, next: '1' }, Object.fromEntries(names.map((name) => [name, stuck])))).toBe(
      'repeated_page',
    );
  });
});

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
  it.each([TRANSACTION, encodeURIComponent(TRANSACTION)])(
    'the Monnify adapter finds a payment through an invoice page that ends in %s',
    async (end) => {
      const checkoutUrl = `https://sdk.monnify.com/checkout/${end}`;
      const shown = yes(invoice(reference, { invoiceStatus: 'PAID', checkoutUrl }));
      expect(await at.find({ reference }, { [DETAILS]: shown, [READ]: ok(find.show(find.paid)) })).toMatchObject({
        movements: [{ transaction: TRANSACTION }],
      });
    },
  );

  it('the Monnify adapter waits for the transaction of a paid invoice that it does not find yet', async () => {
    const shown = yes(invoice(reference, { invoiceStatus: 'PAID' }));
    expect(await at.find({ reference }, { [DETAILS]: shown, [READ]: replies.unknown })).toEqual({
      movements: [],
      progress: 'open',
    });
  });

  it('the Monnify adapter fails when the address of the page of a paid invoice is broken', async () => {
    const shown = yes(invoice(reference, { invoiceStatus: 'PAID', checkoutUrl: 'https://sdk.monnify.com/checkout/%' }));
    expect(await at.find({ reference }, { [DETAILS]: shown })).toBe('malformed_answer');
  });

  it("the Monnify adapter looks for a merchant's reference among payments, then among invoices", async () => {
    const query = '/api/v2/merchant/transactions/query?paymentReference=inv-1';
    const details = '/api/v1/invoice/inv-1/details';
    const known = { [query]: replies.unknown, [details]: yes(invoice('inv-1', { invoiceStatus: 'EXPIRED' })) };
    expect(await at.find({ reference: 'inv-1' }, known)).toEqual({ movements: [], progress: 'ended' });
    expect(at.asked()).toEqual([query, details, READ]);
    expect(await at.find({ reference: 'inv-1' }, { [query]: replies.unknown, [details]: replies.unknown })).toEqual({
      movements: [],
      progress: 'unknown',
    });
  });
});

it("the Monnify adapter finds a merchant's reference that only looks like one of Monnify", async () => {
  const query = '/api/v2/merchant/transactions/query?paymentReference=MNFY-shop-1';
  const shown = ok(find.show({ ...find.paid, reference: 'MNFY-shop-1' }));
  expect(await at.find({ reference: 'MNFY-shop-1' }, { [query]: shown })).toMatchObject({ progress: 'ended' });
  expect(at.asked()).toEqual(['/api/v2/transactions/MNFY-shop-1', query]);
});

describe('logins', () => {
  const LOGIN = '/api/v1/auth/login';
  const by = () => ({ credentials, call: callProvider(5_000), hosts: { live: at.stub.url, test: at.stub.url } });
  const logins = () => at.stub.received.filter(({ path }) => path === LOGIN).length;
  const ask = () => monnify.findMovements({ transaction: TRANSACTION }, by());

  it('the Monnify adapter logs in once for several requests, and again when the token has run out', async () => {
    const { now } = clock;
    await at.find({ transaction: TRANSACTION });
    await ask();
    expect(logins()).toBe(1);
    clock.now = () => new Date(now().getTime() + 3_567_000);
    await ask();
    clock.now = now;
    expect(logins()).toBe(2);
  });

  it('the Monnify adapter logs in again when Monnify has ended a token early, and only once', async () => {
    await at.find({ transaction: TRANSACTION });
    const usual = at.stub.answer;
    let refusals = 1;
    at.stub.answer = (request) => (request.path === READ && refusals-- > 0 ? replies.unauthorized : usual(request));
    await ask();
    expect(logins()).toBe(2);
    refusals = 2;
    await expect(ask()).rejects.toThrow('unauthorized');
    expect(logins()).toBe(3);
  });
});

it('a Monnify account asks for more where a fee comes on top, and is refused when it asks for less', async () => {
  const open = (totalPayable: number) => {
    const account = { accountNumber: '1', accountName: 'A', bankName: 'B', accountDurationSeconds: 2400, totalPayable };
    const init = { '/api/v1/merchant/bank-transfer/init-payment': yes(account) };
    return at.open('bank_transfer', anOrder('bank_transfer'), init);
  };
  expect(await open(450.1)).not.toHaveProperty('option.amount');
  expect(await open(460.1)).toMatchObject({ option: { amount: { minor: 46_010, currency: 'NGN' } } });
  expect(await open(450)).toBe('amount_differs');
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
  const hosts = { live: `${stub.url}/live`, test: stub.url };
  stub.answer = () => replies.unauthorized;
  for (const [apiKey, path] of [
    ['MK_PROD_1', '/live/api/v1/auth/login'],
    ['MK_TEST_1', '/api/v1/auth/login'],
  ] as const) {
    stub.received.length = 0;
    forgetTokens();
    const by = { credentials: { ...credentials, apiKey }, call: callProvider(5_000), hosts };
    await expect(monnify.open('card', anOrder('card'), by)).rejects.toThrow('unauthorized');
    expect(stub.received.map((request) => request.path)).toEqual([path]);
  }
});
