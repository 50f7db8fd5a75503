/** Finds customers: all of an account, in the orders of the list, and by words of their names, phones and emails. */

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  type CustomerOrder,
  type CustomerPlace,
  type DebtOrder,
  type FoundCustomer,
  isOwed,
  owedIn,
} from '#lib/domain/customer.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { CONTACT_INDEX, OWED_INDEX, STATUS_INDEX, type TableIndex } from '#lib/store/indexes.ts';
import { type Key, SORT_KEY } from '#lib/store/keys.ts';
import { fields, instant, optional, text } from '#lib/store/table/checks.ts';
import { beginsWith, isBetween } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryPage, remove } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { storedCustomer, toSum } from './customers.ts';
import {
  contactOfCustomerKey,
  customerKey,
  customersPartition,
  debtKey,
  debtsPartition,
  dueDebtsPartition,
  hashOfDebtKey,
  namesPartition,
  openPartition,
  openSumKey,
  type SearchedKind,
  searchKey,
} from './keys.ts';

const indexOf = (account: string, order: CustomerOrder): { index: TableIndex; partition: string } => {
  if (order.by === 'newest') return { index: CONTACT_INDEX, partition: customersPartition(account) };
  const partition = order.by === 'name' ? namesPartition(account) : openPartition(account, order.currency);
  return { index: OWED_INDEX, partition };
};

const keyIn = (account: string, order: CustomerOrder, contact: string): Key =>
  order.by === 'outstanding' ? openSumKey(account, contact, order.currency) : customerKey(account, contact);

export async function listCustomers(
  table: Table,
  account: string,
  order: CustomerOrder,
  { after, limit }: { after?: CustomerPlace | undefined; limit: number },
): Promise<CustomerPlace[]> {
  const { index, partition } = indexOf(account, order);
  const { items } = await queryPage(table, {
    index,
    partition,
    newestFirst: order.by !== 'name',
    limit,
    after: after && {
      ...keyIn(account, order, after.contact),
      [index.partitionKey]: partition,
      [index.sortKey]: after.sort,
    },
  });
  return items.map((item) => ({ contact: contactOfCustomerKey(item), sort: String(item[index.sortKey]) }));
}

/** Where a debt is in its order. */
export type DebtPlace = { contact: string; hash: string; sort: string };

/** `dueFrom`, `dueTo`: days such as 2026-11-30, both included; only of the order by due day. */
type DebtRange = {
  after?: DebtPlace | undefined;
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  limit: number;
};

/** In an index, which lags behind the table a little. */
export async function findDebts(
  table: Table,
  account: string,
  order: DebtOrder,
  { after, dueFrom = FIRST_DAY, dueTo = LAST_DAY, limit }: DebtRange,
): Promise<DebtPlace[]> {
  const isByDay = order.by === 'dueDate';
  const index = isByDay ? STATUS_INDEX : OWED_INDEX;
  const partition = isByDay ? dueDebtsPartition(account) : debtsPartition(account, order.currency);
  const { items } = await queryPage(table, {
    index,
    partition,
    ...(isByDay && { when: isBetween(index.sortKey, dueFrom, dueTo) }),
    newestFirst: !isByDay,
    limit,
    after: after && {
      ...debtKey(account, after.contact, after.hash),
      [index.partitionKey]: partition,
      [index.sortKey]: after.sort,
    },
  });
  return items.map((item) => ({
    contact: contactOfCustomerKey(item),
    hash: hashOfDebtKey(item),
    sort: String(item[index.sortKey]),
  }));
}

const [FIRST_DAY, LAST_DAY] = ['0000-01-01', '9999-12-31'];

/** Those that are stored, with what they owe in a currency. */
export async function getCustomers(
  table: Table,
  account: string,
  contacts: readonly string[],
  currency: string | undefined,
): Promise<FoundCustomer[]> {
  const sums = currency === undefined ? [] : contacts.map((contact) => openSumKey(account, contact, currency));
  const items = await table.batchGet([...contacts.map((contact) => customerKey(account, contact)), ...sums]);
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  return contacts.flatMap((contact) => {
    const { pk, sk } = customerKey(account, contact);
    const item = byKey.get(`${pk} ${sk}`);
    const sum = currency === undefined ? undefined : byKey.get(`${pk} ${openSumKey(account, contact, currency).sk}`);
    const owed = sum && isOwed(toSum(sum)) ? owedIn(toSum(sum)) : undefined;
    return item === undefined ? [] : [{ contact, customer: readItem(item, storedCustomer), owed }];
  });
}

/** `since`: when the first collection was created; absent of one who is not stored yet. `count`: of collections that can be paid. */
export type OpenCount = { since?: string; tags?: readonly string[]; count: number };

/** In the order of the contacts. */
export async function countOpen(
  table: Table,
  account: string,
  contacts: readonly string[],
  currencies: readonly string[],
): Promise<OpenCount[]> {
  const sumsOf = (contact: string) => currencies.map((currency) => openSumKey(account, contact, currency));
  const keys = contacts.flatMap((contact) => [customerKey(account, contact), ...sumsOf(contact)]);
  const items = await table.batchGet(keys);
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const find = ({ pk, sk }: Key) => byKey.get(`${pk} ${sk}`);
  return contacts.map((contact) => {
    const customer = find(customerKey(account, contact));
    const sums = sumsOf(contact).flatMap((key) => find(key) ?? []);
    const count = sums.reduce((total, sum) => total + toSum(sum).count, 0);
    if (customer === undefined) return { count };
    const { createdAt: since, tags = [] } = readItem(customer, storedCustomer);
    return { count, since, tags };
  });
}

export async function putCustomerWords(
  table: Table,
  account: string,
  contact: string,
  words: readonly string[],
): Promise<void> {
  const items = words.map((word) => ({ ...searchKey(account, 'CUSTOMER', word, contact), contact }));
  await Promise.all(items.map((item) => table.send(new PutCommand(put(table, { item })))));
}

export async function removeCustomerWords(
  table: Table,
  account: string,
  contact: string,
  words: readonly string[],
): Promise<void> {
  const keys = words.map((word) => searchKey(account, 'CUSTOMER', word, contact));
  await Promise.all(keys.map((key) => table.send(new DeleteCommand(remove(table, { key })))));
}

/** A reference never changes, so these rows stay. Of one word the newest collections come first. */
export async function putReferenceWords(
  table: Table,
  { account, hash }: CollectionRef,
  { createdAt, words }: { createdAt: string; words: readonly string[] },
): Promise<void> {
  const rest = `${untilTheEnd(createdAt)}#${hash}`;
  const items = words.map((word) => ({ ...searchKey(account, 'REFERENCE', word, rest), hash, createdAt }));
  await Promise.all(items.map((item) => table.send(new PutCommand(put(table, { item })))));
}

const THE_END_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds from the instant to the end of all years of four digits, so that the newest sorts first. */
const untilTheEnd = (instant: string): string => String(THE_END_MS - Date.parse(instant)).padStart(16, '0');

/** Of a customer, or of a collection. */
export type FoundRow = { contact?: string; hash?: string; createdAt?: string };

const row = fields({ contact: optional(text), hash: optional(text), createdAt: optional(instant) });

/** In the order of the words; an exact word comes before longer ones. */
export async function findWords(
  table: Table,
  account: string,
  kind: SearchedKind,
  { start, limit }: { start: string; limit: number },
): Promise<FoundRow[]> {
  const { pk } = searchKey(account, kind, start);
  const { items } = await queryPage(table, {
    partition: pk,
    when: beginsWith(SORT_KEY, start),
    limit,
    isStrong: false,
  });
  return items.map((item) => readItem(item, row));
}
