/** Which sessions providers are asked about, and what is made of their answers. */
import { describe, expect, it } from 'vitest';
import type { Found, Lookup } from '#lib/domain/payment/exchange.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import type { Target } from '#lib/domain/provider.ts';
import { type AskPorts, askProviders, targetOf } from '#lib/use-cases/ask-providers.ts';
import { aCollection, anAccountWith, minutesLater } from '#test/support/a-collection.ts';
import { aPaidAccount, aPayableCollection, aPayment, aSession, providerIdOf } from '#test/support/a-payment.ts';

const NOW = minutesLater(30);
const account = aPaidAccount();

function providers(answers: Record<string, Found> = {}) {
  const asked: { target: Target; lookup: Lookup; withinMs: number }[] = [];
  const ports: AskPorts = {
    clock: { now: () => NOW },
    findPayments: async (target, lookup, withinMs) => {
      asked.push({ target, lookup, withinMs });
      return answers[lookup.reference] ?? { kind: 'found', payments: [] };
    },
  };
  return { ports, asked };
}

const told = (reference: string, given: object = {}) => {
  const { provider: _us, recordedAt: _when, ...payment } = aPayment({ reference, ...given });
  return payment;
};

describe('the providers of a collection', () => {
  it('are asked about each session, under its reference, with the name they gave it', async () => {
    const sessions = [aSession(), aSession({ method: 'virtual_account', provider: 'paystack', key: 'va_1' })];
    const collection = aCollection({ account: account.id, sessions });
    const { ports, asked } = providers();
    expect(await askProviders(ports, { collection, account })).toEqual([]);
    const reference = (method: 'card' | 'virtual_account', number: number) =>
      providerReference(collection.ref, method, number);
    expect(asked).toEqual([
      {
        target: { kind: 'sandbox', id: providerIdOf(account) },
        lookup: { reference: reference('card', 1) },
        withinMs: 3_000,
      },
      {
        target: { kind: 'paystack', id: providerIdOf(account, 'paystack') },
        lookup: { reference: reference('virtual_account', 2), key: 'va_1' },
        withinMs: 3_000,
      },
    ]);
  });

  it('answer with payments that are recorded as theirs, now', async () => {
    const collection = aPayableCollection(['card', 'mobile_money'], { account });
    const references = (['card', 'mobile_money'] as const).map((method, index) =>
      providerReference(collection.ref, method, index + 1),
    ) as [string, string];
    const { ports } = providers({
      [references[0]]: { kind: 'found', payments: [told(references[0])] },
      [references[1]]: { kind: 'found', payments: [told(references[1], { transaction: 'trx-2' })] },
    });
    const common = { provider: providerIdOf(account), recordedAt: NOW.toISOString() };
    expect(await askProviders(ports, { collection, account })).toEqual([
      { ...told(references[0]), ...common },
      { ...told(references[1], { transaction: 'trx-2' }), ...common },
    ]);
  });

  it('that cannot say keep nobody else’s word from us', async () => {
    const collection = aPayableCollection(['card', 'mobile_money'], { account });
    const [first, second] = (['card', 'mobile_money'] as const).map((method, index) =>
      providerReference(collection.ref, method, index + 1),
    ) as [string, string];
    const { ports } = providers({
      [first]: { kind: 'unavailable', reason: 'timeout' },
      [second]: { kind: 'found', payments: [told(second)] },
    });
    expect(await askProviders(ports, { collection, account })).toMatchObject([{ reference: second }]);
  });

  it('are not believed when they tell of another session’s payment', async () => {
    const collection = aPayableCollection(['card'], { account });
    const mine = providerReference(collection.ref, 'card', 1);
    const theirs = providerReference(aCollection({ account: account.id, reference: 'OTHER' }).ref, 'card', 1);
    const { ports } = providers({ [mine]: { kind: 'found', payments: [told(theirs), told(mine)] } });
    expect(await askProviders(ports, { collection, account })).toMatchObject([{ reference: mine }]);
  });

  it('are asked about the three newest sessions and the newest of each method, by their own numbers', async () => {
    const methods = [
      'virtual_account',
      'card',
      'card',
      'checkout',
      'checkout',
      'checkout',
      'checkout',
      'checkout',
    ] as const;
    const sessions = methods.map((method) => aSession({ method }));
    const collection = aCollection({ account: account.id, sessions });
    const { ports, asked } = providers();
    await askProviders(ports, { collection, account });
    expect(asked.map(({ lookup }) => lookup.reference)).toEqual(
      [1, 3, 6, 7, 8].map((number) => providerReference(collection.ref, methods[number - 1] ?? 'card', number)),
    );
  });

  it('are not asked where we cannot talk to them, or they are gone', async () => {
    const sessions = [aSession({ provider: 'cash-desk' }), aSession({ provider: 'gone' })];
    const { ports, asked } = providers();
    const collection = aCollection({ account: account.id, sessions });
    expect(await askProviders(ports, { collection, account })).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('whom a session is with', () => {
  it('is its provider, also when that has been disabled since', () => {
    const disabled = anAccountWith([{ slug: 'stripe', enabled: false }]);
    expect(targetOf(disabled, { provider: 'stripe' })).toEqual({
      kind: 'stripe',
      id: providerIdOf(disabled, 'stripe'),
    });
  });

  it('has the kind that the operator has set', () => {
    const named = anAccountWith([{ slug: 'shop-ng', kind: 'monnify' }]);
    expect(targetOf(named, { provider: 'shop-ng' })).toEqual({ kind: 'monnify', id: providerIdOf(named, 'shop-ng') });
  });
});

it('a session without a name of its provider is asked about without one', async () => {
  const { ports, asked } = providers();
  const collection = aPayableCollection(['card'], { account });
  await askProviders(ports, { collection, account });
  expect(asked[0]?.lookup).toStrictEqual({ reference: providerReference(collection.ref, 'card', 1) });
});
