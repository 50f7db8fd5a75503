/** What a create reads before it records anything: the account, the phone and the contact. */

import { expect, it } from 'vitest';
import { type ContactLookup, newContact } from '#lib/domain/contact.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { contactFor, creationOf, type FindPorts, findForCreate } from '#lib/use-cases/create-collection.ts';
import { anAccount } from '#test/support/a-collection.ts';

const account = anAccount({ country: 'NG' });
const given = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'Ada@Example.com' };

/** Finds this contact for every look-up. */
function reading(known?: string, remembered?: { country?: string }) {
  const lookups: ContactLookup[] = [];
  const ports: FindPorts = {
    getAccount: async (id) => (id === account.id ? account : undefined),
    rememberedCountry: () => remembered,
    newestSegment: async () => 3,
    getPersonAndAnnouncement: async (_ref, reference) => ({ person: NEW_PERSON, isAnnounced: reference === 'PAID' }),
    findContactId: async (_account, lookup) => {
      lookups.push(lookup);
      return known;
    },
  };
  return { ports, lookups };
}

const createContact = async (_account: string, _lookup: ContactLookup, id: string) => id;

it('a create looks for its contact by phone in E.164 and by email in lower case', async () => {
  const { ports, lookups } = reading();
  expect(await findForCreate(ports, account.id, { contact: given, reference: 'INV-1' })).toMatchObject({
    account,
    startSegment: 3,
  });
  expect(lookups).toEqual([{ phone: '+2348031234567', email: 'ada@example.com' }]);
});

it.each([
  ['remembered', { country: 'GH' }, '0241234567', '+233241234567'],
  ['read now', undefined, '08031234567', '+2348031234567'],
])('a create reads a national number with the country of its account, %s', async (_how, remembered, typed, phone) => {
  const { ports, lookups } = reading(undefined, remembered);
  await findForCreate(ports, account.id, { contact: { ...given, phone: typed }, reference: 'INV-1' });
  expect(lookups[0]?.phone).toBe(phone);
});

it('a create of an account that does not exist fails', async () => {
  await expect(findForCreate(reading().ports, '0000000000', { contact: given, reference: 'INV-1' })).rejects.toThrow();
});

it('a collection has the names, phone and email of its own request, and the id of the contact that was found', async () => {
  const found = await findForCreate(reading('contact_found').ports, account.id, { contact: given, reference: 'INV-1' });
  expect(await contactFor({ createContact }, given, found)).toEqual({ ...given, id: 'contact_found' });
});

it('a create makes a contact if none is found, and uses the id of another create that was faster', async () => {
  const found = await findForCreate(reading().ports, account.id, { contact: given, reference: 'INV-1' });
  const { id } = newContact(given, parsePhone(given.phone, 'NG'), account.salt);
  expect(await contactFor({ createContact }, given, found)).toEqual({ ...given, id });
  const faster = { createContact: async () => 'contact_faster' };
  expect(await contactFor(faster, given, found)).toEqual({ ...given, id: 'contact_faster' });
});

it('a create keeps no hash of its body unless it has an idempotency key', () => {
  const written = { nonce: 'n1', startSegment: 3 };
  expect(creationOf(written, undefined, given)).toEqual(written);
  expect(creationOf(written, 'k', given)).toEqual({
    ...written,
    idempotency: { key: 'k', bodyHash: hashJson(given) },
  });
});

it.each([
  ['PAID', true],
  ['INV-1', false],
])('a create of the reference %s learns whether a webhook has named it: %s', async (reference, isAnnounced) => {
  expect(await findForCreate(reading().ports, account.id, { contact: given, reference })).toMatchObject({
    isAnnounced,
  });
});
