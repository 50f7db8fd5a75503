/** The items of the simulated table, each with its earlier versions for eventually consistent reads. */
import { INDEXES } from '#lib/store/indexes.ts';
import { compareText, type Item } from './value.ts';

export type Key = { pk: string; sk: string };

/** The value of an item from an instant on; undefined when it did not exist. */
type Version = { since: number; item: Item | undefined };

/** Versions, the newest first; versions that are too old to be read are deleted. */
export type Row = { key: Key; versions: Version[] };

export type Items = ReturnType<typeof createItems>;

/** Returns the version of an item that a reader sees. */
export type See = (row: Row) => Item | undefined;

const asItIs: See = ({ versions }) => versions[0]?.item;

/** The maximum age of a version that a read sees, in milliseconds. */
const OLDEST_READ = 10 * 60_000;

export function createItems(now: () => number) {
  const partitions = new Map<string, Map<string, Row>>();
  /** The rows of each partition, sorted by sort key; recomputed when a row is added. */
  const inOrder = new Map<string, readonly Row[]>();
  const everIndexed = new Set<Row>();
  const rowOf = ({ pk, sk }: Key): Row | undefined => partitions.get(pk)?.get(sk);
  const present = (item: Item | undefined) => item !== undefined;

  function sorted(pk: string): readonly Row[] {
    const known = inOrder.get(pk);
    if (known !== undefined) return known;
    const rows = [...(partitions.get(pk)?.values() ?? [])].toSorted((a, b) => compareText(a.key.sk, b.key.sk));
    inOrder.set(pk, rows);
    return rows;
  }

  return {
    row: rowOf,

    get: (key: Key): Item | undefined => rowOf(key)?.versions[0]?.item,

    set(key: Key, item: Item | undefined): void {
      const partition = partitions.get(key.pk) ?? new Map<string, Row>();
      partitions.set(key.pk, partition);
      const known = partition.get(key.sk);
      const row = known ?? { key, versions: [] };
      if (known === undefined) {
        partition.set(key.sk, row);
        inOrder.delete(key.pk);
      }
      if (INDEXES.some(({ partitionKey }) => item?.[partitionKey] !== undefined)) everIndexed.add(row);
      const seen = row.versions.findIndex(({ since }) => since <= now() - OLDEST_READ);
      if (seen >= 0) row.versions.length = seen + 1;
      row.versions.unshift({ since: now(), item });
    },

    /** In the order of the sort key. */
    partition: (pk: string, see: See = asItIs): Item[] => sorted(pk).map(see).filter(present),

    /** The items that are or were in an index. */
    indexed(see: See = asItIs): Item[] {
      const items: Item[] = [];
      for (const row of everIndexed) {
        const item = see(row);
        if (item !== undefined) items.push(item);
      }
      return items;
    },

    /** All items, in the order in which they were first written. */
    all: (): Item[] => [...partitions.values()].flatMap((rows) => [...rows.values()].map(asItIs)).filter(present),

    /** Reads the version of an item from some time ago, which may still be the current one. */
    late:
      (lag: (key: Key) => number, sawOld: () => void): See =>
      ({ key, versions }) => {
        const at = now() - lag(key);
        const index = versions.findIndex(({ since }) => since <= at);
        if (index !== 0 && versions.length > 0) sawOld();
        return versions[index]?.item;
      },
  };
}
