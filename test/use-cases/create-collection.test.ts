/** What a create reads before it records anything: the account, the phone and the contact. */
import { expect, it } from 'vitest';
import type { Contact, ContactLookup } from '#lib/domain/contact.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { contactFor, creationOf, type FindPorts, findForCreate } from '#lib/use-cases/create-collection.ts';
import { aContact, anAccount } from '#test/support/a-collection.ts';

const account = anAccount({ country: 'NG' });
const given = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'Ada@Example.com' };

/** Finds this contact for every look-up. */
function reading(known?: Contact, remembered?: { country?: string }) {
  const lookups: ContactLookup[] = [];
  const ports: FindPorts = {
    getAccount: async (id) => (id === account.id ? account : undefined),
    rememberedCountry: () => remembered,
    newestSegment: async () => 3,
    findContact: async (_account, lookup) => {
      lookups.push(lookup);
      return known;
    },
  };
  return { ports, lookups };
}

const createContact = async (_account: string, _lookup: ContactLookup, contact: Contact) => contact;

it('a create looks for its contact by phone in E.164 and by email in lower case', async () => {
  const { ports, lookups } = reading();
  expect(await findForCreate(ports, account.id, given)).toMatchObject({ account, startSegment: 3 });
  expect(lookups).toEqual([{ phone: '+2348031234567', email: 'ada@example.com' }]);
});

it.each([
  ['remembered', { country: 'GH' }, '0241234567', '+233241234567'],
  ['read now', undefined, '08031234567', '+2348031234567'],
])('a create reads a national number with the country of its account, %s', async (_how, remembered, typed, phone) => {
  const { ports, lookups } = reading(undefined, remembered);
  await findForCreate(ports, account.id, { ...given, phone: typed });
  expect(lookups[0]?.phone).toBe(phone);
});

it('a create of an account that does not exist fails', async () => {
  await expect(findForCreate(reading().ports, '0000000000', given)).rejects.toThrow();
});

it('a contact that was found by its email keeps its own phone for the follow-ups', async () => {
  const known = aContact({ phone: '+14155550123' });
  const found = await findForCreate(reading(known).ports, account.id, given);
  const { contact, phone } = await contactFor({ createContact }, given, found);
  expect([contact, phone.text, phone.country]).toEqual([known, '+14155550123', 'US']);
});

it('a create makes a contact if none is found, and uses the contact of another create that was faster', async () => {
  const found = await findForCreate(reading().ports, account.id, given);
  const made = await contactFor({ createContact }, given, found);
  expect(made).toMatchObject({ contact: { phone: '+2348031234567', email: given.email }, phone: { country: 'NG' } });
  const theirs = aContact({ phone: '+233241234567' });
  const { contact, phone } = await contactFor({ createContact: async () => theirs }, given, found);
  expect([contact, phone.country]).toEqual([theirs, 'GH']);
});

it('a create keeps no hash of its body unless it has an idempotency key', () => {
  const written = { nonce: 'n1', startSegment: 3 };
  expect(creationOf(written, undefined, given)).toEqual(written);
  expect(creationOf(written, 'k', given)).toEqual({
    ...written,
    idempotency: { key: 'k', bodyHash: hashJson(given) },
  });
});
