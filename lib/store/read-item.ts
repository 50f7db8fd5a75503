/**
 * Parses what is read from the table: an item becomes a value of the domain only when each of its attributes is sound.
 *
 * A spoilt item (an attribute missing or of another type, JSON that does not parse, an unknown status) is logged once as
 * `item_malformed`, with its key and the attribute but never a value, and fails the whole request. This holds for a list
 * page as well: without the item the page would not agree with its count, and no part of the item can be trusted.
 */
import { log } from '#lib/log.ts';
import { type Check, Malformed } from './checks.ts';
import { type Key, loggableKey, PARTITION_KEY, SORT_KEY } from './keys.ts';

/** An item as the document client answers it. */
export type Item = Readonly<Record<string, unknown>>;

/** The item's parsed attributes, without those that `check` does not know. @throws {Error} when the item is spoilt. */
export function readItem<T>(item: Item, check: Check<T>, key: Key = keyOf(item)): T {
  try {
    return check(item);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw malformedItem(key, error.path);
  }
}

/** Logs that an item is spoilt, for callers that pass it over; others throw what this answers. */
export function malformedItem(key: Key, attribute: string): Error {
  log('ERROR', 'item_malformed', { ...loggableKey(key), attribute });
  return new Error(`a stored item is malformed: ${attribute}`);
}

const keyOf = (item: Item): Key => ({ pk: String(item[PARTITION_KEY]), sk: String(item[SORT_KEY]) });
