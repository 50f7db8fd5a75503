/** The rules of Stripe only: the time in its signatures, its own ids, and its units. */
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { adapter as stripe } from '#lib/payment/stripe/adapter.ts';
import { anOrder, inCurrency, NOW, referenceOf } from '#test/payment/conformance/an-order.ts';
import { adapterAtStub, answersInMemory, ok } from '#test/payment/conformance/ask-adapter.ts';
import { INTENT, intent } from './movements.ts';
import { script as stripeScript } from './script.ts';

const { credentials, webhook } = stripeScript;
const reference = referenceOf('card');

const IBAN = { type: 'iban', iban: { account_holder_name: 'A', bic: 'AGRIFRPPXXX', iban: 'IE64IRCE92050112345678' } };

let at: Awaited<ReturnType<typeof adapterAtStub>>;

beforeAll(async () => {
  at = await adapterAtStub(stripeScript);
});

describe('webhooks', () => {
  const body = JSON.stringify(webhook.paid);
  const secret = credentials['webhookSecret'] ?? '';
  const seconds = NOW.getTime() / 1000;
  const v1 = (t: number | string, key = secret) => createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
  const read = (header: string) =>
    stripe.readWebhookEvent({ body, headers: { 'stripe-signature': header } }, credentials, NOW).kind;

  it.each([
    [-300, 'movement'],
    [-301, 'unsigned'],
    [300, 'movement'],
    [301, 'unsigned'],
    [-86_400, 'unsigned'],
  ])('a Stripe webhook sent %i seconds from now is read as %s', (away, kind) => {
    const t = seconds + away;
    expect(read(`t=${t},v1=${v1(t)}`)).toBe(kind);
  });

  it.each([
    ['checkout.session.completed', true],
    ['checkout.session.async_payment_succeeded', undefined],
    ['checkout.session.async_payment_failed', undefined],
    ['checkout.session.expired', undefined],
  ])('after the Stripe webhook %s, another tells the end of a payment under way: %s', (type, hasSequel) => {
    const sent = JSON.stringify({ ...webhook.paid, type });
    const headers = webhook.sign(sent, secret, NOW);
    const read = stripe.readWebhookEvent({ body: sent, headers }, credentials, NOW);
    expect('hasSequel' in read ? read.hasSequel : undefined).toBe(hasSequel);
  });

  it('a Stripe webhook may have several signatures while its secret is being replaced', () => {
    const old = v1(seconds, 'whsec_old');
    expect(read(`t=${seconds},v1=${old},v1=${v1(seconds)}`)).toBe('movement');
    expect(read(`t=${seconds}, v1=${v1(seconds)}, v0=${old}`)).toBe('movement');
    expect(read(`t=${seconds},v1=${old}`)).toBe('unsigned');
    expect(read(`t=${seconds},v0=${v1(seconds)}`)).toBe('unsigned');
  });

  it('a Stripe webhook is refused when its time is not the signed one', () => {
    const long = seconds - 86_400;
    expect(read(`t=${seconds},v1=${v1(long)}`)).toBe('unsigned');
    expect(read(`t=,v1=${v1('')}`)).toBe('unsigned');
    expect(read(`t=NaN,v1=${v1('NaN')}`)).toBe('unsigned');
    expect(read(`v1=${v1(seconds)}`)).toBe('unsigned');
  });
});

it.each(['cs_1/expire', 'cs_', 'pi_1?x', '../balance', 'ch_1'])(
  'the Stripe adapter asks for no session with the key %j',
  async (key) => {
    expect(await at.find({ reference, key })).toBe('malformed_answer');
    expect(at.stub.received).toEqual([]);
  },
);

it.each([
  [true, 'counts'],
  [undefined, 'counts'],
  [false, 'does not count'],
])('a Stripe payment with livemode %s and live keys %s', async (livemode, counts) => {
  const path = `/payment_intents/${INTENT}?expand[]=latest_charge`;
  const answers = { [path]: { ...intent(), livemode } };
  const credentials = { ...stripeScript.credentials, secretKey: 'sk_live_1' };
  const by = { ...answersInMemory(stripeScript, answers), credentials };
  const { movements } = await stripe.findMovements({ reference, key: INTENT }, by);
  expect(movements.length).toBe(counts === 'counts' ? 1 : 0);
});

describe('sessions', () => {
  const open = (changes: object, replies = {}) =>
    at.open('card', anOrder('card', { ...inCurrency('USD', 45_010), ...changes }), replies);

  it('a Stripe session lives at least half an hour, even when the collection ends earlier', async () => {
    const expiresAt = '2026-03-02T10:05:00.000Z';
    expect(await open({ expiresAt })).toMatchObject({ option: { expiresAt } });
    expect(at.stub.received[0]?.fields['expires_at']).toBe(String(NOW.getTime() / 1000 + 31 * 60));
  });

  it('a Stripe session lives no shorter than the collection, whose end may lie between two seconds', async () => {
    await open({ expiresAt: '2026-03-02T11:00:00.500Z' });
    expect(at.stub.received[0]?.fields['expires_at']).toBe(String(NOW.getTime() / 1000 + 3_601));
  });

  it('a Stripe session fails with busy while the same request is running', async () => {
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use' };
    expect(await open({}, { '/checkout/sessions': { status: 409, body: { error } } })).toBe('busy');
  });

  it('a Stripe session is refused with another amount or with an invalid id', async () => {
    const session = {
      id: 'cs_1',
      url: 'https://checkout.stripe.com/x',
      expires_at: 1_772_500_000,
      currency: 'usd',
      amount_total: 45_010,
    };
    const answered = (changes: object) => open({}, { '/checkout/sessions': ok({ ...session, ...changes }) });
    expect(await answered({})).toMatchObject({ kind: 'opened' });
    expect(await answered({ amount_total: 45_011 })).toBe('amount_differs');
    expect(await answered({ currency: 'eur' })).toBe('amount_differs');
    expect(await answered({ id: 'cs_1/../../balance' })).toBe('malformed_answer');
  });

  it.each([
    ['unsupported_amount', 'KWD', 5_124],
    ['unsupported_amount', 'MGA', 4_550],
    ['unsupported_currency', 'CLF', 10_000],
    ['unsupported_currency', 'IQD', 10_000],
  ])('a Stripe session fails with %s instead of rounding %s %i', async (reason, currency, minor) => {
    expect(await open(inCurrency(currency, minor))).toBe(reason);
    expect(at.stub.received).toEqual([]);
  });

  it.each([{ amount_remaining: 45_011 }, { currency: 'gbp' }])(
    'a Stripe account is refused when its instructions have %j',
    async (changes) => {
      const shown = { amount_remaining: 45_010, currency: 'eur', financial_addresses: [IBAN], ...changes };
      const intent = { id: INTENT, next_action: { display_bank_transfer_instructions: shown } };
      const order = anOrder('bank_transfer', inCurrency('EUR', 45_010));
      expect(await at.open('bank_transfer', order, { '/payment_intents': ok(intent) })).toBe('amount_differs');
    },
  );

  it('a Stripe account asks for less when the customer has paid too much before', async () => {
    const shown = { amount_remaining: 40_010, currency: 'eur', financial_addresses: [IBAN] };
    const intent = { id: INTENT, next_action: { display_bank_transfer_instructions: shown } };
    const order = anOrder('bank_transfer', inCurrency('EUR', 45_010));
    expect(await at.open('bank_transfer', order, { '/payment_intents': ok(intent) })).toMatchObject({
      kind: 'opened',
      option: { amount: { minor: 40_010, currency: 'EUR' } },
    });
  });

  it('all transfers of one contact ask for one Stripe customer, and another contact gets another', async () => {
    const key = async (email: string, number: number) => {
      const order = anOrder('bank_transfer', inCurrency('EUR', 45_010));
      const reference = referenceOf('bank_transfer', number);
      await at.open('bank_transfer', { ...order, reference, customer: { ...order.customer, email } });
      return at.stub.received.find(({ path }) => path === '/customers')?.headers['idempotency-key'];
    };
    const first = await key('ada@example.com', 1);
    expect(first).toMatch(/^customer-[0-9a-f]{64}$/);
    expect(await key('ada@example.com', 2)).toBe(first);
    expect(await key('obi@example.com', 3)).not.toBe(first);
  });

  it('the Stripe adapter opens no transfer in an unsupported currency', async () => {
    expect(await at.open('bank_transfer', anOrder('bank_transfer'))).toBe('unsupported_currency');
  });
});
