/** Finds debts: all of an account, by due day or by what is left of each. */
import type { DebtOrder } from '#lib/domain/customer.ts';
import { dateOf, dayOf } from '#lib/domain/time/due-day.ts';
import { OWED_INDEX, partsOf, placeIn, STATUS_INDEX, type TableIndex } from '#lib/store/indexes.ts';
import { type Condition, isBetween } from '#lib/store/table/conditions.ts';
import { inPart, queryParts } from '#lib/store/table/query-parts.ts';
import type { Table } from '#lib/store/table/table.ts';
import { contactOfCustomerKey, debtKey, debtsPartition, dueDebtsPartition, hashOfDebtKey } from './keys.ts';
import { upTo } from './list.ts';

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
