/** Events of a collection that no status change carries: rows of their own, beside it. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { eventKey } from './keys.ts';
import { table, writeIf } from './table.ts';

/** Records an event of a type once; a repeat keeps the first. */
export async function recordEvent(ref: CollectionRef, type: string, at: Date): Promise<void> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...eventKey(ref, type), type, timestamp: at.toISOString() },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  await writeIf(() => table.client.send(put));
}
