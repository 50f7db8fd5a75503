/** Gives store functions their table, so that their callers need not know it. */
import type { Table } from './table.ts';

/** A store function without its first argument. */
export type Bound<F> = F extends (table: Table, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

type StoreFunction = (table: Table, ...rest: never[]) => unknown;

/** Only of the functions that are named: a bundle holds no others. */
export const storeOf = <T extends Record<string, StoreFunction>>(table: Table, functions: T) =>
  Object.fromEntries(Object.entries(functions).map(([name, f]) => [name, (...rest: never[]) => f(table, ...rest)])) as {
    [Name in keyof T]: Bound<T[Name]>;
  };
