/** Which sessions providers are asked about, and what is done with their answers. */
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

const confirmed = (reference: string, given: object = {}) => {
  const { provider: _us, recordedAt: _when, ...payment } = aPayment({ reference, ...given });
  return payment;
};

describe('the providers of a collection', () => {
  it('the providers of a collection are asked about each session, by its reference and its key', async () => {
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

  it('payments that a provider confirms are recorded under that provider, at the time of the answer', async () => {
    const collection = aPayableCollection(['card', 'mobile_money'], { account });
    const references = (['card', 'mobile_money'] as const).map((method, index) =>
      providerReference(collection.ref, method, index + 1),
    ) as [string, string];
    const { ports } = providers({
      [references[0]]: { kind: 'found', payments: [confirmed(references[0])] },
      [references[1]]: { kind: 'found', payments: [confirmed(references[1], { transaction: 'trx-2' })] },
    });
    const common = { provider: providerIdOf(account), recordedAt: NOW.toISOString() };
    expect(await askProviders(ports, { collection, account })).toEqual([
      { ...confirmed(references[0]), ...common },
      { ...confirmed(references[1], { transaction: 'trx-2' }), ...common },
    ]);
  });

  it('a provider that cannot answer does not hide the payments of another provider', async () => {
    const collection = aPayableCollection(['card', 'mobile_money'], { account });
    const [first, second] = (['card', 'mobile_money'] as const).map((method, index) =>
      providerReference(collection.ref, method, index + 1),
    ) as [string, string];
    const { ports } = providers({
      [first]: { kind: 'unavailable', reason: 'timeout' },
      [second]: { kind: 'found', payments: [confirmed(second)] },
    });
    expect(await askProviders(ports, { collection, account })).toMatchObject([{ reference: second }]);
  });

  it('a payment that a provider reports under another session’s reference is ignored', async () => {
    const collection = aPayableCollection(['card'], { account });
    const mine = providerReference(collection.ref, 'card', 1);
    const theirs = providerReference(aCollection({ account: account.id, reference: 'OTHER' }).ref, 'card', 1);
    const { ports } = providers({ [mine]: { kind: 'found', payments: [confirmed(theirs), confirmed(mine)] } });
    expect(await askProviders(ports, { collection, account })).toMatchObject([{ reference: mine }]);
  });

  it('the three newest sessions and the newest of each method are asked about, by their own numbers', async () => {
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

  it('a provider that we cannot talk to, or that is gone, is not asked', async () => {
    const sessions = [aSession({ provider: 'cash-desk' }), aSession({ provider: 'gone' })];
    const { ports, asked } = providers();
    const collection = aCollection({ account: account.id, sessions });
    expect(await askProviders(ports, { collection, account })).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('the target of a session', () => {
  it('the target of a session is its provider, even if it has been disabled since', () => {
    const disabled = anAccountWith([{ slug: 'stripe', enabled: false }]);
    expect(targetOf(disabled, { provider: 'stripe' })).toEqual({
      kind: 'stripe',
      id: providerIdOf(disabled, 'stripe'),
    });
  });

  it('the target of a session has the kind that the operator has set', () => {
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
