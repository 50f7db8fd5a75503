/** The walk of a forecast over more customers than are read together: each is counted once, whatever is owed in which currencies. */
import { expect, it } from 'vitest';
import type { CustomerRows } from '#lib/domain/customer.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { advanceForecast, newForecast } from '#lib/use-cases/make-forecast.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';

const account = { ...anAccount(), spreadFrom: '2026-01-01T00:00:00.000Z' };
const now = new Date('2026-03-01T09:00:00.000Z');
const hashOf = (reference: string) => deriveHash('salt', 'collection', reference);

/** Of one customer in one currency: what is owed, or a state of the table in which nothing is. */
type Debt = 'owed' | 'paid meanwhile' | 'expired' | 'paid before';

/** Of each customer, by currency; a debt has the customer and the currency as its reference. */
type Owed = readonly Readonly<Record<string, Debt>>[];

function portsOf(owed: Owed) {
  const asked = { pages: 0, customers: 0, collections: 0 };
  const debt = (nth: number, currency: string, state: Debt) => {
    const phone = `+234803${String(nth).padStart(7, '0')}`;
    return aCollection({
      reference: `${nth} ${currency}`,
      contact: aContact({ id: `contact_${nth}`, phone, email: `${nth}@x.example` }),
      amount: { minor: 100, currency },
      ...(state === 'paid meanwhile' && { received: 100, status: nth % 2 === 0 ? 'completed' : 'pending' }),
    });
  };
  const all = new Map(
    owed.flatMap((debts, nth) =>
      Object.entries(debts).map(([each, state]) => [hashOf(`${nth} ${each}`), debt(nth, each, state)] as const),
    ),
  );
  const ports = {
    clock: { now: () => now },
    random: { nonce: () => 'nonce' },
    settings: { baseUrl: 'https://pay.example' },
    configuredChannels: () => [],
    isOneWay: () => false,
    listCustomers: async (
      _account: string,
      { currency }: { currency: string },
      { after, limit, isSpread }: { after?: { contact: string }; limit: number; isSpread: boolean },
    ) => {
      expect(isSpread).toBe(true);
      asked.pages += 1;
      const isListed = (debts: Owed[number]) => (debts[currency] ?? 'paid before') !== 'paid before';
      const owing = owed.flatMap((debts, nth) => (isListed(debts) ? [`contact_${nth}`] : []));
      const from = after === undefined ? 0 : owing.indexOf(after.contact) + 1;
      return owing.slice(from, from + limit).map((contact) => ({ contact, sort: '' }));
    },
    readCustomer: async (_account: string, contact: string): Promise<CustomerRows> => {
      asked.customers += 1;
      const nth = Number(contact.slice('contact_'.length));
      const debts = Object.entries(owed[nth] ?? {});
      const count = (state: Debt, wanted: readonly Debt[]) => Number(wanted.includes(state));
      return {
        customer: undefined,
        // A sum of nothing stays.
        sums: debts.map(([currency, state]) => ({
          ...{ currency, outstanding: 0, expired: 0, oldestDueDay: null, version: 1 },
          count: count(state, ['owed', 'paid meanwhile']),
          expiredCount: count(state, ['expired']),
        })),
        debts: debts
          .filter(([, state]) => state !== 'paid before')
          .map(([currency, state]) => ({
            ...{ hash: hashOf(`${nth} ${currency}`), currency, outstanding: 100 },
            ...(state === 'expired' && { isExpired: true }),
          })),
      };
    },
    getCollections: async (_account: string, hashes: readonly string[]) => {
      expect(hashes.length).toBeLessThanOrEqual(100);
      asked.collections += hashes.length;
      return hashes.flatMap((hash) => all.get(hash) ?? []);
    },
    findReaches: async (people: readonly unknown[]) => people.map(() => ({ optedOut: [], unreachable: [] })),
  };
  return { ports: ports as never, asked };
}

async function walked(owed: Owed) {
  const { ports, asked } = portsOf(owed);
  const forecast = await newForecast(ports, account);
  asked.pages = 0;
  await advanceForecast(ports, account, forecast, Number.POSITIVE_INFINITY);
  expect(forecast.place).toBe('end');
  const { debts, people } = forecast.inForce;
  return { debts, people, ...asked };
}

it.each([1, 199, 200, 201, 400, 401])('%i customers are each read and counted once', async (count) => {
  const owed = Array.from({ length: count }, () => ({ NGN: 'owed' }) as const);
  const pages = Math.floor(count / 200) + 1;
  const all = { customers: count, collections: count };
  expect(await walked(owed)).toEqual({ debts: count, people: count, pages, ...all });
});

it('who owes in several currencies is one person, and comes with the first of them in which something is owed', async () => {
  const owed: Owed = [
    { NGN: 'owed' },
    { GHS: 'owed', NGN: 'owed' },
    { GHS: 'paid before', KES: 'owed', NGN: 'owed' },
    { GHS: 'expired', NGN: 'owed' },
    { KES: 'owed' },
  ];
  expect(await walked(owed)).toMatchObject({ debts: 7, people: 5, collections: 7 });
});

it.each([0, 1])('what was paid meanwhile is not counted (%i)', async (nth) => {
  const owed: Owed = [...Array.from({ length: nth }, () => ({ NGN: 'owed' }) as const), { NGN: 'paid meanwhile' }];
  expect(await walked(owed)).toMatchObject({ debts: nth, people: nth, customers: nth + 1 });
});

it('where nothing is owed, nothing is walked over', async () => {
  expect(await walked([])).toEqual({ debts: 0, people: 0, pages: 0, customers: 0, collections: 0 });
});
