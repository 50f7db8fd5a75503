/** The one table with its index, in memory, and whoever watches it change. */
import { createItems, type Items, type Key } from './items.ts';
import type { Item } from './value.ts';

/** A change of one item. */
export type Change = { key: Key; before: Item | undefined; after: Item | undefined };

export type Table = {
  items: Items;
  /** Told of every change, in the order in which they happen. */
  watchers: ((change: Change) => void)[];
  /** How old what an eventually consistent read sees of an item may be, in milliseconds. */
  lag: (key: Key, from: 'table' | 'index') => number;
  /** Told when a reader really saw what is not so any more. */
  sawOld: (from: 'table' | 'index') => void;
  /** Whether a batch read leaves this key for later. */
  segments: (key: Key) => boolean;
};

export const createTable = (now: () => number = () => 0): Table => ({
  items: createItems(now),
  watchers: [],
  lag: () => 0,
  sawOld: () => {},
  segments: () => false,
});

/** Makes changes visible, all of them before anybody is told of the first. */
export function store(table: Table, changes: readonly Change[]): void {
  for (const { key, after } of changes) table.items.set(key, after);
  for (const change of changes) for (const watcher of table.watchers) watcher(change);
}
