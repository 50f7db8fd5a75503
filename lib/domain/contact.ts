/** Contacts: one person per phone and per email in an account, found rather than made twice, never overwritten. */
import type { Account } from './account.ts';
import type { Channel } from './follow-up/follow-up.ts';
import { contactId } from './ids.ts';
import { type Phone, parsePhone } from './phone.ts';

export type Contact = { id: string; firstName: string; lastName: string; phone: string; email: string };

/** How a contact is found: by phone, then by email. */
export type ContactLookup = { phone: string; email: string };

export const contactLookup = (phone: Phone, email: string): ContactLookup => ({
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

/** A contact's phone, as its account reads it. Reading one takes long: do it once and hand it on. */
export const phoneOf = ({ phone }: Pick<Contact, 'phone'>, { country }: Pick<Account, 'country'>): Phone =>
  parsePhone(phone, country);

/**
 * The phone of the contact that a request has led to: the one already read from the request, where the contact's text is
 * what was typed. A number typed in another way is read again, for its E.164 form may tell less: no country, or a zero less.
 */
export function phoneOfContact(
  contact: Pick<Contact, 'phone'>,
  { typed, read, account }: { typed: string; read: Phone; account: Pick<Account, 'country'> },
): Phone {
  return typed.trim() === contact.phone ? read : phoneOf(contact, account);
}

/** Where each channel reaches a contact with this phone; a phone that is no number is not an address. */
export function addressesOf({ email }: Pick<Contact, 'email'>, phone: Phone): { channel: Channel; address: string }[] {
  const byEmail = { channel: 'email' as const, address: email.toLowerCase() };
  if (!phone.reachable) return [byEmail];
  return [{ channel: 'whatsapp', address: phone.lookup }, { channel: 'sms', address: phone.lookup }, byEmail];
}
