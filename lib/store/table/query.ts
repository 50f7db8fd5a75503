/** Reads partitions to their end. */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#lib/store/keys.ts';
import { IN_PARTITION } from '#lib/store/table/expressions.ts';
import type { Item } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Every item of a partition, read strongly. */
export async function queryPartition(table: Table, pk: string, TableName = table.name): Promise<(Item & Key)[]> {
  const items: (Item & Key)[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName,
      KeyConditionExpression: IN_PARTITION,
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    const { Items = [], LastEvaluatedKey } = await table.send(query);
    items.push(...(Items as (Item & Key)[]));
    from = LastEvaluatedKey;
  } while (from);
  return items;
}
