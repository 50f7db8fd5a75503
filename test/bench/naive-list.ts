/** The list as it is usually built: one sort key by time; COUNT for the total; pages skipped by walking past them. */
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { CollectionItem } from '#lib/store/collection-item.ts';
import type { BenchTable } from './bench-table.ts';
import { createdAt } from './seed-collections.ts';

const partition = (account: string): string => `NAIVE#${account}`;

/** The same collection in the naive design: the same attributes under the other key. */
export const naiveItem = (account: string, rank: number, item: CollectionItem) => ({
  ...item,
  pk: partition(account),
  sk: `${createdAt(rank)}#${rank}`,
});

type Start = QueryCommandInput['ExclusiveStartKey'];
type NaiveList = { table: BenchTable; account: string };

export async function naivePage(
  list: NaiveList,
  page: number,
  limit: number,
): Promise<{ count: number; items: unknown[] }> {
  const { seen: count } = await walk(list, Number.POSITIVE_INFINITY);
  const { last } = await walk(list, (page - 1) * limit);
  const { Items: items = [] } = await query(list, { Limit: limit, ExclusiveStartKey: last });
  return { count, items };
}

/** As many items as fit into the megabyte that DynamoDB looks at in one request; DynamoDB Local is slow to stop by itself. */
const MEGABYTE = 1000;

/** Walks past so many items. */
async function walk(list: NaiveList, max: number): Promise<{ seen: number; last: Start }> {
  let seen = 0;
  let last: Start;
  while (seen < max) {
    const Limit = Math.min(max - seen, MEGABYTE);
    const { Count = 0, LastEvaluatedKey } = await query(list, { Select: 'COUNT', ExclusiveStartKey: last, Limit });
    seen += Count;
    last = LastEvaluatedKey;
    if (!last) break;
  }
  return { seen, last };
}

const query = ({ table, account }: NaiveList, input: Partial<QueryCommandInput>) =>
  table.documents.send(
    new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partition(account) },
      ScanIndexForward: false,
      ConsistentRead: true,
      ...input,
    }),
  );
