/** The rules of Paystack only: how it charges a wallet, and the currencies whose units are known. */
import { beforeAll, describe, expect, it } from 'vitest';
import { anOrder, inCurrency, referenceOf } from './an-order.ts';
import { adapterAtStub, ok } from './ask-adapter.ts';
import { paystackScript } from './scripts/paystack.ts';

let paystack: Awaited<ReturnType<typeof adapterAtStub>>;

beforeAll(async () => {
  paystack = await adapterAtStub(paystackScript);
});

const charged = (data: object) => ({ '/charge': ok({ status: true, message: 'Charge attempted', data }) });

describe('mobile money', () => {
  const order = anOrder('mobile_money', inCurrency('GHS', 1_250, '+233551234987'));
  const instructed = (data: object) => paystack.open('mobile_money', order, charged(data));

  it.each([
    [{ status: 'pending' }, 'Approve the payment on your phone.'],
    [{ status: 'pending', display_text: 'Dial *170#' }, 'Dial *170#'],
    [{ status: 'success' }, 'Approve the payment on your phone.'],
    [
      { status: 'open_url', url: 'https://standard.paystack.co/wave' },
      'Open https://standard.paystack.co/wave to approve the payment.',
    ],
    [{ status: 'pay_offline', display_text: 'Pay till 4084333', account_number: '4084333' }, 'Pay till 4084333'],
  ])('the Paystack adapter returns what the customer must do after the answer %j', async (data, instructions) => {
    expect(await instructed(data)).toMatchObject({ kind: 'opened', option: { instructions } });
  });

  it.each([
    ['declined', { status: 'failed' }],
    ['needs_customer_input', { status: 'send_otp', display_text: 'Enter the code' }],
    ['needs_customer_input', { status: 'send_birthday' }],
    ['malformed_answer', { status: 'open_url', url: 'http://standard.paystack.co' }],
    ['malformed_answer', {}],
  ])('the Paystack adapter fails with %s on the answer %j to a wallet charge', async (reason, data) => {
    expect(await instructed(data)).toBe(reason);
  });

  it('the Paystack adapter charges only a wallet with a number of a known network', async () => {
    const { phone: _, ...customer } = order.customer;
    expect(await paystack.open('mobile_money', { ...order, customer })).toBe('no_phone');
    for (const phone of ['+233991234987', '+254712345678', '+2348012345678']) {
      expect(await paystack.open('mobile_money', { ...order, customer: { ...customer, phone } })).toBe(
        'unknown_network',
      );
    }
    expect(paystack.stub.received).toEqual([]);
  });
});

it('a Paystack account is refused when it asks for another amount', async () => {
  const account = {
    account_name: 'A',
    account_number: '1',
    bank: { name: 'B' },
    account_expires_at: '2026-03-02T11:00:00Z',
  };
  const open = (amount: unknown) =>
    paystack.open('bank_transfer', anOrder('bank_transfer'), charged({ ...account, amount }));
  expect(await open(45_010)).toMatchObject({ kind: 'opened' });
  expect(await open(45_510)).toBe('amount_differs');
});

it('the Paystack adapter opens no session and accepts no payment in a currency whose units are unconfirmed', async () => {
  expect(await paystack.open('card', anOrder('card', inCurrency('XOF', 5_000)))).toBe('unsupported_currency');
  expect(paystack.stub.received).toEqual([]);
  const reference = referenceOf('card');
  const shown = paystackScript.find.show({ reference, status: 'success', amount: 500, currency: 'XOF', id: 1 });
  expect(await paystack.find({ reference }, { [`/transaction/verify/${reference}`]: ok(shown) })).toBe(
    'unsupported_currency',
  );
});

it('the Paystack adapter treats a refusal with status 200 as a refusal', async () => {
  const reply = ok({ status: false, message: 'Duplicate Transaction Reference' });
  expect(await paystack.open('card', anOrder('card'), { '/transaction/initialize': reply })).toEqual({ kind: 'taken' });
});
