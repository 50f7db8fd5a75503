/**
 * Contacts: an account has one contact id per phone and per email, which a create finds or makes. Names, phone and email
 * belong to each collection, as its own request gave them. Their addresses, and the opt-outs of these, belong to the deployment.
 */

import { createHmac } from 'node:crypto';
import type { Account } from './account.ts';
import { type Channel, channelsLike, channelsReaching, PHONE_CHANNELS, reachesPhone } from './channels/channels.ts';
import { contactId } from './ids.ts';
import type { PersonRef } from './person/person.ts';
import { foldAddress, matchKeyOf, type Phone, parsePhone } from './phone.ts';

/**
 * Where a channel reaches a contact: an E.164 phone number, or an email address. Its spellings are one address. `hashes` are
 * the addresses of other opt-outs that hold for it: of one that is kept although the person was erased, and of a test account's own.
 */
export type Address = { channel: Channel; address: string; hashes?: readonly string[] };

/** `secret` is the deployment's, or a test account's own: without it, every phone number could be tried. */
export const hashedAddress = ({ channel, address }: Address, secret: string): string =>
  `hmac:${createHmac('sha256', secret).update(foldAddress(channel, address)).digest('hex')}`;

export const OPT_OUT_SOURCES = ['reply', 'link', 'operator', 'provider'] as const;
export type OptOutSource = (typeof OPT_OUT_SOURCES)[number];

/** On every channel to the phone: a person who writes STOP by one of them means the phone. */
export const phoneAddresses = (phone: string): Address[] =>
  PHONE_CHANNELS.map((channel) => ({ channel, address: phone }));

export const emailAddresses = (email: string): Address[] =>
  channelsReaching('email').map((channel) => ({ channel, address: email }));

/**
 * Under which an account's links opt the addresses out. All accounts share the senders, so it holds for all of them; but a
 * test account silences nobody outside it.
 */
export const optedOutFrom = (
  { mode, salt }: Pick<Account, 'mode' | 'salt'>,
  addresses: readonly Address[],
): Address[] =>
  addresses.map(({ channel, address }) => ({
    channel,
    address: mode === 'test' ? hashedAddress({ channel, address }, salt) : address,
  }));

/** What somebody who opts out of the address by its channel means. */
export const addressesLike = ({ channel, address }: Address): Address[] =>
  channelsLike(channel).map((each) => ({ channel: each, address }));

/** `channel` is the one by which it was said, and `about` tells several of one collection apart. */
type OptOutDetails = { by: OptOutSource; channel?: Channel; about: string; at: Date };

export const optOutEvent = (
  type: 'contact.opted_out' | 'contact.opted_in',
  { by, channel, about, at }: OptOutDetails,
) => ({
  type,
  about: `${by}#${about}`,
  timestamp: at.toISOString(),
  data: { ...(channel && { channel }), by },
});

const utcDay = (at: Date): string => at.toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The event of an opt-out that may be said again and again: one a day. */
export const dailyOptOutEvent = (told: Omit<OptOutDetails, 'about'>) =>
  optOutEvent('contact.opted_out', { ...told, about: utcDay(told.at) });

type OptOutChange = Parameters<typeof optOutEvent>[0];
type Told = { type: string; about?: string | undefined };

const saidByLink = (events: readonly Told[], change: OptOutChange): number =>
  events.filter(({ type, about }) => type === change && about?.startsWith('link#')).length;

/** The event of what is said by a link, perhaps again and again: one a day for each time that the opposite was said. `events` are the collection's. */
export function linkEvent(change: OptOutChange, events: readonly Told[], at: Date) {
  const changes = saidByLink(events, change === 'contact.opted_in' ? 'contact.opted_out' : 'contact.opted_in');
  const day = utcDay(at);
  return optOutEvent(change, { by: 'link', about: changes === 0 ? day : `${day}#${changes}`, at });
}

/** More often nobody means it. */
const MAX_STARTS = 10;

export const mayStartAgain = (events: readonly Told[]): boolean => saidByLink(events, 'contact.opted_in') < MAX_STARTS;

/** The event of a customer who asks for a new link: one a day. */
export const linkRequested = (at: Date) => ({
  type: 'link.requested',
  about: utcDay(at),
  timestamp: at.toISOString(),
  data: { actor: 'customer' },
});

/** The event of a customer who says more in a day than is kept: one a day. */
export const overLimit = (by: 'page' | Channel, at: Date) => ({
  type: 'contact.over_limit',
  about: utcDay(at),
  timestamp: at.toISOString(),
  data: { by, actor: 'customer' },
});

export type Contact = { id: string; firstName: string; lastName: string; phone: string; email: string };

/** The name of a person, however it is written: case, accents and spaces aside. */
export const comparableName = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

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

/** By match key and name: a phone that two people share leads neither to what is the other's. */
export const isSamePerson = (
  contact: Contact,
  person: { contact: Contact; account: Pick<Account, 'country'>; phone: Phone },
): boolean =>
  comparableName(contact) === comparableName(person.contact) &&
  matchKeyOf(phoneOf(contact, person.account), contact.email) === matchKeyOf(person.phone, person.contact.email);

type Dated = {
  contact: Contact;
  createdAt: string;
  events: readonly { type: string; timestamp: string; data?: object }[];
};

/** The details that a person gave last, with a newer debt or as a correction of an older one. At least one. */
export const newestContact = (debts: readonly Dated[]): Contact =>
  debts.reduce((one, other) => (givenAt(other) > givenAt(one) ? other : one)).contact;

function givenAt({ createdAt, events }: Dated): string {
  const corrected = events.findLast(({ type, data }) => {
    const { changed = [] } = (data ?? {}) as { changed?: readonly string[] };
    return type === 'collection.updated' && changed.some((path) => path.startsWith('contact.'));
  });
  return corrected?.timestamp ?? createdAt;
}

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
  account?: Pick<Account, 'optOutSecret' | 'mode' | 'salt'>,
): Address[] {
  const found = [...(phone.reachable ? phoneAddresses(phone.lookup) : []), ...emailAddresses(email.toLowerCase())];
  const secrets = [account?.optOutSecret ?? [], account?.mode === 'test' ? account.salt : []].flat();
  if (secrets.length === 0) return found;
  return found.map((each) => ({ ...each, hashes: secrets.map((secret) => hashedAddress(each, secret)) }));
}
