/** What a rebuild of an account's statistics writes: they count from when their position says so. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { OwedSum, Position } from '#lib/domain/insights/counted.ts';
import type { Statistic } from '#lib/domain/insights/statistics.ts';
import { owesKey, positionKey, statisticKey } from '#lib/store/insights/keys.ts';
import { firstItem, hasVersion, owesItem, statisticItem } from '#lib/store/insights/statistics.ts';
import { ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { put, putIf, removeIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** False when somebody else has written it since it was read. */
export const savePosition = (table: Table, account: string, next: Position): Promise<boolean> =>
  putIf(table, {
    item: { ...positionKey(account), ...next, version: next.version + 1 },
    when: hasVersion(next.version),
  });

const AT_ONCE = 25;

async function writeAll<T>(entries: Iterable<T>, write: (entry: T) => Promise<unknown>): Promise<void> {
  const left = [...entries].values();
  const worker = async () => {
    for (const entry of left) await write(entry);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const putItem = (table: Table, item: object) => table.send(new PutCommand(put(table, { item })));

export const writeStatistics = (
  table: Table,
  account: string,
  generation: number,
  statistics: ReadonlyMap<string, Statistic>,
): Promise<void> =>
  writeAll(statistics, ([name, cells]) => putItem(table, statisticItem(account, generation, name, cells)));

export const removeStatistics = (
  table: Table,
  account: string,
  generation: number,
  names: readonly string[],
): Promise<void> =>
  writeAll(names, (name) => removeIf(table, { key: statisticKey(account, generation, name), when: ITEM_EXISTS }));

/** Writes what each customer owes, and removes what these no longer owe. */
export async function writeOwed(
  table: Table,
  account: string,
  owed: readonly OwedSum[],
  settled: readonly OwedSum[],
): Promise<void> {
  await writeAll(owed, (each) => putItem(table, owesItem(account, each)));
  await writeAll(settled, ({ contact, currency }) =>
    removeIf(table, { key: owesKey(account, contact, currency), when: ITEM_EXISTS }),
  );
}

export const writeFirstCollections = (
  table: Table,
  account: string,
  collections: ReadonlyMap<string, string>,
): Promise<void> => writeAll(collections, ([place, hash]) => putItem(table, firstItem(account, place, hash)));
