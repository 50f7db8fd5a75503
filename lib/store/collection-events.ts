/** Events of a collection that no status change carries: rows of their own, beside it. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { OwnedId } from '#lib/domain/ids.ts';
import { eventKey } from './keys.ts';
import { attempt, table } from './table.ts';

/** Records an event of a type once; a repeat keeps the first. */
export async function recordEvent(place: OwnedId, type: string, at: Date): Promise<void> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...eventKey(place, type), type, timestamp: at.toISOString() },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  try {
    await attempt(() => table.client.send(put));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
