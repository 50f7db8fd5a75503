/** Contacts: one person per phone and per email in an account, found rather than made twice, never overwritten. */
import { contactId } from './ids.ts';
import type { Phone } from './phone.ts';

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
