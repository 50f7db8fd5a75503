/** Reads: one item, many items, or a range of a partition or of the index. */
import { INDEXES, type TableIndex } from '#lib/store/indexes.ts';
import { conditionOf } from './expressions/condition.ts';
import { refuseUnused } from './expressions/scope.ts';
import type { Key } from './items.ts';
import { invalid } from './refusals.ts';
import type { Table } from './table.ts';
import { compareText, copy, type Item, type Value } from './value.ts';
import { placeholdersOf } from './writes.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input type.
export function read(table: Table, name: string, input: any): object {
  if (name === 'GetCommand') return get(table, input);
  return name === 'BatchGetCommand' ? batchGet(table, input) : query(table, input);
}

/** A read that is not strongly consistent may see an old version. */
const seen = ({ items, lag, sawOld }: Table, from: 'table' | 'index') =>
  items.late(
    (key) => lag(key, from),
    () => sawOld(from),
  );

function get(table: Table, { Key: { pk, sk }, ConsistentRead }: { Key: Key; ConsistentRead?: boolean }): object {
  const row = table.items.row({ pk, sk });
  const item = ConsistentRead ? table.items.get({ pk, sk }) : row && seen(table, 'table')(row);
  return item === undefined ? {} : { Item: copy(item) };
}

const MAX_KEYS = 100;

type Batch = { RequestItems: Record<string, { Keys: Key[]; ConsistentRead?: boolean }> };

function batchGet(table: Table, { RequestItems }: Batch): object {
  const [[name, { Keys, ConsistentRead }] = ['', { Keys: [] as Key[], ConsistentRead: true }]] =
    Object.entries(RequestItems);
  if (Keys.length === 0 || Keys.length > MAX_KEYS) throw invalid('Too many items requested for the BatchGetItem call');
  if (new Set(Keys.map(({ pk, sk }) => `${pk}\n${sk}`)).size < Keys.length)
    throw invalid('Provided list of item keys contains duplicates');
  const left = Keys.filter((key) => table.skips(key));
  const found = Keys.filter((key) => !left.includes(key)).flatMap((key) => {
    const { Item } = get(table, { Key: key, ...(ConsistentRead && { ConsistentRead }) }) as { Item?: Item };
    return Item ?? [];
  });
  const UnprocessedKeys =
    left.length === 0 ? {} : { [name]: { Keys: left, ...(ConsistentRead && { ConsistentRead }) } };
  return { Responses: { [name]: found.reverse() }, UnprocessedKeys };
}

type Query = {
  IndexName?: string;
  KeyConditionExpression: string;
  /** Leaves items out after the limit. */
  FilterExpression?: string;
  /** Only its names are read: every attribute is answered. */
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, Value>;
  ScanIndexForward?: boolean;
  ExclusiveStartKey?: Record<string, string>;
  Limit?: number;
  ConsistentRead?: boolean;
};

function query(table: Table, input: Query): object {
  const { IndexName, KeyConditionExpression, ScanIndexForward = true, ExclusiveStartKey: start, Limit } = input;
  const placeholders = placeholdersOf(input);
  refuseUnused(placeholders, [KeyConditionExpression, input.FilterExpression, input.ProjectionExpression]);
  if (IndexName !== undefined && input.ConsistentRead)
    throw invalid('Consistent reads are not supported on global secondary indexes');
  const inRange = conditionOf(KeyConditionExpression);
  const index = indexOf(IndexName);
  const isInRange = (item: Item): boolean => inRange({ item, ...placeholders });
  const matching = index === undefined ? partition(table, input).filter(isInRange) : indexed(table, index, isInRange);
  if (!ScanIndexForward) matching.reverse();
  const from =
    start === undefined ? 0 : matching.findIndex((item) => isAfter(item, start, { IndexName, ScanIndexForward }));
  const rest = from < 0 ? [] : matching.slice(from);
  const page = rest.slice(0, Limit ?? rest.length);
  const last = Limit !== undefined && page.length === Limit ? page.at(-1) : undefined;
  const isShown = input.FilterExpression === undefined ? undefined : conditionOf(input.FilterExpression);
  const shown = isShown === undefined ? page : page.filter((item) => isShown({ item, ...placeholders }));
  const Items = shown.map((item) => copy(item));
  return { Items, Count: Items.length, ...(last && { LastEvaluatedKey: only(positionIn(IndexName), last) }) };
}

/** The items of the partition that the key condition names. */
function partition(table: Table, { KeyConditionExpression, ConsistentRead, ...input }: Query): readonly Item[] {
  const pk = placeholdersOf(input).values[/\bpk\s*=\s*(:\w+)/.exec(KeyConditionExpression)?.[1] ?? ''];
  if (typeof pk !== 'string') throw invalid('Query condition missed key schema element: pk');
  return ConsistentRead ? table.items.partition(pk) : table.items.partition(pk, seen(table, 'table'));
}

/** What the index holds of its items, in its order. It holds only items with both of its attributes. */
const indexed = (
  table: Table,
  { name, partitionKey, sortKey, also = [] }: TableIndex,
  isInRange: (item: Item) => boolean,
): Item[] =>
  table.items
    .indexed(seen(table, 'index'))
    .filter((item) => item[partitionKey] !== undefined && item[sortKey] !== undefined && isInRange(item))
    .map((item) => only([...positionIn(name), ...also], item))
    .toSorted((a, b) => compareBy(orderOf(name), a, b));

function indexOf(name: string | undefined): TableIndex | undefined {
  const index = INDEXES.find((each) => each.name === name);
  if (name !== undefined && index === undefined) throw invalid(`The table does not have the specified index: ${name}`);
  return index;
}

/** The attributes that say where an item is: the keys of the table, and of the index. */
function positionIn(name: string | undefined): string[] {
  const index = indexOf(name);
  return ['pk', 'sk', ...(index ? [index.partitionKey, index.sortKey] : [])];
}

/** Items with the same sort key of an index are ordered by their own keys, so that a page can end between them. */
function orderOf(name: string | undefined): string[] {
  const index = indexOf(name);
  return index ? [index.sortKey, 'pk', 'sk'] : ['sk'];
}

function compareBy(names: readonly string[], a: Readonly<Record<string, unknown>>, b: Item): number {
  for (const name of names) {
    const order = compareText(String(a[name]), String(b[name]));
    if (order !== 0) return order;
  }
  return 0;
}

const only = (names: readonly string[], item: Item): Item =>
  copy(Object.fromEntries(names.map((name) => [name, item[name]]))) as Item;

type Direction = { IndexName: string | undefined; ScanIndexForward: boolean };

function isAfter(item: Item, start: Record<string, string>, { IndexName, ScanIndexForward }: Direction): boolean {
  const order = compareBy(orderOf(IndexName), item, start);
  return ScanIndexForward ? order > 0 : order < 0;
}
