/** What providers are asked about, and what is done with their answers. */
import { describe, expect, it } from 'vitest';
import type { Lookup, ProviderFindings } from '#lib/domain/payment/exchange.ts';
import type { BookableMovement, Movement, Progress } from '#lib/domain/payment/movement.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import type { Target } from '#lib/domain/providers/provider.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { type AskPorts, askProviders, isAskable, targetOf } from '#lib/use-cases/ask-providers.ts';
import { aCollection, anAccountWith } from '#test/support/a-collection.ts';
import { aMovement, aPaidAccount, aPayableCollection, aSession, providerIdOf } from '#test/support/a-payment.ts';

const account = aPaidAccount();
const REFERENCE = 'PSK_txn_8a7f34';
const NOTHING = { reported: [], isPending: false, ended: [], referenceEnded: false };

const found = (movements: Movement[] = [], progress: Progress = 'open'): ProviderFindings => ({
  kind: 'found',
  movements,
  progress,
});
const paid = (reference: string, given: Partial<BookableMovement> = {}) =>
  aMovement({ references: [reference], ...given });

function providers(answers: Record<string, ProviderFindings> = {}) {
  const asked: { target: Target; lookup: Lookup; withinMs: number }[] = [];
  const ports: AskPorts = {
    findMovements: async (target, lookup, withinMs) => {
      asked.push({ target, lookup, withinMs });
      return answers[lookup.reference ?? ''] ?? found();
    },
  };
  return { ports, asked };
}

const withTwoSessions = aPayableCollection(['card', 'mobile_money'], { account });
const [FIRST, SECOND] = (['card', 'mobile_money'] as const).map((method, index) =>
  providerReference(withTwoSessions.ref, method, index + 1),
) as [string, string];
const askBoth = (answers: Record<string, ProviderFindings>) =>
  askProviders(providers(answers).ports, { collection: withTwoSessions, account }, 'all');

describe('the providers of a collection', () => {
  it('the providers of a collection are asked about each session, by its reference and its key', async () => {
    const sessions = [aSession(), aSession({ method: 'virtual_account', provider: 'paystack', key: 'va_1' })];
    const collection = aCollection({ account: account.id, sessions });
    const { ports, asked } = providers();
    expect(await askProviders(ports, { collection, account }, 'all')).toMatchObject(NOTHING);
    expect(asked).toStrictEqual([
      {
        target: { kind: 'sandbox', id: providerIdOf(account) },
        lookup: { reference: providerReference(collection.ref, 'card', 1) },
        withinMs: 3_000,
      },
      {
        target: { kind: 'paystack', id: providerIdOf(account, 'paystack') },
        lookup: { reference: providerReference(collection.ref, 'virtual_account', 2), key: 'va_1' },
        withinMs: 3_000,
      },
    ]);
  });

  it('the provider of the merchant’s own transaction is asked about it, by the merchant’s reference', async () => {
    const collection = aCollection({ account: account.id, referenceProvider: 'paystack' });
    const { ports, asked } = providers({ [REFERENCE]: found([paid(REFERENCE)], 'ended') });
    expect(await askProviders(ports, { collection, account }, 'all')).toMatchObject({
      ...NOTHING,
      reported: [{ ...paid(REFERENCE), provider: providerIdOf(account, 'paystack') }],
      referenceEnded: true,
    });
    expect(asked).toMatchObject([{ target: { kind: 'paystack' }, lookup: { reference: REFERENCE } }]);
  });

  it('movements that a provider confirms are reported under that provider', async () => {
    const { reported } = await askBoth({
      [FIRST]: found([paid(FIRST)]),
      [SECOND]: found([paid(SECOND, { transaction: 'trx-2' }), paid(SECOND, { kind: 'refund', object: 'r' })]),
    });
    expect(reported).toEqual([
      { ...paid(FIRST), provider: providerIdOf(account) },
      { ...paid(SECOND, { transaction: 'trx-2' }), provider: providerIdOf(account) },
      { ...paid(SECOND, { kind: 'refund', object: 'r' }), provider: providerIdOf(account) },
    ]);
  });

  it('a provider that cannot answer does not hide what another provider answers, and its session is not over', async () => {
    const answers = await askBoth({
      [FIRST]: { kind: 'unavailable', reason: 'timeout' },
      [SECOND]: found([paid(SECOND)], 'ended'),
    });
    expect(answers).toMatchObject({ reported: [{ references: [SECOND] }], ended: [2] });
  });

  it('a movement that a provider reports under another reference only is ignored', async () => {
    const theirs = providerReference(aCollection({ account: account.id, reference: 'OTHER' }).ref, 'card', 1);
    const both = paid(FIRST, { references: [theirs, FIRST] });
    const { reported } = await askBoth({ [FIRST]: found([paid(theirs), both]) });
    expect(reported).toEqual([{ ...both, provider: providerIdOf(account) }]);
  });

  it.each<[Progress, Progress, boolean, number[]]>([
    ['open', 'open', false, []],
    ['pending', 'open', true, []],
    ['ended', 'pending', true, [1]],
    ['ended', 'ended', false, [1, 2]],
  ])('sessions that are %s and %s are under way: %s, and over: %j', async (first, second, isPending, ended) => {
    const answers = await askBoth({ [FIRST]: found([], first), [SECOND]: found([], second) });
    expect(answers).toMatchObject({ isPending, ended, referenceEnded: false });
  });

  it('the merchant’s own transaction may be what is under way', async () => {
    const collection = aCollection({ account: account.id, referenceProvider: 'paystack' });
    const { ports } = providers({ [REFERENCE]: found([], 'pending') });
    expect(await askProviders(ports, { collection, account }, 'all')).toMatchObject({ ...NOTHING, isPending: true });
  });

  it('a session that is over is not asked about, and the others keep their own numbers', async () => {
    const sessions = [aSession({ ended: true }), aSession({ method: 'checkout' })];
    const collection = aCollection({ account: account.id, sessions });
    const reference = providerReference(collection.ref, 'checkout', 2);
    const { ports, asked } = providers({ [reference]: found([], 'ended') });
    expect(await askProviders(ports, { collection, account }, 'all')).toMatchObject({ ended: [2] });
    expect(asked.map(({ lookup }) => lookup.reference)).toEqual([reference]);
  });

  it('a provider that we cannot talk to, or that is gone, is not asked', async () => {
    const sessions = [aSession({ provider: 'cash-desk' }), aSession({ provider: 'gone' })];
    const collection = aCollection({ account: account.id, sessions, referenceProvider: 'gone' });
    const { ports, asked } = providers();
    expect(await askProviders(ports, { collection, account }, 'all')).toMatchObject(NOTHING);
    expect(asked).toEqual([]);
  });
});

describe('whether there is anybody to ask', () => {
  const askable = (given: Parameters<typeof aCollection>[0]) => isAskable(aCollection(given));

  it('a collection with an open session can be asked about, in each status', () => {
    expect(askable({ sessions: [aSession({ ended: true }), aSession()] })).toBe(true);
    expect(askable({ sessions: [aSession()], status: 'completed' })).toBe(true);
  });

  it('a collection whose sessions are over, and that names no transaction, cannot be asked about', () => {
    expect(askable({ sessions: [aSession({ ended: true })] })).toBe(false);
    expect(askable({})).toBe(false);
  });

  it.each<[Status, boolean]>([
    ['pending', true],
    ['overdue', true],
    ['expired', true],
    ['cancelled', true],
    ['completed', false],
  ])('the merchant’s own transaction of a collection that is %s is asked about: %s', (status, expected) => {
    expect(askable({ status, referenceProvider: 'paystack' })).toBe(expected);
    expect(askable({ status, referenceProvider: 'paystack', referenceEnded: true })).toBe(false);
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

  it('about the merchant’s own transaction alone, no session is asked about', async () => {
    const sessions = [aSession()];
    const collection = aCollection({
      account: account.id,
      sessions,
      referenceProvider: 'sandbox',
      reference: REFERENCE,
    });
    const { ports, asked } = providers();
    await askProviders(ports, { collection, account }, 'own');
    expect(asked.map(({ lookup }) => lookup)).toEqual([{ reference: REFERENCE }]);
  });

  it('a provider without credentials knows nothing of the merchant’s own transaction, today or later', async () => {
    const collection = aCollection({ account: account.id, referenceProvider: 'sandbox', reference: REFERENCE });
    const { ports } = providers({ [REFERENCE]: { kind: 'unavailable', reason: 'no_credentials' } });
    expect(await askProviders(ports, { collection, account }, 'all')).toMatchObject({
      ...NOTHING,
      referenceEnded: true,
    });
  });

  it('a transaction that the provider does not know is over, and one that it could not look up is not', async () => {
    const collection = aCollection({ account: account.id, referenceProvider: 'sandbox', reference: REFERENCE });
    const ended = async (answer: ProviderFindings) =>
      (await askProviders(providers({ [REFERENCE]: answer }).ports, { collection, account }, 'all')).referenceEnded;
    expect(await ended(found([], 'unknown'))).toBe(true);
    expect(await ended({ kind: 'unavailable', reason: 'timeout' })).toBe(false);
  });
});
