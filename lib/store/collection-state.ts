/** The state of a collection in the table: changed only from the states that allow it, together with its next wake. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { fromItem, storedItem, toStoredEvents } from './collection-item.ts';
import { collectionKey } from './keys.ts';
import { attempt, attemptIf, table } from './table.ts';
import { wakeUpdate } from './wake-item.ts';

/** Saves a change of status if the stored status still allows it; otherwise answers the collection as it is now. */
export async function saveStatus(
  { account, hash }: OwnedId,
  change: StatusChange,
): Promise<{ saved: true } | { saved: false; stored: Collection }> {
  const from = change.from.map((status, index) => [`:from${index}`, status] as const);
  const conditions = [`#status IN (${from.map(([name]) => name).join(', ')})`, 'updatedAt <= :updatedAt'];
  if (change.unexpiredAt) conditions.push('expiresAt > :unexpiredAt');
  if (change.wake) conditions.push('wakeNumber = :after');
  const wake = changedWake(hash, change);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET #status = :to, updatedAt = :updatedAt, events = list_append(events, :events)${
      change.completedAt ? ', completedAt = :completedAt' : ''
    }${wake.update}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...Object.fromEntries(from),
      ':to': change.to,
      ':updatedAt': change.updatedAt,
      ':completedAt': change.completedAt,
      ':unexpiredAt': change.unexpiredAt,
      ':events': toStoredEvents(change.events),
      ...wake.values,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await attempt(() => table.client.send(update));
    return { saved: true };
  } catch (error) {
    return { saved: false, stored: fromItem(storedItem(error)).collection };
  }
}

/** A final state is not woken again; a change that brings its own next wake sets it; others leave it as it is. */
function changedWake(hash: string, { to, wake }: StatusChange): { update: string; values: object } {
  if (!isPayable(to)) return { update: ' REMOVE wakeAt, due', values: {} };
  if (wake === undefined) return { update: '', values: {} };
  const { set, values } = wakeUpdate(hash, wake.at);
  return {
    update: `${set}, wakeNumber = :woken`,
    values: { ...values, ':after': wake.after, ':woken': wake.after + 1 },
  };
}

/** Sets a collection's next wake while it can still be paid and no other wake has been set since `after`. */
export async function setWake({ account, hash }: OwnedId, after: number, wakeAt: string): Promise<boolean> {
  const { set, values } = wakeUpdate(hash, wakeAt);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET wakeNumber = :woken${set}`,
    ConditionExpression: 'wakeNumber = :after AND #status IN (:pending, :overdue)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...values,
      ':woken': after + 1,
      ':after': after,
      ':pending': 'pending',
      ':overdue': 'overdue',
    },
  });
  return attemptIf(() => table.client.send(update));
}
