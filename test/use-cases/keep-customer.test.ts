/** What the table says of a customer after a collection of theirs was erased: nothing that was about it. */
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionChange } from '#lib/domain/customer.ts';
import { type KeepPorts, keepCustomer } from '#lib/use-cases/keep-customer.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';

const ERASED_AT = minutesLater(5).toISOString();
const collection = aCollection();
const another = aCollection({ reference: 'another' });
const erased: Collection = {
  ...collection,
  erasedAt: ERASED_AT,
  contact: { ...collection.contact, id: 'contact_of_nobody', firstName: 'Erased' },
};

/** Each write, by its name and of whom. */
async function writesAfter(change: CollectionChange, left: readonly Collection[]): Promise<string[]> {
  const writes: string[] = [];
  const write = (name: string) => async (_account: string, of: string) => {
    writes.push(`${name} ${of}`);
    return true;
  };
  const ports = {
    readCustomer: async () => ({ customer: undefined, sums: [], debts: [] }),
    findByContact: async (contact: string) => (contact === collection.contact.id ? left.map(({ ref }) => ref) : []),
    getCollections: async () => left,
    saveCustomer: write('save'),
    saveOpenSum: write('sum'),
    forgetCustomer: write('forget'),
    putDebt: write('debt'),
    removeDebt: write('no debt'),
    putCustomerWords: write('words'),
    removeCustomerWords: write('no words'),
  } as unknown as KeepPorts;
  await keepCustomer(ports, [change]);
  return writes;
}

const { id } = collection.contact;

it.each<[string, CollectionChange, readonly Collection[], string[]]>([
  [
    'forgets who has no other',
    { isNew: false, earlier: [collection], after: erased },
    [],
    [`no words ${id}`, `forget ${id}`],
  ],
  [
    'keeps who has another, by that',
    { isNew: false, earlier: [collection], after: erased },
    [another],
    [`debt ${id}`, `words ${id}`, `no words ${id}`, `sum ${id}`, `save ${id}`],
  ],
  ['changes nobody when it was erased before', { isNew: false, earlier: [erased], after: erased }, [], []],
  ['changes nobody when it came and was erased in one', { isNew: true, earlier: [], after: erased }, [], []],
])('an erasure %s', async (_what, change, left, expected) => {
  expect(await writesAfter(change, left)).toEqual(expected);
});
