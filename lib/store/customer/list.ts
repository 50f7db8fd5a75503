/** Customers in the order of an index: the newest first, by name, or by what they owe. */
import type { CustomerOrder, CustomerPlace, FoundCustomer } from '#lib/domain/customer.ts';
import { storedCustomer, toSum } from '#lib/store/customer/customers.ts';
import {
  contactOfCustomerKey,
  customerKey,
  customersPartition,
  namesPartition,
  openPartition,
  openSumKey,
} from '#lib/store/customer/keys.ts';
import { CONTACT_INDEX, OWED_INDEX, type TableIndex } from '#lib/store/indexes.ts';
import type { Key } from '#lib/store/keys.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { queryPage } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

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
    const outstanding = sum && toSum(sum).count > 0 ? toSum(sum).outstanding : undefined;
    return item === undefined ? [] : [{ contact, customer: readItem(item, storedCustomer), outstanding }];
  });
}
