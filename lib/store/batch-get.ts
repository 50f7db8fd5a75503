/** Reads many items together, however DynamoDB splits the work. */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { Key } from './keys.ts';
import { backOff, MAX_TRIES, table, withRetry } from './table.ts';

/** Strongly, in no order, up to 100: in one request unless DynamoDB leaves some for later; those that do not exist are missing. */
export async function batchGet<Item extends Key>(keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let left = keys;
  for (let tried = 0; left.length > 0; tried += 1) {
    if (tried === MAX_TRIES) throw serviceUnavailable();
    if (tried > 0) await backOff(tried);
    const request = { [table.name]: { Keys: [...left], ConsistentRead: true } };
    const answer = await withRetry(() => table.client.send(new BatchGetCommand({ RequestItems: request })));
    items.push(...((answer.Responses?.[table.name] ?? []) as Item[]));
    left = (answer.UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[];
  }
  return items;
}
