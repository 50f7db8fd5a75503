/** Customers from their collections: whose details count, what they owe, by which words they are found, and their orders. */
import { describe, expect, it } from 'vitest';
import {
  type CustomerOrder,
  customerFrom,
  debtOf,
  type FoundCustomer,
  isOwed,
  nameSortKey,
  nothingOwed,
  openSumsOf,
  orderedCustomers,
  owedIn,
  type StoredCustomer,
  withCollection,
} from '#lib/domain/customer.ts';
import { aCollection, aContact, minutesLater } from '#test/support/a-collection.ts';

const at = (minutes: number): string => minutesLater(minutes).toISOString();
const ADA = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };
const ADA_WORDS = ['ada', 'obi', '+2348031234567', 'ada@example.com'];
const MARRIED = { ...ADA, lastName: 'Eze' };

const created = (minutes: number, contact = ADA, given: object = {}) =>
  aCollection({ contact: aContact(contact), createdAt: at(minutes), ...given });
const stored = (given: Partial<StoredCustomer> = {}): StoredCustomer => ({
  ...ADA,
  at: at(10),
  createdAt: at(10),
  words: ADA_WORDS,
  ...given,
});

it.each([
  [{ firstName: 'Zoë', lastName: 'Ångström' }, 'zoe angstrom'],
  [{ firstName: 'Ada Chi', lastName: '' }, 'ada chi'],
  [{ firstName: '', lastName: 'Obi' }, 'obi'],
  [{ firstName: '…', lastName: '🙏' }, '\u{10fffd}'],
  [{ firstName: 'x'.repeat(40), lastName: 'y '.repeat(200) }, `${'x'.repeat(40)} y`],
  [
    { firstName: Array.from({ length: 60 }, (_, n) => `name${n}`).join(' '), lastName: '' },
    expect.stringMatching(/^.{200}$/),
  ],
])('%j sorts by %j', (name, key) => expect(nameSortKey(name)).toEqual(key));

describe('what a customer owes', () => {
  const { hash } = aCollection().ref;

  it.each([
    [{}, { hash, currency: 'NGN', outstanding: 4_500_000 }],
    [
      { status: 'overdue', received: 4_000_000, dueDay: 7 },
      { hash, currency: 'NGN', outstanding: 500_000, dueDay: 7 },
    ],
    [{ received: 5_000_000 }, { hash, currency: 'NGN', outstanding: 0 }],
    [{ status: 'completed' }, undefined],
    [
      { status: 'expired', received: 4_000_000, dueDay: 7 },
      { hash, currency: 'NGN', outstanding: 500_000, dueDay: 7, isExpired: true },
    ],
    [{ status: 'cancelled' }, undefined],
  ])('by a collection with %j is %j', (given, debt) => expect(debtOf(aCollection(given as object))).toEqual(debt));

  it('is summed by currency, with the oldest due day', () => {
    const debt = (currency: string, outstanding: number, dueDay?: number) => ({
      hash: 'h',
      currency,
      outstanding,
      ...(dueDay !== undefined && { dueDay }),
    });
    expect(openSumsOf([debt('NGN', 5, 9), debt('GHS', 1), debt('NGN', 7), debt('XOF', 2), debt('NGN', 1, 0)])).toEqual([
      { ...nothingOwed('GHS'), outstanding: 1, count: 1 },
      { ...nothingOwed('NGN'), outstanding: 13, count: 3, oldestDueDay: 0 },
      { ...nothingOwed('XOF'), outstanding: 2, count: 1 },
    ]);
    expect(openSumsOf([])).toEqual([]);
    const [spread, older] = openSumsOf([{ ...debt('NGN', 5), spread: true }, debt('NGN', 7), debt('USD', 1)]);
    expect(spread).toMatchObject({ outstanding: 12, spread: true });
    expect(older).not.toHaveProperty('spread');
    const expired = { ...debt('NGN', 100, 1), isExpired: true };
    const sums = openSumsOf([
      expired,
      debt('NGN', 7, 9),
      { ...expired, outstanding: 20 },
      { ...expired, currency: 'XOF' },
    ]);
    expect(sums).toEqual([
      { ...nothingOwed('NGN'), outstanding: 7, count: 1, oldestDueDay: 9, expired: 120, expiredCount: 2 },
      { ...nothingOwed('XOF'), expired: 100, expiredCount: 1 },
    ]);
    expect([...sums, nothingOwed('GHS')].map((sum) => [owedIn(sum), isOwed(sum)])).toEqual([
      [127, true],
      [100, true],
      [0, false],
    ]);
  });
});

describe('a new collection', () => {
  it('makes its contact a customer', () => {
    expect(withCollection(undefined, created(5))).toEqual(stored({ at: at(5), createdAt: at(5) }));
  });

  it('gives the customer its details, if they are newer, and its words in any case', () => {
    const words = [...ADA_WORDS, 'eze'];
    expect(withCollection(undefined, created(5, ADA, { spread: true })).spread).toBe(true);
    expect(withCollection(stored(), created(20, ADA, { spread: true })).spread).toBe(true);
    expect(withCollection(stored({ spread: true }), created(20)).spread).toBe(true);
    expect(withCollection(stored(), created(20, MARRIED))).toEqual({ ...stored({ words, at: at(20) }), ...MARRIED });
    expect(withCollection(stored(), created(5, MARRIED))).toEqual(stored({ words, createdAt: at(5) }));
  });

  it('with the same details changes nothing, and what is known besides stays', () => {
    const known = stored({ lastHeardAt: at(12), pausedSince: at(13) });
    expect(withCollection(known, created(20))).toEqual(known);
    expect(withCollection(known, created(20, MARRIED))).toMatchObject({ lastHeardAt: at(12), pausedSince: at(13) });
  });
});

describe('a customer from all collections', () => {
  it('is nobody without one', () => expect(customerFrom(stored(), [])).toBeUndefined());

  it('has the details of the newest, the age of the oldest, and the names of all', () => {
    const all = [created(20, MARRIED), created(5)];
    expect(customerFrom(undefined, all)).toEqual({
      ...MARRIED,
      at: at(20),
      createdAt: at(5),
      words: ['ada', 'eze', '+2348031234567', 'ada@example.com', 'obi'],
    });
  });

  it('is not found by the phone of what is closed, but by its names', () => {
    const before = { ...ADA, firstName: 'Adaeze', phone: '+2348030000000' };
    const words = (status: string) => customerFrom(undefined, [created(5, before, { status }), created(20)])?.words;
    expect(words('expired')).toEqual([...ADA_WORDS, 'adaeze']);
    expect(words('overdue')).toEqual([...ADA_WORDS, 'adaeze', '+2348030000000']);
  });

  it('keeps details that were corrected since the newest, and is older than what is left of it', () => {
    const corrected = stored({ lastName: 'Eze', at: at(20), createdAt: at(1) });
    expect(customerFrom(corrected, [created(20), created(5)])).toMatchObject({ lastName: 'Eze', createdAt: at(1) });
    expect(customerFrom(corrected, [created(30), created(0)])).toMatchObject({ lastName: 'Obi', createdAt: at(0) });
  });

  it('takes the details that are given, or those of the newest that was corrected', () => {
    const all = [created(5), created(20)];
    const details = { ...ADA, email: 'new@example.com' };
    expect(customerFrom(stored(), all, { details })).toMatchObject(details);
    expect(customerFrom(undefined, [...all, created(3, ADA, { spread: true })])?.spread).toBe(true);
    expect(customerFrom(stored({ spread: true }), all)?.spread).toBe(true);
    expect(customerFrom(stored(), all)).not.toHaveProperty('spread');
    const newest = created(20, MARRIED);
    expect(customerFrom(stored({ at: at(20) }), all, { corrected: newest })).toMatchObject(MARRIED);
    const older = created(5, MARRIED);
    expect(customerFrom(stored({ at: at(20) }), all, { corrected: older })).toMatchObject(ADA);
    expect(customerFrom(undefined, all, { corrected: older })).toMatchObject(MARRIED);
  });
});

describe('customers that a search found', () => {
  const found = (contact: string, name: string, minutes: number, owed?: number): FoundCustomer => ({
    contact,
    customer: stored({ firstName: name, createdAt: at(minutes) }),
    owed,
  });
  const FOUND = [found('b', 'Bola', 3, 5), found('a', 'Zoe', 1), found('d', 'Ada', 2, 40), found('c', 'Ada', 3, 0)];

  it.each<[CustomerOrder, string]>([
    [{ by: 'newest' }, 'cbda'],
    [{ by: 'name' }, 'cdba'],
    [{ by: 'outstanding', currency: 'NGN' }, 'dbca'],
  ])('are ordered by %j, and go on after any place', (order, expected) => {
    const places = orderedCustomers(FOUND, order, undefined);
    expect(places.map(({ contact }) => contact).join('')).toBe(expected);
    for (const [index, place] of places.entries())
      expect(orderedCustomers(FOUND, order, place)).toEqual(places.slice(index + 1));
  });
});
