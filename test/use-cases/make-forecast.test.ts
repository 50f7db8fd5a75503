/** The walk of a forecast over more customers than are read together: each is counted once, whatever is owed in which currencies. */
import { expect, it } from 'vitest';
import type { CustomerRows } from '#lib/domain/customer.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { advanceForecast, newForecast } from '#lib/use-cases/make-forecast.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';

const account = anAccount();
const now = new Date('2026-03-01T09:00:00.000Z');
const hashOf = (reference: string) => deriveHash('salt', 'collection', reference);

/** What each customer owes, by currency; a debt has the customer and the currency as its reference. */
type Owed = readonly (readonly string[])[];

function portsOf(owed: Owed) {
  const asked = { pages: 0, customers: 0 };
  const debt = (nth: number, currency: string) =>
    aCollection({
      reference: `${nth} ${currency}`,
      contact: aContact({
        id: `contact_${nth}`,
        phone: `+234803${String(nth).padStart(7, '0')}`,
        email: `${nth}@x.example`,
      }),
      amount: { minor: 100, currency },
    });
  const all = new Map(
    owed.flatMap((currencies, nth) => currencies.map((each) => [hashOf(`${nth} ${each}`), debt(nth, each)] as const)),
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
      { after, limit }: { after?: { contact: string }; limit: number },
    ) => {
      asked.pages += 1;
      const owing = owed.flatMap((currencies, nth) => (currencies.includes(currency) ? [`contact_${nth}`] : []));
      const from = after === undefined ? 0 : owing.indexOf(after.contact) + 1;
      return owing.slice(from, from + limit).map((contact) => ({ contact, sort: '' }));
    },
    readCustomer: async (_account: string, contact: string): Promise<CustomerRows> => {
      asked.customers += 1;
      const nth = Number(contact.slice('contact_'.length));
      const currencies = owed[nth] ?? [];
      const sum = { outstanding: 100, count: 1, oldestDueDay: null, expired: 0, expiredCount: 0, version: 1 };
      return {
        customer: undefined,
        sums: currencies.map((currency) => ({ ...sum, currency })),
        debts: currencies.map((currency) => ({ hash: hashOf(`${nth} ${currency}`), currency, outstanding: 100 })),
      };
    },
    getCollections: async (_account: string, hashes: readonly string[]) => {
      expect(hashes.length).toBeLessThanOrEqual(100);
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
  const owed = Array.from({ length: count }, () => ['NGN']);
  const pages = Math.floor(count / 200) + 1;
  expect(await walked(owed)).toEqual({ debts: count, people: count, pages, customers: count });
});

it('who owes in several currencies is one person, and comes with the first of them', async () => {
  expect(await walked([['NGN'], ['GHS', 'NGN'], ['GHS', 'KES', 'NGN'], ['KES']])).toMatchObject({
    debts: 7,
    people: 4,
  });
});

it('where nothing is owed, nothing is walked over', async () => {
  expect(await walked([])).toEqual({ debts: 0, people: 0, pages: 0, customers: 0 });
});
