/** The keys of what is kept of customers, and of the words by which they and collections are found. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { partFor, partsOf } from '#lib/store/indexes.ts';
import { owesKey } from '#lib/store/insights/keys.ts';
import type { Key } from '#lib/store/keys.ts';

const partitionOf = (account: string, contact: string): string => owesKey(account, contact, '').pk;

export const CUSTOMER_SORT_KEY = 'CUSTOMER';
const DEBT_PREFIX = 'DEBT#';

export const customerKey = (account: string, contact: string): Key => ({
  pk: partitionOf(account, contact),
  sk: CUSTOMER_SORT_KEY,
});

/** What the customer owes in a currency by collections that can be paid: sorts between the customer and the debts. */
export const openSumKey = (account: string, contact: string, currency: string): Key => ({
  pk: partitionOf(account, contact),
  sk: `${CUSTOMER_SORT_KEY}#${currency}`,
});

export const debtKey = (account: string, contact: string, hash: string): Key => ({
  pk: partitionOf(account, contact),
  sk: `${DEBT_PREFIX}${hash}`,
});

export const isDebtKey = ({ sk }: Key): boolean => sk.startsWith(DEBT_PREFIX);
export const hashOfDebtKey = ({ sk }: Key): string => sk.slice(DEBT_PREFIX.length);
/** After all debts. */
export const LAST_DEBT = `${DEBT_PREFIX}~`;

/** The id of the contact in the partition key of a customer. */
export const contactOfCustomerKey = ({ pk }: Key): string => pk.slice(pk.lastIndexOf('#') + 1);

export type SearchedKind = 'CUSTOMER' | 'REFERENCE';

/** `start`: a word or its beginning. `rest`: what tells several with one word apart. */
export const searchKey = (account: string, kind: SearchedKind, start: string, rest?: string): Key => ({
  pk: `ACCOUNT#${account}#SEARCH#${kind}#${[...start][0] ?? ''}`,
  sk: rest === undefined ? start : `${start}#${rest}`,
});

/** Of a collection, which may be of a spread account: references of one merchant begin alike. */
export function referenceWordKey(
  { account, hash, spread }: CollectionRef & { spread: true | undefined },
  word: string,
  rest: string,
): Key {
  const { pk, sk } = searchKey(account, 'REFERENCE', word, rest);
  return { pk: partFor(pk, hash, spread), sk };
}

/** Of a customer, which may have collections of a spread account: all phones begin alike. */
export function customerWordKey(account: string, contact: string, word: string, spread: true | undefined): Key {
  const { pk, sk } = searchKey(account, 'CUSTOMER', word, contact);
  return { pk: partFor(pk, contact, spread), sk };
}

/** Where words are that start like this. `isSpread`: the account is, or will be. */
export const searchPartitions = (account: string, kind: SearchedKind, start: string, isSpread: boolean): string[] =>
  partsOf(searchKey(account, kind, start).pk, isSpread);

/** In the index by contact: all customers of an account, by the creation of their first collections. */
export const customersPartition = (account: string): string => `${account}#CUSTOMERS`;
/** In the index by what is owed: all customers by name, and those who owe something in a currency. */
export const namesPartition = (account: string): string => `${account}#NAME`;
/** In the index by status: all debts with a due day, by it. No status has this name. */
export const dueDebtsPartition = (account: string): string => `${account}#DUE`;
/** In the index by what is owed: all debts in a currency. */
export const debtsPartition = (account: string, currency: string): string => `${account}#DEBTS#${currency}`;
export const openPartition = (account: string, currency: string): string => `${account}#OPEN#${currency}`;
