/** Phones, and the contact that a create finds or makes (design §1 "Create", "Ids"; interface §2.2). */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { contactIdOf } from './ids.ts';
import type { AccountFacts, Contact, Person } from './wire.ts';

export type Phone = { shown: string; lookup: string; country: string | undefined; reachable: boolean };

/** Design §1: E.164 when it parses, alone or in the account's country; else as typed, looked up by its digits, not reachable. */
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
  // Design §7: a phone parses only if libphonenumber's isPossible holds.
  if (parsed?.isPossible())
    return { shown: parsed.number, lookup: parsed.number, country: parsed.country, reachable: true };
  return { shown: text, lookup: text.replace(/\D/g, ''), country: undefined, reachable: false };
}

/** Who is known in an account, by the phone and by the email they are looked up by. */
export type AddressBook = { byPhone: ReadonlyMap<string, Contact>; byEmail: ReadonlyMap<string, Contact> };

export const emptyAddressBook = (): AddressBook => ({ byPhone: new Map(), byEmail: new Map() });

/** Design §1: the phone decides; names are trimmed; what is found is used as stored (▲ "its own request" comes with issue 14 on). */
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

/** Design §5: a contact is kept under both its keys, or not at all. */
export const remember = ({ byPhone, byEmail }: AddressBook, contact: Contact, account: AccountFacts): AddressBook => ({
  byPhone: new Map([...byPhone, [readPhone(contact.phone, account.country).lookup, contact]]),
  byEmail: new Map([...byEmail, [contact.email.toLowerCase(), contact]]),
});
