/** What a payer who comes back from a provider has paid: the newest payment of the session, with all debts that it shares. */
import { expect, it } from 'vitest';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import { askAboutReturned, type ReturnedPorts } from '#lib/use-cases/open-together.ts';
import { aCollection, aContact, anAccount, inContext, minutesLater } from '#test/support/a-collection.ts';
import { anEntry } from '#test/support/a-payment.ts';

const account = anAccount();
const debtOf = (reference: string, sessions: readonly Session[] = []) =>
  aCollection({ account: account.id, reference, status: 'completed', sessions });
const paid = (transaction: string, minute: number, given: Partial<LedgerEntry> = {}) =>
  anEntry({ key: transaction, transaction, at: minutesLater(minute).toISOString(), ...given });

const hashOf = (reference: string) => debtOf(reference).ref.hash;
const SHARED: Session[] = [
  { method: 'checkout', provider: 'sandbox', shares: [hashOf('other')] },
  { method: 'checkout', provider: 'sandbox', shares: [hashOf('own'), hashOf('other')] },
  { method: 'checkout', provider: 'sandbox' },
];

type Ledgers = Record<string, { sessions?: readonly Session[]; entries: readonly LedgerEntry[]; isGone?: true }>;

/** The reference of each debt that was paid, and the transaction. */
async function returnedTo(ledgers: Ledgers, contact = aContact()) {
  const stored = Object.entries(ledgers).map(([reference, { sessions, entries, isGone }]) => ({
    collection: debtOf(reference, sessions),
    entries,
    isGone,
  }));
  const ports = {
    clock: { now: () => minutesLater(60), sleep: async () => {} },
    beginAsking: async () => false,
    getLedger: async ({ hash }: { hash: string }) => {
      const found = stored.find(({ collection }) => collection.ref.hash === hash);
      return { collection: found?.isGone ? undefined : found?.collection, entries: found?.entries ?? [], waiting: [] };
    },
  } as unknown as ReturnedPorts;
  const context = inContext({ ...debtOf('own'), contact }, account);
  const answer = await askAboutReturned(ports, context, hashOf('own'));
  return answer?.paid.map(({ collection, entry }) => [collection.reference, entry.transaction]);
}

it.each<[string, Ledgers, [string, string][]]>([
  ['nothing', { own: { entries: [] } }, []],
  ['one debt, without a session that is shared', { own: { entries: [paid('a', 1)] } }, [['own', 'a']]],
  [
    'the newest of two payments, in whichever order they were recorded',
    { own: { entries: [paid('b', 9), paid('a', 1)] } },
    [['own', 'b']],
  ],
  [
    'the newest of two payments that were recorded as they came',
    { own: { entries: [paid('a', 1), paid('b', 9)] } },
    [['own', 'b']],
  ],
  [
    'all debts of the newest session that is shared',
    { own: { sessions: SHARED, entries: [paid('a', 1)] }, other: { entries: [paid('a', 1), paid('c', 20)] } },
    [
      ['own', 'a'],
      ['other', 'a'],
    ],
  ],
  [
    'what another provider calls the same is another payment',
    {
      own: { sessions: SHARED, entries: [paid('a', 1)] },
      other: { entries: [paid('a', 1, { provider: 'prv_other' })] },
    },
    [['own', 'a']],
  ],
  [
    'neither what came back, nor what does not count, nor what the merchant recorded',
    {
      own: {
        entries: [
          paid('a', 1),
          paid('a', 5, { key: 'r', kind: 'refund' }),
          paid('b', 6, { counts: false }),
          paid('c', 7, { provider: 'merchant' }),
        ],
      },
    },
    [['own', 'a']],
  ],
  [
    'what waits for a debt that is not recorded is not shown',
    { own: { sessions: SHARED, entries: [paid('a', 1)] }, other: { entries: [paid('a', 1)], isGone: true } },
    [['own', 'a']],
  ],
])('has paid %s', async (_what, ledgers, expected) => {
  expect(await returnedTo(ledgers)).toEqual(expected);
});

it('is told nothing of a debt of somebody else', async () => {
  const stranger = aContact({ firstName: 'Bola', phone: '+2348039999999', email: 'bola@example.com' });
  expect(await returnedTo({ own: { entries: [paid('a', 1)] } }, stranger)).toBeUndefined();
});
