/** The books of a customer, from however many collections there are. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { readBooksOf } from '#lib/use-cases/read-statement.ts';
import { aCollection, aContact, minutesLater } from '#test/support/a-collection.ts';

const CONTACT = aContact();

function portsOf(collections: readonly Collection[]) {
  const places = collections.map(({ ref, createdAt }) => ({ hash: ref.hash, createdAt }));
  return {
    findByContact: async (_id: string, { after, limit }: { after?: { hash: string } | undefined; limit: number }) => {
      const from = after === undefined ? 0 : places.findIndex(({ hash }) => hash === after.hash) + 1;
      return places.slice(from, from + limit);
    },
    getLedger: async ({ hash }: { hash: string }) => ({
      collection: collections.find(({ ref }) => ref.hash === hash),
      entries: [],
      waiting: [],
    }),
  };
}

const many = (count: number, given: Partial<Collection> = {}) =>
  Array.from({ length: count }, (_, index) => aCollection({ reference: `INV-${index}`, ...given }));

describe('the books of a customer', () => {
  it.each([1, 25, 26, 99, 100, 101, 1_999])('have all of %d collections', async (count) => {
    const { entries } = await readBooksOf(portsOf(many(count)), 'account', CONTACT.id);
    expect(new Set(entries.map(({ collection }) => collection)).size).toBe(count);
    expect(entries[0]).toMatchObject({ number: 1, contact: CONTACT.id, reference: 'INV-0', currency: 'NGN' });
  });

  it('of more than can be read at once are refused', async () => {
    await expect(readBooksOf(portsOf(many(2_100)), 'account', CONTACT.id)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('have the name of the newest collection, and nothing of another customer, of what was erased, or is not there yet', async () => {
    const old = aCollection({ reference: 'old', contact: { ...CONTACT, firstName: 'Old' } });
    const newest = { ...aCollection({ reference: 'new' }), createdAt: minutesLater(5).toISOString() };
    const other = aCollection({ reference: 'other', contact: { ...CONTACT, id: 'contact_other' } });
    const erased = aCollection({ reference: 'erased', erasedAt: minutesLater(1).toISOString() });
    const ports = portsOf([newest, old, other, erased]);
    const { name, entries } = await readBooksOf(ports, 'account', CONTACT.id);
    expect([name, entries.map(({ reference }) => reference)]).toEqual([
      { firstName: CONTACT.firstName, lastName: CONTACT.lastName },
      ['new', 'old'],
    ]);
    await expect(readBooksOf(portsOf([other, erased]), 'account', CONTACT.id)).rejects.toMatchObject({
      code: 'customer_not_found',
    });
  });
});
