/** What is Flutterwave's own: two kinds of signature, payments by its id, and fees that it may add. */
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

  it('may carry the secret hash itself', () => {
    expect(read({ 'verif-hash': hash })).toEqual({ kind: 'payment', lookup: webhook.lookup });
    expect(read({ 'verif-hash': `${hash} ` })).toEqual({ kind: 'unsigned' });
    expect(read({ 'verif-hash': hash.toUpperCase() })).toEqual({ kind: 'unsigned' });
  });

  it('may carry both, of which one must be right', () => {
    const good = webhook.sign(body, hash, NOW);
    expect(read({ ...good, 'verif-hash': 'another' })).toMatchObject({ kind: 'payment' });
    expect(read({ 'flutterwave-signature': hash, 'verif-hash': 'another' })).toEqual({ kind: 'unsigned' });
  });
});

it('asks for the very transaction that a webhook names, and takes it only under our reference', async () => {
  const path = '/transactions/4975363/verify';
  const { reference } = find.lookup;
  const lookup = { reference, transaction: '4975363' };
  expect(await at.find(lookup, { [path]: ok(find.show(find.paid)) })).toMatchObject([{ transaction: '4975363' }]);
  expect(at.stub.received.map((request) => request.path)).toEqual([path]);
  const foreign = find.show({ ...find.paid, reference: 'somebody-else' });
  expect(await at.find(lookup, { [path]: ok(foreign) })).toEqual([]);
});

it('keeps what a webhook calls a transaction inside its place in the address', async () => {
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

  it('are called by the merchant where no name is given', async () => {
    const option = { accountName: 'Bright School', expiresAt: '2026-03-02T11:00:00.000Z' };
    expect(await open({})).toMatchObject({ option });
    expect(await open({ account_expiration: String(NOW.getTime() + 3_600_000) })).toMatchObject({ option });
  });

  it('are not passed on when a fee comes on top, or when they are closed', async () => {
    expect(await open({ transfer_amount: '457.10' })).toBe('amount_differs');
    expect(await open({ account_expiration: NOW.getTime() })).toBe('malformed_answer');
  });
});

it('charges no wallet without a number, of no network that it does not know, in no other currency', async () => {
  const order = anOrder('mobile_money', inCurrency('UGX', 1_250, '+256772345678'));
  const { phone: _, ...customer } = order.customer;
  expect(await at.open('mobile_money', { ...order, customer })).toBe('no_phone');
  const abroad = { ...customer, phone: '+254712345678' };
  expect(await at.open('mobile_money', { ...order, customer: abroad })).toBe('unknown_network');
  expect(await at.open('mobile_money', anOrder('mobile_money'))).toBe('unsupported_currency');
  expect(at.stub.received).toEqual([]);
});

it('says that a wallet declined', async () => {
  const order = anOrder('mobile_money', inCurrency('KES', 1_250, '+254712345678'));
  const reply = ok({ status: 'success', data: { status: 'failed' } });
  expect(await at.open('mobile_money', order, { '/charges?type=mpesa': reply })).toBe('declined');
});
