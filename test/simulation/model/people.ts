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
  let found = numberOf(text, accountCountry);
  if (found === undefined) return { shown: text, lookup: digitsOf(text), country: undefined, reachable: false };
  // What is shown reads as the same phone.
  for (let again = found; ; found = again) {
    again = numberOf(found.number, accountCountry) as typeof found;
    if (again === undefined)
      return { shown: found.number, lookup: digitsOf(found.number), country: undefined, reachable: false };
    if (again.number === found.number)
      return { shown: again.number, lookup: again.number, country: again.country, reachable: true };
  }
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A number counts only if libphonenumber's isPossible is true and it has at most 15 digits. */
function possible(text: string, country: string | undefined) {
  const parsed = parsePhoneNumberFromString(text, {
    extract: false,
    ...(country !== undefined && { defaultCountry: country as CountryCode }),
  });
  return parsed?.isPossible() && parsed.number.length <= '+'.length + 15 ? parsed : undefined;
}

/** `00` before a country code loses its zeros, unless the account's country dials out otherwise (009 in Nigeria). */
function numberOf(text: string, country: string | undefined) {
  const parsed = possible(text, country);
  const zeros = /^(\+?)00/.test(text);
  const isDialledOut = parsed !== undefined && digitsOf(text).endsWith(digitsOf(parsed.number));
  return zeros && !isDialledOut ? (withoutZeros(text) ?? parsed) : parsed;
}

const withoutZeros = (text: string) =>
  /^\+?00/.test(text) ? possible(text.replace(/^\+?0+/, '+'), undefined) : undefined;

/** The ids of an account's contacts by the lookup forms of phone and email. Nothing else of a contact is shared by collections. */
export type AddressBook = { byPhone: ReadonlyMap<string, string>; byEmail: ReadonlyMap<string, string> };

export const emptyAddressBook = (): AddressBook => ({ byPhone: new Map(), byEmail: new Map() });

/** Finds the id of a contact by phone first, then by email. */
export function findContactId(book: AddressBook, person: Person, account: AccountFacts): string | undefined {
  const { lookup } = readPhone(person.phone, account.country);
  return book.byPhone.get(lookup) ?? book.byEmail.get(person.email.toLowerCase());
}

/** The names, phone and email of a collection's own request, with the id that was found, else a new one. */
export function contactOf(person: Person, account: AccountFacts, found: string | undefined): Contact {
  const { shown, lookup } = readPhone(person.phone, account.country);
  return {
    id: found ?? contactIdOf(account, lookup),
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    phone: shown,
    email: person.email,
  };
}

/** Stores a contact's id under both its keys. */
export const remember = (book: AddressBook, { id, phone, email }: Contact, account: AccountFacts): AddressBook => ({
  byPhone: new Map([...book.byPhone, [readPhone(phone, account.country).lookup, id]]),
  byEmail: new Map([...book.byEmail, [email.toLowerCase(), id]]),
});
