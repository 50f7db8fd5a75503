/** The rules of Paystack only: how it charges a wallet, and the currencies whose units are known. */
import { beforeAll, describe, expect, it } from 'vitest';
import { anOrder, inCurrency, referenceOf } from '#test/payment/conformance/an-order.ts';
import { adapterAtStub, ok } from '#test/payment/conformance/ask-adapter.ts';
import { script as paystackScript } from './script.ts';

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
    ...['8cm2nz6t', '1234567', 1_234_567].flatMap((account_reference) => [
      [
        { status: 'pay_offline', display_text: 'Pay.', account_number: 4_084_333, account_reference },
        `Pay. Till or paybill number: 4084333, account: ${account_reference}.`,
      ] as [object, string],
      [
        { status: 'pay_offline', display_text: 'Pay 4084333', account_number: '4084333', account_reference },
        `Pay 4084333. Account: ${account_reference}.`,
      ] as [object, string],
    ]),
    [{ status: 'pay_offline', display_text: 'Pay', account_number: null, account_reference: null }, 'Pay'],
  ])('the Paystack adapter returns what the customer must do after the answer %j', async (data, instructions) => {
    expect(await instructed(data)).toMatchObject({ kind: 'opened', option: { instructions } });
  });

  it.each([
    ['declined', { status: 'failed' }],
    ['needs_customer_input', { status: 'send_birthday' }],
    ['malformed_answer', { status: 'open_url', url: 'http://standard.paystack.co' }],
    ['malformed_answer', {}],
  ])('the Paystack adapter fails with %s on the answer %j to a wallet charge', async (reason, data) => {
    expect(await instructed(data)).toBe(reason);
  });

  it('the Paystack adapter charges only a wallet with a number of a known network', async () => {
    const { phone: _, ...customer } = order.customer;
    expect(await paystack.open('mobile_money', { ...order, customer })).toBe('no_phone');
    for (const phone of ['+254712345678', '+2348012345678']) {
      expect(await paystack.open('mobile_money', { ...order, customer: { ...customer, phone } })).toBe(
        'unknown_network',
      );
    }
    const phone = '+233991234987';
    expect(await paystack.open('mobile_money', { ...order, customer: { ...customer, phone } })).toBe('network_needed');
    expect(paystack.stub.received).toEqual([]);
  });

  it('the Paystack adapter charges the network that the payer chose, whatever the number says', async () => {
    await paystack.open('mobile_money', { ...order, network: 'Telecel' }, charged({ status: 'pending' }));
    expect(paystack.stub.received[0]?.fields).toMatchObject({ mobile_money: { provider: 'vod' } });
    expect(await paystack.open('mobile_money', { ...order, network: 'Safaricom' })).toBe('unknown_network');
    const kenyan = anOrder('mobile_money', { ...inCurrency('KES', 1_250, '+254712345678'), network: 'Airtel' });
    expect(await paystack.open('mobile_money', kenyan)).toBe('unknown_network');
  });
});

describe('codes of a wallet', () => {
  const order = anOrder('mobile_money', inCurrency('GHS', 1_250, '+233201234987'));
  const entered = { reference: order.reference, code: '123456' };
  const path = '/charge/submit_otp';
  const submitted = (data: object) => ({ [path]: ok({ status: true, message: 'Charge attempted', data }) });

  it.each([
    [{ status: 'send_otp' }, 'Dial *110# to get a code, and enter it here.'],
    [{ status: 'send_otp', display_text: 'Dial *110# and type the voucher' }, 'Dial *110# and type the voucher'],
  ])('the Paystack adapter says after the answer %j that a code has to be entered', async (data, instructions) => {
    expect(await paystack.open('mobile_money', order, charged(data))).toMatchObject({
      kind: 'opened',
      option: { provider: 'Telecel', instructions, needsCode: true },
    });
  });

  it('the Paystack adapter sends the code that the payer entered', async () => {
    expect(await paystack.submitCode(entered, submitted({ status: 'success' }))).toBeUndefined();
    expect(await paystack.submitCode(entered, submitted({ status: 'pay_offline' }))).toBeUndefined();
    expect(paystack.stub.received).toMatchObject([
      { method: 'POST', path, fields: { otp: '123456', reference: order.reference } },
    ]);
  });

  it.each([
    ['declined', { [path]: ok({ status: true, data: { status: 'failed' } }) }],
    ['code_refused', { [path]: ok({ status: true, data: { status: 'send_otp' } }) }],
    ['malformed_answer', { [path]: ok({ status: true, data: {} }) }],
    ['refused', { [path]: { status: 400, body: { status: false, message: 'OTP is invalid' } } }],
    ['busy', { [path]: { status: 429, body: {} } }],
  ])('the Paystack adapter fails with %s on the answer %j to a code', async (reason, replies) => {
    expect(await paystack.submitCode(entered, replies)).toBe(reason);
  });
});

describe('accounts', () => {
  const account = {
    account_name: 'A',
    account_number: '1',
    bank: { name: 'B' },
    account_expires_at: '2026-03-02T11:00:00Z',
  };
  const times = () => paystack.stub.received.map(({ fields }) => fields['bank_transfer']);

  it('a Paystack account asks for more where a fee comes on top, and is refused when it asks for less', async () => {
    const open = (amount: unknown) =>
      paystack.open('bank_transfer', anOrder('bank_transfer'), charged({ ...account, amount }));
    expect(await open(45_010)).not.toHaveProperty('option.amount');
    expect(await open(45_510)).toMatchObject({ option: { amount: { minor: 45_510, currency: 'NGN' } } });
    expect(await open(45_000)).toBe('amount_differs');
  });

  it('a Paystack account may also be in Kenyan shillings', async () => {
    const opened = await paystack.open('virtual_account', anOrder('virtual_account', inCurrency('KES', 1_250)));
    expect(opened).toMatchObject({ kind: 'opened', option: { bankName: 'Test Bank' } });
    expect(paystack.stub.received[0]?.fields).toMatchObject({ amount: 1_250, currency: 'KES' });
  });

  it('a Paystack account is asked for half an hour when Paystack refuses a longer life', async () => {
    const { stub } = paystack;
    const opened = paystack.open('virtual_account', anOrder('virtual_account'));
    const refused = { status: 400, body: { status: false, message: 'account_expires_at is too far away' } };
    const usual = stub.answer;
    stub.answer = (request) => (stub.received.length === 1 ? refused : usual(request));
    expect(await opened).toMatchObject({ kind: 'opened', option: { expiresAt: '2026-03-02T10:25:55.000Z' } });
    expect(times()).toEqual([
      { account_expires_at: '2026-03-09T10:00:00.000Z' },
      { account_expires_at: '2026-03-02T10:30:00.000Z' },
    ]);
  });

  it('a Paystack account of a collection that ends soon is asked for half an hour at once', async () => {
    const expiresAt = '2026-03-02T10:20:00.000Z';
    await paystack.open(
      'bank_transfer',
      anOrder('bank_transfer', { expiresAt }),
      charged({ ...account, amount: 45_010 }),
    );
    expect(times()).toEqual([{ account_expires_at: '2026-03-02T10:30:00.000Z' }]);
  });

  it('a Paystack account is asked for once when Paystack is busy or does not know the keys', async () => {
    for (const reply of [
      { status: 429, body: {} },
      { status: 401, body: { status: false } },
    ]) {
      expect(await paystack.open('bank_transfer', anOrder('bank_transfer'), { '/charge': reply })).toBeTypeOf('string');
      expect(times()).toHaveLength(1);
    }
  });
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

it('the Paystack adapter refuses a payment without the time at which it was made', async () => {
  const reference = referenceOf('card');
  const { data } = paystackScript.find.show(paystackScript.find.paid) as { data: object };
  const reply = ok({ status: true, data: { ...data, paid_at: null } });
  expect(await paystack.find({ reference }, { [`/transaction/verify/${reference}`]: reply })).toBe('malformed_answer');
});

it.each(['.', '..'])(
  'the Paystack adapter asks for no transaction named %j, since that would be another path',
  async (name) => {
    expect(await paystack.find({ reference: name })).toEqual({ movements: [], progress: 'unknown' });
    expect(paystack.stub.received).toEqual([]);
  },
);

it('the Paystack adapter treats a refusal with status 200 as a refusal', async () => {
  const reply = ok({ status: false, message: 'Duplicate Transaction Reference' });
  expect(await paystack.open('card', anOrder('card'), { '/transaction/initialize': reply })).toEqual({ kind: 'taken' });
});
