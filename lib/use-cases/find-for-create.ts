/** Reads what a create needs, in as few round trips as it can, and finds or makes the contact. */
import type { Account } from '#lib/domain/account.ts';
import { type Contact, type ContactLookup, contactLookup, newContact, phoneOfContact } from '#lib/domain/contact.ts';
import { needsCountry, type Phone, parsePhone } from '#lib/domain/phone.ts';

/** A contact as a request gives it; the phone as it was typed. */
export type GivenContact = Omit<Contact, 'id'>;

export type FindPorts = {
  getAccount: (account: string) => Promise<Account | undefined>;
  /** The default country of an account that this process has read before. */
  rememberedCountry: (account: string) => { country?: string } | undefined;
  findContact: (account: string, lookup: ContactLookup) => Promise<Contact | undefined>;
  newestSegment: (account: string) => Promise<number>;
};

/** `read` is the request's phone. */
export type FoundForCreate = { account: Account; startSegment: number; read: Phone; known: Contact | undefined };

export async function findForCreate(ports: FindPorts, id: string, given: GivenContact): Promise<FoundForCreate> {
  const reading = Promise.all([ports.getAccount(id), ports.newestSegment(id)]);
  // Only a number without a country code has to wait for the account's country, and only the first time.
  const from = needsCountry(given.phone) ? (ports.rememberedCountry(id) ?? (await reading)[0]) : undefined;
  const read = parsePhone(given.phone, from?.country);
  const finding = ports.findContact(id, contactLookup(read, given.email));
  const [known, [account, startSegment]] = await Promise.all([finding, reading]);
  if (account === undefined) throw new Error('an account that does not exist');
  return { account, startSegment, read, known };
}

export type ContactPorts = {
  /** Answers the contact that is there when another create was faster. */
  createContact: (account: string, lookup: ContactLookup, contact: Contact) => Promise<Contact>;
};

/** The contact that was found, else a new one, with its own phone: that need not be the request's. */
export async function contactFor(
  ports: ContactPorts,
  given: GivenContact,
  { account, read, known }: FoundForCreate,
): Promise<{ contact: Contact; phone: Phone }> {
  const contact =
    known ??
    (await ports.createContact(account.id, contactLookup(read, given.email), newContact(given, read, account.salt)));
  return { contact, phone: phoneOfContact(contact, { typed: given.phone, read, account }) };
}
