/** Finds customers: all of an account, in the orders of the list. */

import { type CustomerOrder, type CustomerPlace, type FoundCustomer, isOwed, owedIn } from '#lib/domain/customer.ts';
import { CONTACT_INDEX, OWED_INDEX, partsOf, placeIn, type TableIndex } from '#lib/store/indexes.ts';
import type { Key } from '#lib/store/keys.ts';
import { type Condition, isBetween } from '#lib/store/table/conditions.ts';
import { inPart, queryParts } from '#lib/store/table/query-parts.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { owedText, storedCustomer, toSum } from './customers.ts';
import {
  contactOfCustomerKey,
  customerKey,
  customersPartition,
  namesPartition,
  openPartition,
  openSumKey,
} from './keys.ts';

const indexOf = (account: string, order: CustomerOrder): { index: TableIndex; partition: string } => {
  if (order.by === 'newest') return { index: CONTACT_INDEX, partition: customersPartition(account) };
  const partition = order.by === 'name' ? namesPartition(account) : openPartition(account, order.currency);
  return { index: OWED_INDEX, partition };
};

const keyIn = (account: string, order: CustomerOrder, contact: string): Key =>
  order.by === 'outstanding' ? openSumKey(account, contact, order.currency) : customerKey(account, contact);

/** `isSpread`: the account is, or will be. */
type CustomerRange = { after?: CustomerPlace | undefined; limit: number; isSpread: boolean };

export async function listCustomers(
  table: Table,
  account: string,
  order: CustomerOrder,
  { after, limit, isSpread }: CustomerRange,
): Promise<CustomerPlace[]> {
  const { index, partition } = indexOf(account, order);
  const partitions = partsOf(partition, isSpread && order.by === 'outstanding');
  const { part = 0, sort = '', contact = '' } = after ?? {};
  const found = await queryParts(table, {
    index,
    partitions,
    sortKey: index.sortKey,
    newestFirst: order.by !== 'name',
    limit,
    after: after && {
      part,
      key: { ...keyIn(account, order, contact), ...placeIn(index, partitions[part], sort) },
      rest: (beyond) => upTo(index, sort, beyond),
    },
  });
  return found.map((each) => ({
    contact: contactOfCustomerKey(each.item),
    sort: String(each.item[index.sortKey]),
    ...inPart(each),
  }));
}

/** Of what is owed, the most first: this and less or, beyond it, less. */
export function upTo(index: TableIndex, sort: string, beyond: boolean): Condition | undefined {
  const most = Number(sort) - Number(beyond);
  return most < 0 ? undefined : isBetween(index.sortKey, owedText(0), owedText(most));
}

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
