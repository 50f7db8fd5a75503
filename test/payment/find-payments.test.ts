/** The rules for `findPayments` of every adapter: it finds only confirmed payments of ours, with exact amounts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callProvider } from '#lib/payment/call-provider.ts';
import { hosts } from '#lib/payment/hosts.ts';
import { type Lookup, ProviderFailure } from '#lib/payment/port.ts';
import type { Reply } from '#test/support/stub-server.ts';
import { anOrder, referenceOf } from './an-order.ts';
import type { AtProvider, ProviderScript } from './provider-script.ts';
import { SCRIPTS } from './scripts.ts';
import { startStubProvider } from './stub-provider.ts';

const LIMIT_MS = 5_000;

let stub: Awaited<ReturnType<typeof startStubProvider>>;

beforeAll(async () => {
  stub = await startStubProvider();
});

/** Asks the adapter; the stub answers the request for the payment with `reply`. */
async function findWith(script: ProviderScript, reply: Reply, lookup: Lookup = script.find.lookup): Promise<unknown> {
  for (const host of script.hosts) hosts[host] = stub.url;
  stub.received.length = 0;
  stub.answer = (request) => {
    if (request.path === script.find.path) return reply;
    const body = script.answer(request, anOrder('card'));
    return body === undefined ? script.replies.unknown : { status: 200, body };
  };
  const by = { credentials: script.credentials, call: callProvider(LIMIT_MS) };
  try {
    return await script.adapter.findPayments(lookup, by);
  } catch (error) {
    return error instanceof ProviderFailure ? error.reason : error;
  }
}

describe.each(SCRIPTS)('$name', (script) => {
  const { find, replies } = script;
  const shown = (changes: Partial<AtProvider> = {}): Reply => ({
    status: 200,
    body: find.show({ ...find.paid, ...changes }),
  });
  const PAID = {
    transaction: find.transaction,
    reference: find.lookup.reference,
    amount: { minor: find.minor, currency: find.paid.currency },
    paidAt: find.paidAt,
  };

  it(`the ${script.name} adapter finds a payment with its exact amount, every time it asks`, async () => {
    expect(await findWith(script, shown())).toEqual([PAID]);
    expect(stub.received.at(-1)).toMatchObject({ method: 'GET', path: find.path });
    expect(await findWith(script, shown())).toEqual([PAID]);
  });

  it.each(find.unpaid)(`the ${script.name} adapter finds no payment with the status %s`, async (status) => {
    expect(await findWith(script, shown({ status }))).toEqual([]);
  });

  it(`the ${script.name} adapter finds no payment with another reference than the requested one`, async () => {
    expect(await findWith(script, shown({ reference: referenceOf('card', 2) }))).toEqual([]);
  });

  it(`the ${script.name} adapter finds no payment when the provider does not know the reference`, async () => {
    expect(await findWith(script, replies.unknown)).toEqual([]);
  });

  it(`the ${script.name} adapter keeps the currency in which a payment was made`, async () => {
    const { amount, currency, minor } = find.other;
    const found = await findWith(script, shown({ amount, currency }));
    expect(found).toEqual([{ ...PAID, amount: { minor, currency } }]);
  });

  it.each(find.impossible)(`the ${script.name} adapter refuses a payment with the amount %j`, async (amount) => {
    expect(await findWith(script, shown({ amount }))).toBe('malformed_answer');
  });

  it.each(['', 'XYZ', null, 566, {}])(
    `the ${script.name} adapter refuses a payment with the currency %j`,
    async (currency) => {
      expect(await findWith(script, shown({ currency }))).toBe('malformed_answer');
    },
  );

  it.each(['', null, {}, 1e21])(`the ${script.name} adapter refuses a payment with the id %j`, async (id) => {
    expect(await findWith(script, shown({ id }))).toBe('malformed_answer');
  });

  it.each([
    ['unauthorized', replies.unauthorized],
    ['busy', { status: 429, body: {} }],
    ['provider_error', { status: 502, text: 'Bad gateway' }],
    ['malformed_answer', { status: 200, text: 'paid' }],
    ['malformed_answer', { status: 307, text: '', headers: { location: 'https://elsewhere.example' } }],
    ['unreachable', 'drop'],
  ] as [string, Reply][])(
    `the ${script.name} adapter fails with %s instead of finding no payment on the answer %j`,
    async (reason, reply) => {
      expect(await findWith(script, reply)).toBe(reason);
    },
  );

  it(`the ${script.name} adapter finds no payment in an answer of an unknown shape`, async () => {
    for (const body of [
      null,
      [],
      'yes',
      42,
      {},
      { status: true },
      { status: 'success' },
      { requestSuccessful: true },
    ]) {
      const found = await findWith(script, { status: 200, body });
      expect([[], 'malformed_answer', 'refused']).toContainEqual(found);
    }
  });
});
