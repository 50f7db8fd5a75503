/** Finds all that an account's collections say of a person, whom an operator names by an id, a phone or an email address. */
import { emailOf, UsageError, type Values } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import { reachesPhone } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import {
  type Address,
  addressesOf,
  type ContactLookup,
  contactLookup,
  emailAddresses,
  personRefOf,
  phoneAddresses,
  phoneOf,
} from '#lib/domain/contact.ts';
import { type ErasureSubject, emailSubject, isSubject, phoneSubject } from '#lib/domain/erasure.ts';
import { type CollectionRef, isContactId } from '#lib/domain/ids.ts';
import { countDigits, foldPhone, matchKeyOf, PHONE_DIGITS, parsePhone } from '#lib/domain/phone.ts';
import { findingCollections } from '#lib/store/collection/finding.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findCollections } from '#lib/use-cases/find-collections.ts';

/** `lookup`: what is given of the contact; nothing, if it is an id, or a hash in the log. */
export type PersonOfAccount = {
  account: Account;
  subject: ErasureSubject;
  lookup: Partial<ContactLookup>;
  shown: string;
};

const NAMES = ['contact', 'phone', 'email'] as const;

/** @throws {UsageError} unless exactly one of the three is given, and well formed */
export function readWhom(values: Values): (account: Account) => PersonOfAccount {
  const given = NAMES.filter((name) => values[name] !== undefined);
  const [by] = given;
  if (by === undefined || given.length > 1) throw new UsageError('Give one of --contact, --phone and --email.');
  const value = String(values[by]).trim();
  if (by === 'contact') {
    if (!isContactId(value)) throw new UsageError("--contact must be a contact's id, as a collection shows it");
    return (account) => ({ account, subject: { by, value }, lookup: {}, shown: value });
  }
  if (by === 'email') {
    const email = emailOf(values);
    return (account) => ({ account, subject: emailSubject(account.salt, email), lookup: { email }, shown: email });
  }
  const digits = countDigits(value);
  if (digits < PHONE_DIGITS.min || digits > PHONE_DIGITS.max) throw new UsageError('--phone must be a phone number');
  return (account) => {
    const phone = parsePhone(value, account.country).lookup;
    return { account, subject: phoneSubject(account.salt, phone), lookup: { phone }, shown: phone };
  };
}

const live = storeOf(table, findingCollections);

export type Progress = { write(text: string): unknown };

/** The collections of a person, and how it was reached. Each list holds nothing twice. */
export type FoundPerson = {
  collections: Collection[];
  lookups: Partial<ContactLookup>[];
  addresses: Address[];
  matchKeys: string[];
  /** E.164. */
  phones: string[];
  /** With those that corrections have replaced: a message may have gone there. */
  messaged: string[];
};

/** An erasure that is repeated is about collections that were created before it. */
type PersonSearch = ErasureSubject & { until?: string | undefined };

const PAGE = 100;
/** Every collection is later. */
const EVER = '1970-01-01T00:00:00.000Z';

/**
 * By a contact's id an index finds them. A phone or an email may be in collections of several contacts, and no index has
 * them: all of the account's collections are read.
 */
export async function findCollectionsOf(
  owner: Account,
  wanted: readonly PersonSearch[],
  progress: Progress,
): Promise<Collection[]> {
  const [first, ...others] = wanted;
  if (first === undefined) return [];
  const filter =
    first.by === 'contact' && others.length === 0 ? { contact: { id: first.value } } : { createdFrom: EVER };
  const found: Collection[] = [];
  let read = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await findCollections(live, { owner, filter, limit: PAGE, cursor, now: clock.now() });
    read += page.collections.length;
    found.push(...page.collections.filter((each) => wanted.some((one) => isWanted(one, each, owner))));
    cursor = page.nextCursor;
    progress.write(`${read} collections read, ${found.length} found${cursor === null ? '.\n' : ' …\r'}`);
  }
  return found;
}

const isWanted = ({ until, ...subject }: PersonSearch, { contact, createdAt }: Collection, account: Account): boolean =>
  (until === undefined || createdAt <= until) &&
  isSubject(subject, contact, { phone: phoneOf(contact, account), salt: account.salt });

/** `given`: what the operator named. */
export function personIn(account: Account, collections: Collection[], given: Partial<ContactLookup>): FoundPerson {
  const own = collections.filter(({ erasedAt }) => erasedAt === undefined);
  const contacts = own.map(({ contact }) => ({ contact, phone: phoneOf(contact, account) }));
  const lookups = contacts.map(({ contact, phone }) => contactLookup(phone, contact.email));
  const replaced = own.flatMap(({ replaced: earlier = [] }) => earlier.map(readReplaced));
  const all: Partial<ContactLookup>[] = [...lookups, ...replaced, ...(Object.keys(given).length > 0 ? [given] : [])];
  // By the email, too: a correction may have made the phone reachable.
  const matchKeys = [
    ...contacts.flatMap(({ contact, phone }) => [matchKeyOf(phone, contact.email), contact.email.toLowerCase()]),
    ...replaced.map(({ phone, email = '' }) => (phone === undefined ? email : foldPhone(phone))),
  ];
  const addresses = contacts.flatMap(({ contact, phone }) => addressesOf(contact, phone));
  const byGiven = givenPerson(given);
  const phones = [...addresses, ...byGiven.addresses].flatMap((of) => (reachesPhone(of.channel) ? [of.address] : []));
  return {
    collections,
    lookups: unique(all),
    addresses: unique([...addresses, ...byGiven.addresses]),
    matchKeys: unique([...matchKeys, ...byGiven.matchKeys]),
    phones: unique(phones),
    messaged: unique([...phones, ...replaced.flatMap(({ phone }) => phone ?? [])]),
  };
}

/** A phone, or an email in lower case. */
const readReplaced = (address: string): Partial<ContactLookup> =>
  address.includes('@') ? { email: address } : { phone: address };

/** What can be known of somebody who has no collection here. */
function givenPerson({ phone, email }: Partial<ContactLookup>): Pick<FoundPerson, 'addresses' | 'matchKeys'> {
  const read = phone === undefined ? undefined : parsePhone(phone, undefined);
  const addresses = [
    ...(read?.reachable ? phoneAddresses(read.lookup) : []),
    ...(email === undefined ? [] : emailAddresses(email)),
  ];
  const keys = [...(read?.reachable ? [read] : [])].map((reached) => personRefOf('', { email: '' }, reached).matchKey);
  return { addresses, matchKeys: [...keys, ...(email === undefined ? [] : [email])] };
}

const unique = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

export const refsOf = ({ collections }: Pick<FoundPerson, 'collections'>): CollectionRef[] =>
  collections.map(({ ref }) => ref);
