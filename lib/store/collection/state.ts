/** Changes of a collection in the table: its status, its terms and plan, and its next run, each by one conditional write. */

import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { EndedCheck } from '#lib/domain/payment/ended-checks.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { endOfRuns, finalRuns, nextRunUpdate, PAYABLE } from '#lib/store/collection/runs.ts';
import { foundBy, termsText } from '#lib/store/collection/terms.ts';
import { STATUS_PARTITION_KEY, statusPartition } from '#lib/store/indexes.ts';
import type { Key } from '#lib/store/keys.ts';
import { statusIn } from '#lib/store/table/expressions.ts';
import type { Item } from '#lib/store/table/read-item.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';

/** Saves a change of status if the stored status still allows it, and answers the collection as it is then. */
export async function saveStatus(
  table: Table,
  { account, hash }: CollectionRef,
  change: StatusChange,
): Promise<{ saved: boolean; stored: Collection }> {
  const from = statusIn(change.from);
  const conditions = [from.text, 'updatedAt <= :updatedAt'];
  if (change.unexpiredAt) conditions.push('expiresAt > :unexpiredAt');
  if (change.expiresAt) conditions.push('expiresAt = :expiresAt');
  if (change.run) conditions.push('runNumber = :after');
  const run = changedRun(table, hash, change);
  return saveState(table, {
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET #status = :to, ${STATUS_PARTITION_KEY} = :byStatus, updatedAt = :updatedAt, events = list_append(events, :events)${
      change.completedAt ? ', completedAt = :completedAt' : ''
    }${run.update}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: from.names,
    ExpressionAttributeValues: {
      ...from.values,
      ':to': change.to,
      ':byStatus': statusPartition(account, change.to),
      ':updatedAt': change.updatedAt,
      ':completedAt': change.completedAt,
      ':unexpiredAt': change.unexpiredAt,
      ':expiresAt': change.expiresAt,
      ':events': change.events,
      ...run.values,
    },
  });
}

/** Updates a collection on a condition, and answers it as it is then, whether or not the condition held. */
export async function saveState(
  table: Table,
  update: UpdateCommandInput,
): Promise<{ saved: boolean; stored: Collection }> {
  const returned = { ReturnValues: 'ALL_NEW', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  try {
    const { Attributes } = await table.send(new UpdateCommand({ ...update, ...returned }));
    return { saved: true, stored: fromItem(Attributes as Item & Key).collection };
  } catch (error) {
    return { saved: false, stored: fromItem(refusingItem(error)).collection };
  }
}

/** A final status ends the runs, or leaves only checks; a change with a next run of its own sets it; any other leaves the next run as it is. */
function changedRun(
  table: Table,
  hash: string,
  { to, run, checkAt, updatedAt }: StatusChange,
): { update: string; values: object } {
  if (!isPayable(to)) {
    const { set, remove, values } = finalRuns(table, hash, { checkAt, endedAt: updatedAt });
    return { update: `${set} ${remove}`, values };
  }
  if (run === undefined) return { update: '', values: {} };
  const { set, values } = nextRunUpdate(hash, run.at);
  return {
    update: `${set}, runNumber = :newRunNumber`,
    values: { ...values, ':after': run.after, ':newRunNumber': run.after + 1 },
  };
}

/** What an update of the next run changes and asks besides, in the parts of its expressions. */
type Besides = { set?: string; remove?: string; condition?: string; values?: object };

/** Sets a collection's next run while it can still be paid and no other run has been set since `after`. */
export async function setRun(
  table: Table,
  { account, hash }: CollectionRef,
  { after, nextRunAt }: { after: number; nextRunAt: string },
  { set = '', remove = '', condition = '', values = {} }: Besides = {},
): Promise<boolean> {
  const run = nextRunUpdate(hash, nextRunAt);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET runNumber = :newRunNumber${set}${run.set}${remove}`,
    ConditionExpression: `runNumber = :after AND ${PAYABLE.text}${condition}`,
    ExpressionAttributeNames: PAYABLE.names,
    ExpressionAttributeValues: {
      ...PAYABLE.values,
      ...run.values,
      ...values,
      ':newRunNumber': after + 1,
      ':after': after,
    },
  });
  return table.writeIf(update);
}

/** `postponedSlot`: the run waits because a payment is under way. */
export const setNextRun = (
  table: Table,
  ref: CollectionRef,
  after: number,
  nextRunAt: string,
  postponedSlot?: number,
): Promise<boolean> =>
  setRun(
    table,
    ref,
    { after, nextRunAt },
    postponedSlot ? { set: ', postponedSlot = :slot', values: { ':slot': postponedSlot } } : {},
  );

/** Saves what a check of an ended collection found, and sets its next check if no other run has been set since. */
export async function saveCheck(table: Table, { account, hash }: CollectionRef, check: EndedCheck): Promise<boolean> {
  const { runNumber, ended, referenceEnded, nextRunAt, endedAt } = check;
  const { set, remove, values } =
    nextRunAt === undefined ? endOfRuns(table, hash, endedAt) : nextRunUpdate(hash, nextRunAt);
  const marks = ended.map((number) => `, sessions[${number - 1}].ended = :true`).join('');
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET runNumber = :newRunNumber${set}${marks}${referenceEnded ? ', referenceEnded = :true' : ''} ${remove}`,
    ConditionExpression: 'runNumber = :after',
    ExpressionAttributeValues: {
      ...values,
      ':newRunNumber': runNumber + 1,
      ':after': runNumber,
      ...((marks !== '' || referenceEnded) && { ':true': true }),
    },
  });
  return table.writeIf(update);
}

/**
 * Saves a collection as a revision made it, if it can still be paid and no other run was set since it was read. Answers
 * the collection as it is stored then.
 */
export async function saveRevision(
  table: Table,
  revised: Collection,
  now: Date,
): Promise<{ saved: boolean; stored: Collection }> {
  const { ref, expiresAt, updatedAt, events, runNumber, nextRunAt } = revised;
  const { metadata, plan, pause, promise, retry } = revised;
  const run = nextRunUpdate(ref.hash, nextRunAt);
  const kept = Object.entries({ metadata, plan, promise, pause, ...foundBy(revised) }).filter(
    ([, value]) => value !== undefined,
  );
  const names = Object.fromEntries([
    ...kept.map(([name]) => [`#${name}`, name]),
    ...(pause === undefined ? [['#pause', 'pause']] : []),
  ]);
  const added = events.slice(-1).filter(({ about }) => about === String(runNumber));
  const gone = [...(pause === undefined ? ['#pause'] : []), ...(retry === undefined ? ['retry'] : []), 'deferral'];
  return saveState(table, {
    TableName: table.name,
    Key: collectionKey(ref.account, ref.hash),
    UpdateExpression: `SET terms = :terms, expiresAt = :expiresAt, updatedAt = :updatedAt, runNumber = :newRunNumber, events = list_append(events, :events)${run.set}${kept
      .map(([name]) => `, #${name} = :${name}`)
      .join('')} REMOVE ${gone.join(', ')}`,
    ConditionExpression: `runNumber = :after AND ${PAYABLE.text} AND expiresAt > :now AND updatedAt <= :updatedAt`,
    ExpressionAttributeNames: { ...PAYABLE.names, ...names },
    ExpressionAttributeValues: {
      ...PAYABLE.values,
      ...run.values,
      ...Object.fromEntries(kept.map(([name, value]) => [`:${name}`, value])),
      ':terms': termsText(revised),
      ':expiresAt': expiresAt,
      ':updatedAt': updatedAt,
      ':events': added,
      ':newRunNumber': runNumber,
      ':after': runNumber - 1,
      ':now': now.toISOString(),
    },
  });
}
