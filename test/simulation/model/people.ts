/** Phones, and the contact that a create finds or makes. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { contactIdOf } from './ids.ts';
import type { AccountFacts, Contact, Person } from './wire.ts';

export type Phone = { shown: string; lookup: string; country: string | undefined; reachable: boolean };

/** Returns E.164 when the phone parses, alone or in the account's country; else as typed, not reachable, with its digits as lookup form. */
export function readPhone(typed: string, accountCountry: string | undefined): Phone {
  const name = `${accountCountry} ${typed}`;
  const phone = phonesRead.get(name) ?? parsePhone(typed, accountCountry);
  if (phonesRead.size > MAX_KEPT) phonesRead.clear();
  phonesRead.set(name, phone);
  return phone;
}

const MAX_KEPT = 10_000;
const phonesRead = new Map<string, Phone>();

function parsePhone(typed: string, accountCountry: string | undefined): Phone {
  const text = typed.trim();
  const parsed = parsePhoneNumberFromString(text, {
    extract: false,
    ...(accountCountry !== undefined && { defaultCountry: accountCountry as CountryCode }),
  });
  // A parsed phone counts only if libphonenumber's isPossible is true.
  if (parsed?.isPossible())
    return { shown: parsed.number, lookup: parsed.number, country: parsed.country, reachable: true };
  return { shown: text, lookup: text.replace(/\D/g, ''), country: undefined, reachable: false };
}

/** The contacts of an account by the lookup forms of phone and email. */
export type AddressBook = { byPhone: ReadonlyMap<string, Contact>; byEmail: ReadonlyMap<string, Contact> };

export const emptyAddressBook = (): AddressBook => ({ byPhone: new Map(), byEmail: new Map() });

/** Finds a contact by phone first, then by email; a found contact is used as it is stored. */
export function findContact(book: AddressBook, person: Person, account: AccountFacts): Contact | undefined {
  const { lookup } = readPhone(person.phone, account.country);
  return book.byPhone.get(lookup) ?? book.byEmail.get(person.email.toLowerCase());
}

export function newContact(person: Person, account: AccountFacts): Contact {
  const { shown, lookup } = readPhone(person.phone, account.country);
  return {
    id: contactIdOf(account, lookup),
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    phone: shown,
    email: person.email,
  };
}

/** Stores a contact under both its keys. */
export const remember = ({ byPhone, byEmail }: AddressBook, contact: Contact, account: AccountFacts): AddressBook => ({
  byPhone: new Map([...byPhone, [readPhone(contact.phone, account.country).lookup, contact]]),
  byEmail: new Map([...byEmail, [contact.email.toLowerCase(), contact]]),
});
