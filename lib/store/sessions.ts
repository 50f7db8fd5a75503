/** Sessions at payment providers, as the table knows them: reserved before a provider hears of them, never used twice. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { OpenedOptions } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import { toStoredEvents } from './collection-item.ts';
import { collectionKey } from './keys.ts';
import { table, withRetry, writeIf } from './table.ts';

/** Enough for anybody who means to pay, and a bound for whoever only clicks. */
const MAX_SESSIONS = 100;

/** Reserves a session while the collection can be paid, and answers its number; undefined when there can be no more. */
export async function reserveSession({ account, hash }: CollectionRef, session: Session): Promise<number | undefined> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: 'SET sessions = list_append(if_not_exists(sessions, :none), :session)',
    ConditionExpression:
      '#status IN (:pending, :overdue) AND (attribute_not_exists(sessions) OR size(sessions) < :most)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':none': [],
      ':session': [session],
      ':pending': 'pending',
      ':overdue': 'overdue',
      ':most': MAX_SESSIONS,
    },
    ReturnValues: 'UPDATED_NEW',
  });
  try {
    const { Attributes } = await withRetry(() => table.client.send(update));
    return (Attributes as { sessions: Session[] }).sessions.length;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Keeps the provider's own name of a session. */
export async function keepSessionKey({ account, hash }: CollectionRef, number: number, key: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET sessions[${number - 1}].#key = :key`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#key': 'key' },
    ExpressionAttributeValues: { ':key': key },
  });
  await withRetry(() => table.client.send(update));
}

/** Saves it all at once, the first time only: what somebody else has saved stays, and the answer is false. */
export async function saveOptions(
  { account, hash }: CollectionRef,
  { options, keys, events }: OpenedOptions,
): Promise<boolean> {
  const names = keys.map(({ number }, index) => `sessions[${number - 1}].#key = :key${index}`);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET ${['options = :options', 'events = list_append(events, :events)', ...names].join(', ')}`,
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(options)',
    ...(keys.length > 0 && { ExpressionAttributeNames: { '#key': 'key' } }),
    ExpressionAttributeValues: {
      ':options': JSON.stringify(options),
      ':events': toStoredEvents(events),
      ...Object.fromEntries(keys.map(({ key }, index) => [`:key${index}`, key])),
    },
  });
  return writeIf(() => table.client.send(update));
}
