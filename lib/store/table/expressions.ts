/** Parts of DynamoDB expressions that several requests share. */

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { type Key, PARTITION_KEY } from '#lib/store/keys.ts';
import type { Table } from '#lib/store/table/table.ts';

/** False when there was nothing to delete. */
export const forgetItem = (table: Table, key: Key): Promise<boolean> => deleteIf(table, key);

/** False when there was nothing to delete, or the condition did not hold. */
export async function deleteIf(
  table: Table,
  key: Key,
  condition?: string,
  values?: Record<string, string>,
): Promise<boolean> {
  const conditions = [ITEM_EXISTS, ...(condition === undefined ? [] : [condition])].join(' AND ');
  return table.writeIf(
    new DeleteCommand({
      TableName: table.name,
      Key: key,
      ConditionExpression: conditions,
      ...(conditions.includes('#hash') && { ExpressionAttributeNames: { '#hash': 'hash' } }),
      ...(values && { ExpressionAttributeValues: values }),
    }),
  );
}

export const ITEM_IS_NEW = `attribute_not_exists(${PARTITION_KEY})`;
export const ITEM_EXISTS = `attribute_exists(${PARTITION_KEY})`;

/** The key condition of a query for a whole partition; its key is `:pk`. */
export const IN_PARTITION = `${PARTITION_KEY} = :pk`;

export type Condition = { text: string; names: Record<string, string>; values: Record<string, string> };

/** What an update sets: each field under a name of its own, because some are words that DynamoDB reserves. */
export function setFields(fields: object) {
  const assignments: string[] = [];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    assignments.push(`#${name} = :${name}`);
    names[`#${name}`] = name;
    values[`:${name}`] = value;
  }
  return { text: assignments.join(', '), names, values };
}

export const statusIn = (statuses: readonly string[]): Condition => ({
  text: `#status IN (${statuses.map((status) => `:${status}`).join(', ')})`,
  names: { '#status': 'status' },
  values: Object.fromEntries(statuses.map((status) => [`:${status}`, status])),
});
