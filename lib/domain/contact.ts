/**
 * Contacts: an account has one contact id per phone and per email, which a create finds or makes. Names, phone and email
 * belong to each collection, as its own request gave them.
 */

import type { Account } from './account.ts';
import { type Channel, reachesPhone } from './channels/channels.ts';
import { contactId } from './ids.ts';
import { matchKeyOf } from './match-key.ts';
import { type Address, emailAddresses, hashedAddress, phoneAddresses } from './opt-out.ts';
import type { PersonRef } from './person/person.ts';
import { type Phone, parsePhone } from './phone.ts';

export type Contact = { id: string; firstName: string; lastName: string; phone: string; email: string };

export type ContactLookup = { phone: string; email: string };

export const contactLookup = (phone: Pick<Phone, 'lookup'>, email: string): ContactLookup => ({
  phone: phone.lookup,
  email: email.toLowerCase(),
});

export function newContact(
  given: { firstName: string; lastName: string; email: string },
  phone: Phone,
  salt: string,
): Contact {
  const { firstName, lastName, email } = given;
  return { id: contactId(salt, phone.lookup), firstName, lastName, phone: phone.text, email };
}

/** Reading a phone number is slow: call this once and pass the result on. */
export const phoneOf = ({ phone }: Pick<Contact, 'phone'>, { country }: Pick<Account, 'country'>): Phone =>
  parsePhone(phone, country);

/** What an account remembers of the contact is kept under it. */
export const personRefOf = (account: string, { email }: Pick<Contact, 'email'>, phone: Phone): PersonRef => ({
  account,
  matchKey: matchKeyOf(phone, email),
});

/** Where a message goes. */
export const recipientOf = (
  { email }: Pick<Contact, 'email'>,
  phone: Pick<Phone, 'lookup'>,
  channel: Channel,
): string => (reachesPhone(channel) ? phone.lookup : email);

/** The contact's address on each channel, as the account's deployment knows it. A phone that is not reachable is not an address. */
export function addressesOf(
  { email }: Pick<Contact, 'email'>,
  phone: Pick<Phone, 'reachable' | 'lookup'>,
  { optOutSecret }: Pick<Account, 'optOutSecret'> = {},
): Address[] {
  const found = [...(phone.reachable ? phoneAddresses(phone.lookup) : []), ...emailAddresses(email.toLowerCase())];
  if (optOutSecret === undefined) return found;
  return found.map((each) => ({ ...each, hashed: hashedAddress(each, optOutSecret) }));
}
