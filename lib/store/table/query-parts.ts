/**
 * Queries partitions of a spread account as if they were one: in the order of the sort key and, where that is the same, part by part. One
 * partition is asked as always.
 */
import type { Condition } from './conditions.ts';
import type { Item } from './read-item.ts';
import { type Query, queryPage } from './requests.ts';
import type { Table } from './table.ts';

/** An item, and in which of the partitions it is. */
export type InPart = { item: Item & { pk: string; sk: string }; part: number };

/** As a place says it, which is in the first one unless it says a part. */
export const inPart = ({ part }: Pick<InPart, 'part'>): { part?: number } => (part === 0 ? {} : { part });

/** After which item to go on: `rest` is, on the sort key, what follows in other parts: all that is `beyond` it, or the same, too. Undefined: nothing. */
type After = { part: number; key: Record<string, unknown>; rest: (beyond: boolean) => Condition | undefined };

type PartsQuery = Omit<Query, 'partition' | 'after' | 'limit'> & {
  partitions: readonly string[];
  sortKey: string;
  after?: After | undefined;
  limit: number;
};

/** Items are spread evenly, so that a part of its own has seldom more than its share of a page; it is asked again where it has. */
const SHARES = 8;

type Part = { ask: Query; read: InPart[]; isOver: boolean };

export async function queryParts(table: Table, asked: PartsQuery): Promise<InPart[]> {
  const { partitions, sortKey, after, limit, ...query } = asked;
  const atOnce = partitions.length === 1 ? limit : Math.ceil(limit / SHARES) + 1;
  const parts = partitions.map((partition, part): Part => {
    const rest = after === undefined || after.part === part ? undefined : after.rest(part < after.part);
    const isOver = after !== undefined && after.part !== part && rest === undefined;
    const start = after?.part === part ? { after: after.key } : rest && { when: rest };
    return { ask: { ...query, partition, ...start, limit: atOnce }, read: [], isOver };
  });
  const isBefore = (one: InPart, other: InPart): boolean => {
    const [a, b] = [String(one.item[sortKey]), String(other.item[sortKey])];
    return a === b ? one.part < other.part : a < b !== (query.newestFirst ?? false);
  };
  const found: InPart[] = [];
  while (found.length < limit) {
    await Promise.all(parts.map((part, number) => readOn(table, part, number)));
    const next = parts.reduce<InPart | undefined>((first, { read: [head] }) => {
      return head !== undefined && (first === undefined || isBefore(head, first)) ? head : first;
    }, undefined);
    if (next === undefined) break;
    parts[next.part]?.read.shift();
    found.push(next);
  }
  return found;
}

/** A part that is read up shows what follows. */
async function readOn(table: Table, part: Part, number: number): Promise<void> {
  while (part.read.length === 0 && !part.isOver) {
    const { items, last } = await queryPage(table, part.ask);
    part.read = items.map((item) => ({ item, part: number }));
    part.ask = { ...part.ask, after: last };
    part.isOver = last === undefined;
  }
}
