/**
 * Write units as AWS counts them, from an item before and after its write. DynamoDB Local counts some writes otherwise:
 * transactions sometimes once, a changed key of an index twice over in a transaction.
 *
 * - A write costs a unit for each started kilobyte of the larger of the two, in a transaction twice that; a refused one costs
 *   the same: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html.
 * - An entry of an index that appears, disappears or changes in place costs one write; one whose key changes costs two, a
 *   delete and a put; one that stays costs none:
 *   https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes.
 * - Unconfirmed: that a transaction does not double its writes to indexes. {@link Units.indexInTransaction} counts them apart.
 */
import { INDEXES, PARTITION_KEY, SORT_KEY, type TableIndex } from '#lib/store/keys.ts';
import { type Item, sizeOf } from '#test/support/item-size.ts';

export type Written = { before: Item | undefined; after: Item | undefined };
/** `indexInTransaction`: the part of `index` that belongs to transactions. */
export type Units = { table: number; index: number; indexInTransaction: number };

const KILOBYTE = 1024;

export function unitsOf({ before, after }: Written, isTransaction: boolean): Units {
  const once = Math.ceil(Math.max(1, sizeOf(before), sizeOf(after)) / KILOBYTE);
  const index = INDEXES.reduce((sum, each) => sum + indexUnits(each, { before, after }), 0);
  return {
    table: isTransaction ? 2 * once : once,
    index,
    indexInTransaction: isTransaction ? index : 0,
  };
}

function indexUnits(index: TableIndex, { before, after }: Written): number {
  const [old, fresh] = [entryOf(index, before), entryOf(index, after)];
  if (old === undefined && fresh === undefined) return 0;
  const units = (entry: Item) => Math.ceil(sizeOf(entry) / KILOBYTE);
  if (old === undefined || fresh === undefined) return units((old ?? fresh) as Item);
  if (JSON.stringify(old) === JSON.stringify(fresh)) return 0;
  const keyOf = (entry: Item) => JSON.stringify([entry[index.partitionKey], entry[index.sortKey]]);
  if (keyOf(old) !== keyOf(fresh)) return units(old) + units(fresh);
  return Math.max(units(old), units(fresh));
}

function entryOf({ partitionKey, sortKey, also = [] }: TableIndex, item: Item | undefined): Item | undefined {
  if (item?.[partitionKey] === undefined || item[sortKey] === undefined) return undefined;
  const names = [...new Set([PARTITION_KEY, SORT_KEY, partitionKey, sortKey, ...also])];
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
}
