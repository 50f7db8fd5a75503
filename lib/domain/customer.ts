/** Customers: whom a contact names in all of its collections, what they owe by those that are open, and what is kept of them. */
import type { Collection } from './collection.ts';
import type { Contact } from './contact.ts';
import type { Reach } from './message/reach.ts';
import { outstandingOf } from './money.ts';
import { addressWords, customerWords, nameWords, searchWords } from './search.ts';
import { isPayable } from './transitions.ts';

export type CustomerDetails = Omit<Contact, 'id'>;

/** By which customers sort: as their names are read, first name first. Those whose names have no letter come last. */
export const nameSortKey = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string =>
  [firstName, lastName]
    .map((name) => searchWords(name).join(' '))
    .join(' ')
    .trim()
    .slice(0, MAX_NAME_KEY) || '\u{10fffd}';

const MAX_NAME_KEY = 200;

/**
 * What a customer owes in a currency: by collections that can be paid, and `expired` by those whose time is over, whose money is owed all the same.
 * `oldestDueDay`: of those that can be paid; null if none has a due day.
 */
export type OpenSum = {
  currency: string;
  outstanding: number;
  count: number;
  oldestDueDay: number | null;
  expired: number;
  expiredCount: number;
  /** One of its collections is. */
  spread?: true;
};

/** In minor units. */
export const owedIn = ({ outstanding, expired }: OpenSum): number => outstanding + expired;

export const isOwed = ({ count, expiredCount }: OpenSum): boolean => count + expiredCount > 0;

/** Of a currency in which nothing is owed any more. */
export const nothingOwed = (currency: string): OpenSum => ({
  currency,
  outstanding: 0,
  count: 0,
  oldestDueDay: null,
  expired: 0,
  expiredCount: 0,
});

/** A collection of a customer by which something is owed, as far as sums ask. `outstanding` is in minor units. */
export type Debt = {
  hash: string;
  currency: string;
  outstanding: number;
  dueDay?: number;
  isExpired?: boolean;
  /** As version 0.2.0 kept it: the list in the order of what is owed has it once it is kept anew. */
  isUnlisted?: true;
  /** Its collection's. */
  spread?: true;
};

/** What is owed, collection by collection: by due day, the earliest first (what has none is not among it), or in a currency, the most first. */
export type DebtOrder = { by: 'dueDate' } | { by: 'outstanding'; currency: string };

/** By the stored status; undefined when nothing is owed by it. */
export function debtOf(collection: Collection): Debt | undefined {
  const { ref, status, amount, dueDay, spread } = collection;
  const isExpired = status === 'expired';
  if (!isPayable(status) && !isExpired) return undefined;
  return {
    hash: ref.hash,
    currency: amount.currency,
    outstanding: outstandingOf(collection).minor,
    ...(dueDay !== undefined && { dueDay }),
    ...(isExpired && { isExpired }),
    ...(spread && { spread }),
  };
}

/** By currency, in alphabetical order. */
export function openSumsOf(debts: readonly Debt[]): OpenSum[] {
  const sums = new Map<string, OpenSum>();
  for (const { currency, outstanding, dueDay, isExpired, spread } of debts) {
    const sum = { ...(sums.get(currency) ?? nothingOwed(currency)), ...(spread && { spread }) };
    if (isExpired) {
      sums.set(currency, { ...sum, expired: sum.expired + outstanding, expiredCount: sum.expiredCount + 1 });
      continue;
    }
    const days = [sum.oldestDueDay ?? [], dueDay ?? []].flat();
    sums.set(currency, {
      ...sum,
      outstanding: sum.outstanding + outstanding,
      count: sum.count + 1,
      oldestDueDay: days.length === 0 ? null : Math.min(...days),
    });
  }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** What is kept of a customer. `at`: the creation of the newest collection when the details were taken or corrected. */
export type StoredCustomer = CustomerDetails & {
  at: string;
  /** Of the first collection. */
  createdAt: string;
  words: readonly string[];
  lastHeardAt?: string;
  /** When one of the merchant's people wrote to it last. */
  lastWrittenAt?: string;
  /** Since when the account sends it no reminders; collections to come are told by it. */
  pausedSince?: string;
  /** The merchant's own words for what kind of customer it is. */
  tags?: readonly string[];
  /** One of its collections was: words that are new since then are in other parts of the search. */
  spread?: true;
};

/** Who wrote, and when. */
export type Writing = { by: 'customer' | 'merchant'; at: string };

export const MAX_TAGS = 10;

/**
 * What several changes have made of a collection. `earlier`: what it was before the last of them, without what it was before its creation: a
 * try to keep it that failed in part may have kept any of these.
 */
export type CollectionChange = { isNew: boolean; earlier: readonly Collection[]; after: Collection };

const DETAILS = ['firstName', 'lastName', 'phone', 'email'] as const;

export const isSameDetails = (one: CustomerDetails, other: CustomerDetails): boolean =>
  DETAILS.every((name) => one[name] === other[name]);

export const detailsOf = ({ firstName, lastName, phone, email }: CustomerDetails): CustomerDetails => ({
  firstName,
  lastName,
  phone,
  email,
});

/** With a new collection, whose details are the customer's unless a newer one is known. Same details change nothing. */
export function withCollection<T extends StoredCustomer>(
  stored: T | undefined,
  { contact, createdAt, spread }: Pick<Collection, 'contact' | 'createdAt' | 'spread'>,
): T | StoredCustomer {
  const words = customerWords(contact);
  if (stored === undefined)
    return { ...detailsOf(contact), at: createdAt, createdAt, words, ...(spread && { spread }) };
  const isNewer = createdAt > stored.at && !isSameDetails(stored, contact);
  return {
    ...stored,
    ...(isNewer && { ...detailsOf(contact), at: createdAt }),
    createdAt: createdAt < stored.createdAt ? createdAt : stored.createdAt,
    words: [...stored.words, ...words.filter((word) => !stored.words.includes(word))],
    ...(spread && { spread }),
  };
}

type Correction = { corrected?: Collection | undefined; details?: CustomerDetails | undefined };

/**
 * From all collections that are known. Found are all names; but only the phones and emails of what is open, and the
 * customer's own: those that were corrected lead to somebody else. Undefined without a collection.
 */
export function customerFrom<T extends StoredCustomer>(
  stored: T | undefined,
  collections: readonly Collection[],
  { corrected, details: given }: Correction = {},
): T | StoredCustomer | undefined {
  const byAge = collections.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const [oldest, newest] = [byAge[0], byAge.at(-1)];
  if (oldest === undefined || newest === undefined) return undefined;
  const own = stored?.at === newest.createdAt ? stored : newest.contact;
  const isOfNewest = corrected !== undefined && (stored === undefined || corrected.createdAt >= stored.at);
  const details = detailsOf(given ?? (isOfNewest ? corrected.contact : own));
  const words = [
    ...customerWords(details),
    ...byAge.flatMap(({ contact }) => nameWords(contact)),
    ...byAge.filter(({ status }) => isPayable(status)).flatMap(({ contact }) => addressWords(contact)),
  ];
  const createdAt = stored && stored.createdAt < oldest.createdAt ? stored.createdAt : oldest.createdAt;
  const spread = collections.some((each) => each.spread) && { spread: true as const };
  return { ...stored, ...details, at: newest.createdAt, createdAt, words: [...new Set(words)], ...spread };
}

/** `version` counts the writes of a row: 0 before the first. */
export type Versioned = { version: number };

/** All that is kept of a customer. Some sums may be of nothing. */
export type CustomerRows = {
  customer: (StoredCustomer & Versioned) | undefined;
  sums: (OpenSum & Versioned)[];
  debts: Debt[];
};

/** The newest first; by name; or those who owe something in a currency, the most first. */
export type CustomerOrder = { by: 'newest' } | { by: 'name' } | { by: 'outstanding'; currency: string };

/** A customer's place in an order. `part`: of the orders of a spread account; absent of the first. */
export type CustomerPlace = { contact: string; sort: string; part?: number };

/** A customer whom a search found. `owed`: in the currency of the order, in minor units. */
export type FoundCustomer = { contact: string; customer: StoredCustomer; owed: number | undefined };

/** Those after a place, in their order: as the table lists them, but those who owe nothing come last. */
export function orderedCustomers(
  found: readonly FoundCustomer[],
  { by }: CustomerOrder,
  after: CustomerPlace | undefined,
): CustomerPlace[] {
  const places = found.map(({ contact, customer, owed = -1 }) => {
    const byAmount = String(owed + 1).padStart(OWED_DIGITS, '0');
    return { contact, sort: by === 'name' ? nameSortKey(customer) : by === 'newest' ? customer.createdAt : byAmount };
  });
  const sign = by === 'name' ? 1 : -1;
  const isBefore = (one: CustomerPlace, other: CustomerPlace): number => {
    if (one.sort !== other.sort) return one.sort < other.sort ? -sign : sign;
    return one.contact < other.contact ? -sign : Number(one.contact > other.contact) * sign;
  };
  return places.toSorted(isBefore).filter((place) => after === undefined || isBefore(place, after) > 0);
}

/** So many digits have sums in texts that sort as the numbers do. */
export const OWED_DIGITS = 16;

/** A customer as it is shown. Instants are absent for never. */
export type Customer = CustomerDetails & {
  id: string;
  sums: readonly OpenSum[];
} & Required<Pick<Reach, 'optedOut' | 'unreachable'>> & {
    lastHeardAt: string | undefined;
    lastMessageAt: string | undefined;
    nextMessageAt: string | undefined;
    pausedSince: string | undefined;
    tags: readonly string[];
  };
