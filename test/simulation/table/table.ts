/** The table with its index in memory, and its watchers. */
import { createItems, type Items, type Key } from './items.ts';
import type { Item } from './value.ts';

/** A change of one item. */
export type Change = { key: Key; before: Item | undefined; after: Item | undefined };

export type Table = {
  items: Items;
  /** Called for every change, in order. */
  watchers: ((change: Change) => void)[];
  /** The age of the version of an item that an eventually consistent read sees, in milliseconds. */
  lag: (key: Key, from: 'table' | 'index') => number;
  /** Called when a reader saw an outdated version. */
  sawOld: (from: 'table' | 'index') => void;
  /** Whether a batch read returns this key as unprocessed. */
  skips: (key: Key) => boolean;
};

export const createTable = (now: () => number = () => 0): Table => ({
  items: createItems(now),
  watchers: [],
  lag: () => 0,
  sawOld: () => {},
  skips: () => false,
});

/** Makes all changes visible before the watchers are called for the first one. */
export function store(table: Table, changes: readonly Change[]): void {
  for (const { key, after } of changes) table.items.set(key, after);
  for (const change of changes) for (const watcher of table.watchers) watcher(change);
}
