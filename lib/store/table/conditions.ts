/** Conditions of requests to the table, as data, and the aliases of the names and values in them. */
import { PARTITION_KEY } from '#lib/store/keys.ts';

/** `status`, `at.sent` or `sessions[2].key`: no name in an item has a dot in it. */
export type Path = string;

/** The aliases of the names and values of one request. */
export type Aliases = {
  path: (path: Path) => string;
  value: (path: Path, value: unknown) => string;
  given: () => {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, unknown>;
  };
};

export function newAliases(): Aliases {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const path = (given: Path) => given.split('.').map(step).join('.');
  const step = (text: string) => {
    const [name = text, index = ''] = text.split(/(?=\[)/);
    return `${aliasOf(names, `#${word(name)}`, name)}${index}`;
  };
  return {
    path,
    value: (given, value) => aliasOf(values, `:${word(given)}`, value),
    given: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
}

const word = (text: string): string => text.replace(/\W/g, '_');

/** Numbered where another value has the alias already. */
function aliasOf<T>(known: Record<string, T>, alias: string, value: T): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? alias : `${alias}_${number}`;
    if (!Object.hasOwn(known, candidate)) known[candidate] = value;
    if (known[candidate] === value) return candidate;
  }
}

export type Condition = (aliases: Aliases) => string;

const comparison =
  (sign: string) =>
  (path: Path, value: unknown): Condition =>
  (aliases) =>
    `${aliases.path(path)} ${sign} ${aliases.value(path, value)}`;

export const equals = comparison('=');
export const differs = comparison('<>');
export const isBelow = comparison('<');
export const isAtMost = comparison('<=');
export const isAbove = comparison('>');

export const isBetween =
  (path: Path, first: unknown, last: unknown): Condition =>
  (aliases) =>
    `${aliases.path(path)} BETWEEN ${aliases.value(path, first)} AND ${aliases.value(path, last)}`;

export const isOneOf =
  (path: Path, values: readonly unknown[]): Condition =>
  (aliases) =>
    `${aliases.path(path)} IN (${values.map((value) => aliases.value(path, value)).join(', ')})`;

export const beginsWith =
  (path: Path, start: string): Condition =>
  (aliases) =>
    `begins_with(${aliases.path(path)}, ${aliases.value(path, start)})`;

export const contains =
  (path: Path, value: unknown): Condition =>
  (aliases) =>
    `contains(${aliases.path(path)}, ${aliases.value(path, value)})`;

export const hasFewerThan =
  (path: Path, size: number): Condition =>
  (aliases) =>
    `size(${aliases.path(path)}) < ${aliases.value(path, size)}`;

export const exists =
  (path: Path): Condition =>
  (aliases) =>
    `attribute_exists(${aliases.path(path)})`;

export const notExists =
  (path: Path): Condition =>
  (aliases) =>
    `attribute_not_exists(${aliases.path(path)})`;

/** Not of several conditions together. */
export const not =
  (condition: Condition): Condition =>
  (aliases) =>
    `NOT ${condition(aliases)}`;

/** Without those that are left out. */
export const all =
  (...conditions: (Condition | false | undefined)[]): Condition =>
  (aliases) =>
    conditions.flatMap((condition) => (condition ? [condition(aliases)] : [])).join(' AND ');

export const any =
  (...conditions: Condition[]): Condition =>
  (aliases) =>
    `(${conditions.map((condition) => condition(aliases)).join(' OR ')})`;

export const ITEM_IS_NEW = notExists(PARTITION_KEY);
export const ITEM_EXISTS = exists(PARTITION_KEY);
