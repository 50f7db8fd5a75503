/** With which collection a contact goes, when its other collections are erased at the same time, or stay. */
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { eraseEnded } from '#lib/use-cases/erase-ended.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';

const DAYS = 30;
const NOW = new Date('2026-04-05T09:00:00.000Z');
/** Its period ends now. */
const ENDED_AT = '2026-03-06T09:00:00.000Z';

const account = anAccount();
const ended = (reference: string, given: Partial<Collection> = {}): Collection => ({
  ...aCollection({ account: account.id, reference, status: 'cancelled' }),
  updatedAt: ENDED_AT,
  completedAt: ENDED_AT,
  ...given,
});
const OWN = ended('INV-1');

/** What is forgotten beside the collection, which has another in the index of its contact. */
async function forgottenWith(other: Collection): Promise<{ outcome: string; contacts: string[] }> {
  const contacts: string[] = [];
  const ports = {
    clock: { now: () => NOW },
    settings: { retentionDays: DAYS },
    getCollection: async () => OWN,
    getAccount: async () => account,
    findByContact: async () => [OWN.ref, other.ref],
    getCollections: async (_account: string, hashes: string[]) =>
      [OWN, other].filter(({ ref }) => hashes.includes(ref.hash)),
    getContacts: async () => [],
    getPerson: async () => ({ sends: [] }),
    forgetContact: async (_account: string, _lookup: object, isOf: (row: { id: string }) => boolean) => {
      contacts.push(...[OWN.contact.id, 'contact_other'].filter((id) => isOf({ id })));
    },
    forgetPerson: async () => {},
    forgetLastMessage: async () => {},
    eraseCollection: async () => 'erased',
    postponeErasure: async () => true,
    readCustomer: async () => ({ customer: undefined, sums: [], debts: [] }),
    removeCustomerWords: async () => {},
    putCustomerWords: async () => {},
    putDebt: async () => {},
    saveOpenSum: async () => true,
    saveCustomer: async () => true,
    forgetCustomer: async () => {},
  };
  const outcome = await eraseEnded(ports as never, OWN.ref);
  return { outcome, contacts };
}

const OPEN = { ...aCollection({ account: account.id, reference: 'INV-2' }), contact: OWN.contact };
const later = '2026-03-06T09:00:00.001Z';

it.each<[string, Collection, boolean]>([
  ['one whose period ends at the same instant', ended('INV-2'), false],
  ['one whose period ends later', ended('INV-2', { updatedAt: later, completedAt: later }), true],
  ['one that has another contact by now', { ...OPEN, contact: { ...OWN.contact, id: 'contact_other' } }, false],
  ['one that is open', OPEN, true],
  [
    'one that was erased a moment ago',
    ended('INV-2', { erasedAt: ENDED_AT, updatedAt: later, completedAt: later }),
    false,
  ],
  ['itself alone', OWN, false],
])('beside %s', async (_other, other, isKept) => {
  expect(await forgottenWith(other)).toEqual({ outcome: 'erased', contacts: isKept ? [] : [OWN.contact.id] });
});
