/** Rebuilds what is kept beside the collections: the customers of an account, and its statistics. */
import { alignColumns, CommandFailure, type Run } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { random } from '#lib/random.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { rebuildingInsights } from '#lib/store/insights/rebuilding.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { rebuildCustomers, rebuildInsights } from '#lib/use-cases/rebuild-insights.ts';
import { findAccount } from './accounts.ts';

const customerPorts = { clock, random, ...storeOf(table, { ...keepingCustomers, readListPage }) };

export const rebuildAllCustomers: Run = async (values) => {
  const { id } = await findAccount(values);
  const { collections, customers } = await rebuildCustomers(customerPorts, id);
  const text = `${customers} customers of account ${id} are kept anew, from ${collections} collections.`;
  return { data: { account: id, collections, customers }, text };
};

const insightsPorts = { ...storeOf(table, rebuildingInsights), clock };

/** Others are counted, but not shown. */
const MAX_SHOWN = 20;

export const rebuildAllInsights: Run = async (values) => {
  const account = await findAccount(values);
  const { collections, changed } = await rebuildInsights(insightsPorts, account).catch((error: Error) => {
    throw new CommandFailure(error.message);
  });
  const rows = changed
    .slice(0, MAX_SHOWN)
    .map(({ name, cell, before, after }) => [name, cell, before.join(' '), after.join(' ')]);
  const summary = `The figures of account ${account.id} are made anew from ${collections} collections.`;
  const text =
    changed.length === 0
      ? `${summary} None was another before.`
      : `${summary} ${changed.length} were others before:\n\n${alignColumns(['FIGURES', 'CELL', 'BEFORE', 'NOW'], rows)}`;
  return { data: { account: account.id, collections, changed }, text };
};
