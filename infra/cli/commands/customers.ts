/** `customers rebuild`: the customers of an account, and what finds them and its collections, made anew from its collections. */
import type { Run } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { random } from '#lib/random.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { rebuildCustomers } from '#lib/use-cases/rebuild-customers.ts';
import { findAccount } from './accounts.ts';

const ports = { clock, random, ...storeOf(table, { ...keepingCustomers, readListPage }) };

export const rebuild: Run = async (values) => {
  const { id } = await findAccount(values);
  const { collections, customers } = await rebuildCustomers(ports, id);
  const text = `${customers} customers of account ${id} are kept anew, from ${collections} collections.`;
  return { data: { account: id, collections, customers }, text };
};
