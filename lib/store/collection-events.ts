/** Events of a collection that no status change carries: rows of their own, beside it. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { OwnedId } from '#lib/domain/ids.ts';
import { eventKey } from './keys.ts';
import { attemptIf, table } from './table.ts';

/** Records an event of a type once; a repeat keeps the first. */
export async function recordEvent(place: OwnedId, type: string, at: Date): Promise<void> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...eventKey(place, type), type, timestamp: at.toISOString() },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  await attemptIf(() => table.client.send(put));
}
