/** Overwrites what was told of a collection: its bodies in the feed, and in the deliveries to webhook endpoints. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { erasedBody } from '#lib/domain/erasure.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { packText } from '#lib/store/table/packed-text.ts';
import type { Table } from '#lib/store/table/table.ts';

import { findToldBodies, type ToldBody } from './told-bodies.ts';

export async function eraseTold(table: Table, ref: CollectionRef, now: Date): Promise<void> {
  for (const told of await findToldBodies(table, ref, now)) await eraseBody(table, told, ref);
}

/** Only the body: attempts to deliver it are recorded at the same time. */
async function eraseBody(table: Table, { pk, sk, body, stored }: ToldBody, ref: CollectionRef): Promise<void> {
  const erased = erasedBody(body, ref);
  if (erased === body) return;
  const update = new UpdateCommand({
    TableName: table.name,
    Key: { pk, sk },
    UpdateExpression: 'SET body = :erased',
    ConditionExpression: 'body = :body',
    ExpressionAttributeValues: { ':erased': packText(erased), ':body': stored },
  });
  await table.writeIf(update);
}
