/** Requests to the table, made of data: queries, and writes with what each sets, and on which condition. Names and values never stand in an expression themselves. */
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Key, PARTITION_KEY } from '#lib/store/keys.ts';
import {
  type Aliases,
  all,
  type Condition,
  equals,
  ITEM_IS_NEW,
  newAliases,
  type Path,
} from '#lib/store/table/conditions.ts';
import type { Item } from '#lib/store/table/read-item.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';

export type Query = {
  partition: string;
  /** On the sort key. */
  when?: Condition | undefined;
  filter?: Condition | undefined;
  index?: { name: string; partitionKey: string };
  newestFirst?: boolean;
  limit?: number | undefined;
  /** The key after which to go on. */
  after?: Record<string, unknown> | undefined;
  /** As a rule what is in the table is read strongly; an index cannot be. */
  isStrong?: boolean;
  /** The only attribute that is wanted. */
  only?: string | undefined;
};

type Page = { items: (Item & Key)[]; last: Record<string, unknown> | undefined };

/** At most 1 MB of items, and where to go on; undefined at the end. */
export async function queryPage(table: Table, query: Query): Promise<Page> {
  const { partition, when, filter, index, newestFirst = false, limit, after, isStrong = index === undefined } = query;
  const aliases = newAliases();
  const { Items = [], LastEvaluatedKey } = await table.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: index?.name,
      KeyConditionExpression: all(equals(index?.partitionKey ?? PARTITION_KEY, partition), when)(aliases),
      FilterExpression: filter?.(aliases),
      ProjectionExpression: query.only && aliases.path(query.only),
      ...aliases.given(),
      ScanIndexForward: !newestFirst,
      ConsistentRead: isStrong,
      Limit: limit,
      ExclusiveStartKey: after,
    }),
  );
  return { items: Items as (Item & Key)[], last: LastEvaluatedKey };
}

/** An item as it was lately: what was just written may be missing. Half a strong read. */
export async function getItemLately(table: Table, key: Key): Promise<(Item & Key) | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: table.name, Key: key }));
  return Item as (Item & Key) | undefined;
}

/** Every item, page by page. */
export async function queryAll(table: Table, query: Query): Promise<(Item & Key)[]> {
  const found: (Item & Key)[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { items, last } = await queryPage(table, { ...query, after });
    found.push(...items);
    after = last;
  } while (after);
  return found;
}

/** What an attribute becomes, where that follows from what it is. */
type Change = (path: string, aliases: Aliases) => string;

export const plus =
  (number: number): Change =>
  (path, aliases) =>
    `${path} + ${aliases.value('added', number)}`;

/** The value, unless the attribute has one. */
export const atFirst =
  (value: unknown): Change =>
  (path, aliases) =>
    `if_not_exists(${path}, ${aliases.value('first', value)})`;

export const copyOf =
  (other: Path): Change =>
  (_path, aliases) =>
    aliases.path(other);

/** To a list that is there. */
export const append =
  (entries: readonly unknown[]): Change =>
  (path, aliases) =>
    `list_append(${path}, ${aliases.value('entries', entries)})`;

/** To a list that may not be there yet. */
export const appendToAny =
  (entries: readonly unknown[]): Change =>
  (path, aliases) =>
    `list_append(if_not_exists(${path}, ${aliases.value('empty', [])}), ${aliases.value('entries', entries)})`;

type Update = {
  key: Key;
  /** What is undefined is left as it is. */
  set?: Readonly<Record<Path, unknown>>;
  remove?: readonly Path[];
  /** To numbers and sets, which need not be there yet. */
  add?: Readonly<Record<Path, unknown>>;
  when?: Condition | undefined;
};

export function update(table: Table, { key: { pk, sk }, set = {}, remove = [], add = {}, when }: Update) {
  const aliases = newAliases();
  const assigned = Object.entries(set).filter(([, to]) => to !== undefined);
  const clauses = {
    SET: assigned.map(([path, to]) => `${aliases.path(path)} = ${assignedTo(path, to, aliases)}`),
    REMOVE: remove.map(aliases.path),
    ADD: Object.entries(add).map(([path, value]) => `${aliases.path(path)} ${aliases.value(path, value)}`),
  };
  const expression = Object.entries(clauses).filter(([, parts]) => parts.length > 0);
  return {
    TableName: table.name,
    Key: { pk, sk },
    UpdateExpression: expression.map(([clause, parts]) => `${clause} ${parts.join(', ')}`).join(' '),
    ...conditional(when, aliases),
  };
}

const assignedTo = (path: Path, to: unknown, aliases: Aliases): string =>
  typeof to === 'function' ? (to as Change)(aliases.path(path), aliases) : aliases.value(path, to);

const conditional = (when: Condition | undefined, aliases: Aliases) => ({
  ...(when && { ConditionExpression: when(aliases) }),
  ...aliases.given(),
});

export const put = (table: Table, { item, when }: { item: object; when?: Condition | undefined }) => ({
  TableName: table.name,
  Item: item as Record<string, unknown>,
  ...conditional(when, newAliases()),
});

export const remove = (table: Table, { key: { pk, sk }, when }: { key: Key; when?: Condition | undefined }) => ({
  TableName: table.name,
  Key: { pk, sk },
  ...conditional(when, newAliases()),
});

/** False when the condition does not hold; the next two, too. */
export const updateIf = (table: Table, changes: Update): Promise<boolean> =>
  table.writeIf(new UpdateCommand(update(table, changes)));

export const putIf = (table: Table, write: { item: object; when: Condition }): Promise<boolean> =>
  table.writeIf(new PutCommand(put(table, write)));

export const removeIf = (table: Table, write: { key: Key; when: Condition }): Promise<boolean> =>
  table.writeIf(new DeleteCommand(remove(table, write)));

/** A write that is refused answers the item that refused it: `refusingItem`. */
export const SHOW_REFUSING = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** Puts an item under a key that has none. Answers undefined; else the item that is there, and nothing is written. */
export async function putNew(table: Table, item: object): Promise<(Item & Key) | undefined> {
  try {
    await table.send(new PutCommand({ ...put(table, { item, when: ITEM_IS_NEW }), ...SHOW_REFUSING }));
    return undefined;
  } catch (error) {
    return refusingItem(error);
  }
}
