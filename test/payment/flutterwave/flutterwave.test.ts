/** The rules of Flutterwave only: two kinds of signature, payments by its id, and fees that it may add. */
import { beforeAll, describe, expect, it } from 'vitest';
import { adapter as flutterwave } from '#lib/payment/flutterwave/adapter.ts';
import { anOrder, inCurrency, NOW, referenceOf } from '#test/payment/conformance/an-order.ts';
import { adapterAtStub, ok } from '#test/payment/conformance/ask-adapter.ts';
import { script as flutterwaveScript } from './script.ts';

const { credentials, webhook } = flutterwaveScript;

let at: Awaited<ReturnType<typeof adapterAtStub>>;

beforeAll(async () => {
  at = await adapterAtStub(flutterwaveScript);
});

describe('webhooks', () => {
  const body = JSON.stringify(webhook.paid);
  const read = (headers: Record<string, string>) => flutterwave.readWebhookEvent({ body, headers }, credentials, NOW);
  const hash = credentials['secretHash'] ?? '';

  it('a Flutterwave webhook may carry the secret hash itself', () => {
    expect(read({ 'verif-hash': hash })).toEqual({ kind: 'movement', lookup: webhook.lookup });
    expect(read({ 'verif-hash': `${hash} ` })).toEqual({ kind: 'unsigned' });
    expect(read({ 'verif-hash': hash.toUpperCase() })).toEqual({ kind: 'unsigned' });
  });

  it('a Flutterwave webhook may carry a hash and a signature, and one of them must be right', () => {
    const good = webhook.sign(body, hash, NOW);
    expect(read({ ...good, 'verif-hash': 'another' })).toMatchObject({ kind: 'movement' });
    expect(read({ 'flutterwave-signature': hash, 'verif-hash': 'another' })).toEqual({ kind: 'unsigned' });
  });
});

it('the Flutterwave adapter escapes the transaction id of a webhook in the URL', async () => {
  await at.find({ reference: referenceOf('card'), transaction: '../../transfers?x=1#' });
  expect(at.stub.received[0]?.path).toBe('/transactions/..%2F..%2Ftransfers%3Fx%3D1%23/verify');
});

describe('accounts', () => {
  const transfer = (changes: object) => ({
    '/charges?type=bank_transfer': ok({
      status: 'success',
      meta: {
        authorization: {
          transfer_account: '0067100155',
          transfer_bank: 'Mock Bank',
          account_expiration: NOW.getTime() + 3_600_000,
          ...changes,
        },
      },
    }),
  });
  const open = (changes: object) => at.open('bank_transfer', anOrder('bank_transfer'), transfer(changes));

  it('a Flutterwave account without a name has the name of the merchant', async () => {
    const option = { accountName: 'Bright School', expiresAt: '2026-03-02T11:00:00.000Z' };
    expect(await open({})).toMatchObject({ option });
    expect(await open({ account_expiration: String(NOW.getTime() + 3_600_000) })).toMatchObject({ option });
  });

  it('a Flutterwave account asks for more where the fee comes on top', async () => {
    const amount = { minor: 45_710, currency: 'NGN' };
    expect(await open({ transfer_amount: '457.10' })).toMatchObject({ kind: 'opened', option: { amount } });
    const virtual = { account_number: 7, bank_name: 'WEMA BANK', amount: '457.10', note: 'Please transfer' };
    const reply = ok({ status: 'success', data: virtual });
    const opened = await at.open('virtual_account', anOrder('virtual_account'), { '/virtual-account-numbers': reply });
    expect(opened).toMatchObject({ kind: 'opened', option: { amount, accountNumber: '7' } });
  });

  it('a Flutterwave account is refused when it asks for less or when it has expired', async () => {
    expect(await open({ transfer_amount: '450.00' })).toBe('amount_differs');
    expect(await open({ account_expiration: NOW.getTime() })).toBe('malformed_answer');
  });
});

it.each([
  ['2026-03-02T10:00:00.000Z', 1, 60],
  ['2026-03-02T10:00:20.000Z', 1, 60],
  ['2026-03-02T10:01:00.001Z', 2, 61],
  ['2026-03-02T10:05:30.000Z', 6, 330],
  ['2026-03-03T10:00:00.000Z', 1_440, 86_400],
  ['2027-03-02T10:00:00.000Z', 1_440, 31_536_000],
  ['2028-03-02T10:00:00.000Z', 1_440, 31_536_000],
])(
  'of a collection that ends at %s, a Flutterwave page lives %i minutes and an account %i seconds',
  async (expiresAt, minutes, seconds) => {
    await at.open('card', anOrder('card', { expiresAt }));
    expect(at.stub.received[0]?.fields['configurations']).toMatchObject({ session_duration: minutes });
    await at.open('bank_transfer', anOrder('bank_transfer', { expiresAt }));
    expect(at.stub.received[0]?.fields).toMatchObject({ expires: seconds });
  },
);

it('the Flutterwave adapter charges no wallet without a number, with an unknown network or in an unsupported currency', async () => {
  const order = anOrder('mobile_money', inCurrency('UGX', 1_250, '+256772345678'));
  const { phone: _, ...customer } = order.customer;
  expect(await at.open('mobile_money', { ...order, customer })).toBe('no_phone');
  expect(await at.open('mobile_money', { ...order, customer: { ...customer, phone: '+256992345678' } })).toBe(
    'network_needed',
  );
  const senegal = anOrder('mobile_money', inCurrency('XOF', 1_250, '+221770000020'));
  expect(await at.open('mobile_money', senegal)).toBe('network_needed');
  expect(await at.open('mobile_money', { ...senegal, network: 'M-Pesa' })).toBe('unknown_network');
  const abroad = { ...customer, phone: '+254712345678' };
  expect(await at.open('mobile_money', { ...order, customer: abroad })).toBe('unknown_network');
  expect(await at.open('mobile_money', anOrder('mobile_money'))).toBe('unsupported_currency');
  expect(at.stub.received).toEqual([]);
});

it('the Flutterwave adapter fails with declined when the wallet declines', async () => {
  const order = anOrder('mobile_money', inCurrency('KES', 1_250, '+254712345678'));
  const reply = ok({ status: 'success', data: { status: 'failed' } });
  expect(await at.open('mobile_money', order, { '/charges?type=mpesa': reply })).toBe('declined');
});
