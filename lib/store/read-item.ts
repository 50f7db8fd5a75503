/**
 * Parses what is read from the table: an item becomes a value of the domain only when each of its attributes is sound.
 *
 * A spoilt item (an attribute missing or of another type, JSON that does not parse, an unknown status) is logged once as
 * `item_malformed`, with its key and the attribute but never a value, and fails the whole request. This holds for a list
 * page as well: without the item the page would not agree with its count, and no part of the item can be trusted.
 */
import { log } from '#lib/log.ts';
import { type Key, loggableKey, PARTITION_KEY, SORT_KEY } from './keys.ts';

/** An item as the document client answers it. */
export type Item = Readonly<Record<string, unknown>>;

/** Answers the value with its type. @throws {Malformed} when it has another. */
export type Check<T> = (value: unknown) => T;

/** Where a value is not as it should be. It never carries the value: a person may have typed it. */
class Malformed extends Error {
  readonly path: string;

  constructor(path = '') {
    super('malformed');
    this.path = path;
  }
}

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

const checked =
  <T>(isSound: (value: unknown) => boolean): Check<T> =>
  (value) => {
    if (!isSound(value)) throw new Malformed();
    return value as T;
  };

export const text = checked<string>((value) => typeof value === 'string');
export const integer = checked<number>(Number.isSafeInteger);
export const flag = checked<boolean>((value) => typeof value === 'boolean');

export const bytes = (length: number) =>
  checked<Uint8Array>((value) => value instanceof Uint8Array && value.length === length);

const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** ISO 8601 in UTC with milliseconds: instants are compared as texts. */
export const instant = checked<string>((value) => typeof value === 'string' && INSTANT.test(value));

export const oneOf = <T extends string>(known: readonly T[]): Check<T> => {
  const all = new Set<unknown>(known);
  return checked((value) => all.has(value));
};

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value) =>
    value === undefined ? undefined : check(value);

/** The same fault with the whole path to it. */
function under(name: string | number, error: unknown): unknown {
  if (!(error instanceof Malformed)) return error;
  return new Malformed(error.path === '' ? `${name}` : `${name}.${error.path}`);
}

/** Every attribute of T must have its check; what has none is left out. */
export function object<T extends object>(checks: { [Name in keyof T]-?: Check<T[Name]> }): Check<T> {
  const names = Object.keys(checks);
  const checkOf = Object.values(checks) as Check<unknown>[];
  return (value) => {
    const fields = record(value);
    const read: Record<string, unknown> = {};
    let at = 0;
    try {
      for (; at < names.length; at += 1) {
        const name = names[at] as string;
        const field = (checkOf[at] as Check<unknown>)(fields[name]);
        if (field !== undefined) read[name] = field;
      }
    } catch (error) {
      throw under(names[at] as string, error);
    }
    return read as T;
  };
}

/** One of several forms, told apart by the value of one attribute. */
export function variant<T>(name: string, forms: Readonly<Record<string, Check<T>>>): Check<T> {
  const known = new Map(Object.entries(forms));
  return (value) => {
    const form = known.get(String(record(value)[name]));
    if (form === undefined) throw new Malformed(name);
    return form(value);
  };
}

const record = checked<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

export const list =
  <T>(check: Check<T>): Check<T[]> =>
  (value) => {
    if (!Array.isArray(value)) throw new Malformed();
    const read: T[] = [];
    try {
      for (const entry of value) read.push(check(entry));
    } catch (error) {
      throw under(read.length, error);
    }
    return read;
  };

/** Values by names that a caller chose: the fault does not say which one. */
export const map =
  <T>(check: Check<T>): Check<Record<string, T>> =>
  (value) => {
    try {
      return Object.fromEntries(Object.entries(record(value)).map(([name, entry]) => [name, check(entry)]));
    } catch (error) {
      throw under('*', error);
    }
  };

/** JSON text, parsed. */
export const json =
  <T>(check: Check<T>): Check<T> =>
  (value) =>
    check(parse(text(value)));

/** JSON text that stays a text. */
export const jsonText = checked<string>((value) => typeof value === 'string' && parse(value) !== undefined);

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new Malformed();
  }
}
