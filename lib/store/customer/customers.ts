/** Customers in the table: who they are, what they owe by open collections, and these collections. Each row is written on the version that was read. */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  type CustomerRows,
  type Debt,
  isOwed,
  nameSortKey,
  type OpenSum,
  OWED_DIGITS,
  owedIn,
  type StoredCustomer,
  type Versioned,
} from '#lib/domain/customer.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import {
  CUSTOMER_SORT_KEY,
  customerKey,
  customersPartition,
  debtKey,
  debtsPartition,
  dueDebtsPartition,
  isDebtKey,
  LAST_DEBT,
  namesPartition,
  openPartition,
  openSumKey,
} from '#lib/store/customer/keys.ts';
import {
  CONTACT_PARTITION_KEY,
  CREATED_SORT_KEY,
  OWED_PARTITION_KEY,
  OWED_SORT_KEY,
  partFor,
  STATUS_PARTITION_KEY,
} from '#lib/store/indexes.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { type Check, fields, flag, instant, integer, list, object, optional, text } from '#lib/store/table/checks.ts';
import { equals, ITEM_IS_NEW, isBetween } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { put, putIf, queryPage, remove } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

export const storedCustomer = object<StoredCustomer & Versioned>({
  firstName: text,
  lastName: text,
  phone: text,
  email: text,
  at: instant,
  createdAt: instant,
  words: list(text),
  lastHeardAt: optional(instant),
  lastWrittenAt: optional(instant),
  pausedSince: optional(instant),
  tags: optional(list(text)),
  spread: optional(flag as Check<true>),
  version: integer,
});
const storedSum = fields({
  currency: text,
  outstanding: integer,
  count: integer,
  oldestDueDay: optional(integer),
  expired: optional(integer),
  expiredCount: optional(integer),
  spread: optional(flag as Check<true>),
  version: integer,
});
const storedDebt = object<Omit<Debt, 'isUnlisted'>>({
  hash: text,
  currency: text,
  outstanding: integer,
  dueDay: optional(integer),
  isExpired: optional(flag),
  spread: optional(flag as Check<true>),
});

/** So many open collections of one contact are summed: more have an address that stands for nobody. */
const MAX_DEBTS = 1_000;

/** In one query. `isStrong`: for what is written on what was read. */
export async function readCustomer(
  table: Table,
  account: string,
  contact: string,
  { isStrong = true }: { isStrong?: boolean } = {},
): Promise<CustomerRows> {
  const { pk } = customerKey(account, contact);
  const when = isBetween(SORT_KEY, CUSTOMER_SORT_KEY, LAST_DEBT);
  const { items } = await queryPage(table, { partition: pk, when, limit: MAX_DEBTS, isStrong });
  const rows: CustomerRows = { customer: undefined, sums: [], debts: [] };
  for (const item of items) {
    if (item.sk === CUSTOMER_SORT_KEY) rows.customer = readItem(item, storedCustomer);
    else if (isDebtKey(item)) rows.debts.push(toDebt(item));
    else rows.sums.push(toSum(item));
  }
  return rows;
}

const toDebt = (item: Item): Debt => ({
  ...readItem(item, storedDebt),
  ...(item[OWED_PARTITION_KEY] === undefined && { isUnlisted: true }),
});

export function toSum(item: Item): OpenSum & Versioned {
  const { oldestDueDay = null, expired = 0, expiredCount = 0, ...sum } = readItem(item, storedSum);
  return { ...sum, oldestDueDay, expired, expiredCount };
}

const hasVersion = (version: number) => (version === 0 ? ITEM_IS_NEW : equals('version', version));

/** False when somebody else has written it since it was read; the next, too. */
export const saveCustomer = (
  table: Table,
  account: string,
  contact: string,
  { version, ...customer }: StoredCustomer & Versioned,
): Promise<boolean> =>
  putIf(table, {
    item: {
      ...customerKey(account, contact),
      ...customer,
      version: version + 1,
      [CONTACT_PARTITION_KEY]: customersPartition(account),
      [CREATED_SORT_KEY]: customer.createdAt,
      [OWED_PARTITION_KEY]: namesPartition(account),
      [OWED_SORT_KEY]: nameSortKey(customer),
    },
    when: hasVersion(version),
  });

export const owedText = (minor: number): string => String(minor).padStart(OWED_DIGITS, '0');

/** A sum of nothing stays, out of the index: its version goes on. */
export const saveOpenSum = (
  table: Table,
  account: string,
  contact: string,
  { version, ...sum }: OpenSum & Versioned,
): Promise<boolean> => {
  const { oldestDueDay, ...stored } = sum;
  return putIf(table, {
    item: {
      ...openSumKey(account, contact, sum.currency),
      ...stored,
      ...(oldestDueDay !== null && { oldestDueDay }),
      version: version + 1,
      ...(isOwed(sum) && {
        [OWED_PARTITION_KEY]: partFor(openPartition(account, sum.currency), contact, sum.spread),
        [OWED_SORT_KEY]: owedText(owedIn(sum)),
      }),
    },
    when: hasVersion(version),
  });
};

export async function putDebt(table: Table, account: string, contact: string, debt: Debt): Promise<void> {
  const { hash, currency, outstanding, dueDay, spread } = debt;
  const item = {
    ...debtKey(account, contact, hash),
    ...debt,
    [OWED_PARTITION_KEY]: partFor(debtsPartition(account, currency), hash, spread),
    [OWED_SORT_KEY]: owedText(outstanding),
    ...(dueDay !== undefined && {
      [STATUS_PARTITION_KEY]: partFor(dueDebtsPartition(account), hash, spread),
      [CREATED_SORT_KEY]: dateOf(dueDay),
    }),
  };
  await table.send(new PutCommand(put(table, { item })));
}

export async function removeDebt(table: Table, account: string, contact: string, hash: string): Promise<void> {
  await table.send(new DeleteCommand(remove(table, { key: debtKey(account, contact, hash) })));
}

/** All rows but the words by which the customer is found, which lead from it. */
export async function forgetCustomer(
  table: Table,
  account: string,
  contact: string,
  rows: CustomerRows,
): Promise<void> {
  const keys = [
    ...rows.debts.map(({ hash }) => debtKey(account, contact, hash)),
    ...rows.sums.map(({ currency }) => openSumKey(account, contact, currency)),
    ...(rows.customer ? [customerKey(account, contact)] : []),
  ];
  await Promise.all(keys.map((key) => table.send(new DeleteCommand(remove(table, { key })))));
}
