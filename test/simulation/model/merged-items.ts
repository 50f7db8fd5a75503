/** Items of the table, as the model of a merge reads them. */

export type Values = { [name: string]: unknown };
export type Stored = Readonly<Values>;
export type StoredItem = Stored & { pk: string; sk: string };

/** ISO instants. `usedSince`: from then on what the new table has is its own. */
export type Instants = { restoredTo: string; usedSince: string };

export const textIn = (item: Stored, name: string): string => String(item[name] ?? '');

export const instantsIn = (items: readonly Stored[], name: string): string[] =>
  items.flatMap((item) => (item[name] === undefined ? [] : [textIn(item, name)])).toSorted();

export const without = (item: Stored, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));

/** A member signs in again. */
export function sessionless({ pk, sk, ...member }: StoredItem): StoredItem {
  return { pk, sk, ...without(member, ['link']), sessions: {} };
}
