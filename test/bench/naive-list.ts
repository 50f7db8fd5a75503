/** The usual design of a list: a sort key by time, COUNT for the total, and pages that are read in order to skip them. */
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { CollectionItem } from '#lib/store/collection/item.ts';
import type { BenchTable } from './bench-table.ts';
import { createdAt } from './seed-collections.ts';

const partition = (account: string): string => `NAIVE#${account}`;

/** The same collection in the naive design, under another key. */
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

/** The number of items in the megabyte that DynamoDB reads per request; without it DynamoDB Local reads slowly. */
const MEGABYTE = 1000;

/** Reads past this number of items. */
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
