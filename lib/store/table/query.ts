/** Queries of the table and its indexes. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Key, PARTITION_KEY } from '#lib/store/keys.ts';
import { all, type Condition, equals, newAliases } from '#lib/store/table/conditions.ts';
import type { Item } from './read-item.ts';
import type { Table } from './table.ts';

type Query = {
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
