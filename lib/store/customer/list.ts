/** Finds customers and debts: all of an account, in the orders of the lists. */

import {
  type CustomerOrder,
  type CustomerPlace,
  type DebtOrder,
  type FoundCustomer,
  isOwed,
  owedIn,
} from '#lib/domain/customer.ts';
import { dateOf, dayOf } from '#lib/domain/time/due-day.ts';
import { CONTACT_INDEX, OWED_INDEX, partsOf, STATUS_INDEX, type TableIndex } from '#lib/store/indexes.ts';
import type { Key } from '#lib/store/keys.ts';
import { type Condition, isBetween } from '#lib/store/table/conditions.ts';
import { queryParts } from '#lib/store/table/query-parts.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { owedText, storedCustomer, toSum } from './customers.ts';
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

const placeIn = (index: TableIndex, partition: string | undefined, sort: string) => ({
  [index.partitionKey]: partition,
  [index.sortKey]: sort,
});

const inPart = ({ part }: { part: number }) => (part === 0 ? {} : { part });

/** Of what is owed, the most first: this and less or, beyond it, less. */
function upTo(index: TableIndex, sort: string, beyond: boolean): Condition | undefined {
  const most = Number(sort) - Number(beyond);
  return most < 0 ? undefined : isBetween(index.sortKey, owedText(0), owedText(most));
}

/** Where a debt is in its order. */
export type DebtPlace = { contact: string; hash: string; sort: string; part?: number };

/** `dueFrom`, `dueTo`: days such as 2026-11-30, both included; only of the order by due day. `isSpread`: the account is, or will be. */
type DebtRange = {
  after?: DebtPlace | undefined;
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  limit: number;
  isSpread: boolean;
};

/** In an index, which lags behind the table a little. */
export async function findDebts(
  table: Table,
  account: string,
  order: DebtOrder,
  { after, dueFrom = FIRST_DAY, dueTo = LAST_DAY, limit, isSpread }: DebtRange,
): Promise<DebtPlace[]> {
  const isByDay = order.by === 'dueDate';
  const index = isByDay ? STATUS_INDEX : OWED_INDEX;
  const partition = isByDay ? dueDebtsPartition(account) : debtsPartition(account, order.currency);
  const partitions = partsOf(partition, isSpread);
  const { part = 0, sort = '', contact = '', hash = '' } = after ?? {};
  const found = await queryParts(table, {
    index,
    partitions,
    sortKey: index.sortKey,
    ...(isByDay && { when: isBetween(index.sortKey, dueFrom, dueTo) }),
    newestFirst: !isByDay,
    limit,
    after: after && {
      part,
      key: { ...debtKey(account, contact, hash), ...placeIn(index, partitions[part], sort) },
      rest: (beyond) => (isByDay ? from(index, sort, { beyond, dueTo }) : upTo(index, sort, beyond)),
    },
  });
  return found.map((each) => ({
    contact: contactOfCustomerKey(each.item),
    hash: hashOfDebtKey(each.item),
    sort: String(each.item[index.sortKey]),
    ...inPart(each),
  }));
}

/** By day: this and later ones or, beyond it, later ones. */
function from(
  index: TableIndex,
  sort: string,
  { beyond, dueTo }: { beyond: boolean; dueTo: string },
): Condition | undefined {
  const first = beyond ? dateOf(dayOf(sort) + 1) : sort;
  return first > dueTo ? undefined : isBetween(index.sortKey, first, dueTo);
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
