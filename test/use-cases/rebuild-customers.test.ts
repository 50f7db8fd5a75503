/** Making all customers of an account anew: each page of its list, each customer once, and nothing of who was erased. */
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { rebuildCustomers } from '#lib/use-cases/rebuild-insights.ts';
import { aCollection, aContact } from '#test/support/a-collection.ts';

const of = (reference: string, contact: string, given: Partial<Collection> = {}): Collection =>
  aCollection({ reference, contact: aContact({ id: contact }), ...given });

it('goes through all pages, makes each customer once, and leaves out what was erased', async () => {
  const pages = [
    [of('order-1', 'contact_a'), of('order-2', 'contact_b')],
    [of('order-3', 'contact_a'), of('order-4', 'contact_c', { erasedAt: '2026-03-02T09:00:00.000Z' })],
  ];
  const all = pages.flat();
  const [found, rebuilt]: [string[], string[]] = [[], []];
  const ports = {
    clock: { now: () => new Date(), sleep: async () => {} },
    readListPage: async (_account: string, page: number) => {
      const hashes = (pages[page - 1] ?? []).map(({ ref }) => ref.hash);
      return { count: all.length, hashes };
    },
    getCollections: async (_account: string, hashes: readonly string[]) =>
      all.filter(({ ref }) => hashes.includes(ref.hash)),
    putReferenceWords: async ({ hash }: { hash: string }) => void found.push(hash),
    readCustomer: async (_account: string, contact: string) => {
      rebuilt.push(contact);
      return { sums: [], debts: [] };
    },
    findByContact: async () => [],
    removeCustomerWords: async () => {},
    forgetCustomer: async () => {},
  };
  const answer = await rebuildCustomers(ports as never, 'a');
  expect(answer).toEqual({ collections: 3, customers: 2 });
  expect(found).toEqual(all.slice(0, 3).map(({ ref }) => ref.hash));
  expect(rebuilt).toEqual(['contact_a', 'contact_b']);
});
