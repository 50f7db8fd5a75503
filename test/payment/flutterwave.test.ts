/** The rules of Flutterwave only: two kinds of signature, payments by its id, and fees that it may add. */
import { beforeAll, describe, expect, it } from 'vitest';
import { flutterwave } from '#lib/payment/flutterwave/flutterwave.ts';
import { anOrder, inCurrency, NOW, referenceOf } from './an-order.ts';
import { adapterAtStub, ok } from './ask-adapter.ts';
import { flutterwaveScript } from './scripts/flutterwave.ts';

const { credentials, find, webhook } = flutterwaveScript;

let at: Awaited<ReturnType<typeof adapterAtStub>>;

beforeAll(async () => {
  at = await adapterAtStub(flutterwaveScript);
});

describe('webhooks', () => {
  const body = JSON.stringify(webhook.paid);
  const read = (headers: Record<string, string>) => flutterwave.readWebhookEvent({ body, headers }, credentials, NOW);
  const hash = credentials['secretHash'] ?? '';

  it('a Flutterwave webhook may carry the secret hash itself', () => {
    expect(read({ 'verif-hash': hash })).toEqual({ kind: 'payment', lookup: webhook.lookup });
    expect(read({ 'verif-hash': `${hash} ` })).toEqual({ kind: 'unsigned' });
    expect(read({ 'verif-hash': hash.toUpperCase() })).toEqual({ kind: 'unsigned' });
  });

  it('a Flutterwave webhook may carry a hash and a signature, and one of them must be right', () => {
    const good = webhook.sign(body, hash, NOW);
    expect(read({ ...good, 'verif-hash': 'another' })).toMatchObject({ kind: 'payment' });
    expect(read({ 'flutterwave-signature': hash, 'verif-hash': 'another' })).toEqual({ kind: 'unsigned' });
  });
});

it('the Flutterwave adapter looks up the transaction that a webhook names, and accepts it with our reference only', async () => {
  const path = '/transactions/4975363/verify';
  const { reference } = find.lookup;
  const lookup = { reference, transaction: '4975363' };
  expect(await at.find(lookup, { [path]: ok(find.show(find.paid)) })).toMatchObject([{ transaction: '4975363' }]);
  expect(at.stub.received.map((request) => request.path)).toEqual([path]);
  const foreign = find.show({ ...find.paid, reference: 'somebody-else' });
  expect(await at.find(lookup, { [path]: ok(foreign) })).toEqual([]);
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

  it('a Flutterwave account is refused when a fee is added or when it has expired', async () => {
    expect(await open({ transfer_amount: '457.10' })).toBe('amount_differs');
    expect(await open({ account_expiration: NOW.getTime() })).toBe('malformed_answer');
  });
});

it('the Flutterwave adapter charges no wallet without a number, with an unknown network or in an unsupported currency', async () => {
  const order = anOrder('mobile_money', inCurrency('UGX', 1_250, '+256772345678'));
  const { phone: _, ...customer } = order.customer;
  expect(await at.open('mobile_money', { ...order, customer })).toBe('no_phone');
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
