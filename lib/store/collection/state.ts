/** Changes of a collection in the table: its status and its next run, each by one conditional write. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { EndedCheck } from '#lib/domain/payment/ended-checks.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { endOfRuns, finalRuns, nextRun, PAYABLE, type RunUpdate } from '#lib/store/collection/runs.ts';
import { STATUS_PARTITION_KEY, statusPart } from '#lib/store/indexes.ts';
import type { Key } from '#lib/store/keys.ts';
import { all, type Condition, equals, isAbove, isAtMost, isOneOf } from '#lib/store/table/conditions.ts';
import type { Item } from '#lib/store/table/read-item.ts';
import { append, SHOW_REFUSING, update, updateIf } from '#lib/store/table/requests.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';

/** Saves a change of status if the stored status still allows it, and answers the collection as it is then. */
export async function saveStatus(
  table: Table,
  { account, hash }: CollectionRef,
  change: StatusChange,
): Promise<{ saved: boolean; stored: Collection }> {
  const { from, to, updatedAt, completedAt, events, unexpiredAt, expiresAt, run, spread } = change;
  const runs = changedRun(table, hash, change);
  return saveState(table, {
    key: collectionKey(account, hash),
    set: {
      status: to,
      [STATUS_PARTITION_KEY]: statusPart({ ref: { account, hash }, spread }, to),
      updatedAt,
      events: append(events),
      completedAt,
      ...runs.set,
    },
    remove: runs.remove,
    when: all(
      isOneOf('status', from),
      isAtMost('updatedAt', updatedAt),
      unexpiredAt !== undefined && isAbove('expiresAt', unexpiredAt),
      expiresAt !== undefined && equals('expiresAt', expiresAt),
      run && equals('runNumber', run.after),
    ),
  });
}

/** Updates a collection on a condition, and answers it as it is then, whether or not the condition held. */
export async function saveState(
  table: Table,
  changes: Parameters<typeof update>[1],
): Promise<{ saved: boolean; stored: Collection }> {
  try {
    const write = new UpdateCommand({ ...update(table, changes), ReturnValues: 'ALL_NEW', ...SHOW_REFUSING });
    const { Attributes } = await table.send(write);
    return { saved: true, stored: fromItem(Attributes as Item & Key).collection };
  } catch (error) {
    return { saved: false, stored: fromItem(refusingItem(error)).collection };
  }
}

/** A final status ends the runs, or leaves only checks; a change with a next run of its own sets it; any other leaves the next run as it is. */
function changedRun(table: Table, hash: string, { to, run, checkAt, updatedAt }: StatusChange): RunUpdate {
  if (!isPayable(to)) return finalRuns(table, hash, { checkAt, endedAt: updatedAt });
  if (run === undefined) return { set: {}, remove: [] };
  const { set, remove } = nextRun(hash, run.at);
  return { set: { ...set, runNumber: run.after + 1 }, remove };
}

/** What an update of the next run changes and asks besides. */
export type RunDetails = { set?: Readonly<Record<string, unknown>>; remove?: readonly string[]; when?: Condition };

/** Sets a collection's next run while it can still be paid and no other run has been set since `after`. */
export function setRun(
  table: Table,
  { account, hash }: CollectionRef,
  { after, nextRunAt }: { after: number; nextRunAt: string },
  { set, remove = [], when }: RunDetails = {},
): Promise<boolean> {
  return updateIf(table, {
    key: collectionKey(account, hash),
    set: { runNumber: after + 1, ...set, ...nextRun(hash, nextRunAt).set },
    remove,
    when: all(equals('runNumber', after), PAYABLE, when),
  });
}

/** `postponedSlot`: the run waits because a payment is under way. */
export const setNextRun = (
  table: Table,
  ref: CollectionRef,
  after: number,
  nextRunAt: string,
  postponedSlot?: number,
): Promise<boolean> => setRun(table, ref, { after, nextRunAt }, { set: { postponedSlot: postponedSlot || undefined } });

/** Saves what a check of an ended collection found, and sets its next check if no other run has been set since. */
export function saveCheck(table: Table, { account, hash }: CollectionRef, check: EndedCheck): Promise<boolean> {
  const { runNumber, ended, referenceEnded, nextRunAt, endedAt } = check;
  const { set, remove } = nextRunAt === undefined ? endOfRuns(table, hash, endedAt) : nextRun(hash, nextRunAt);
  const endedSessions = ended.map((number) => [`sessions[${number - 1}].ended`, true]);
  return updateIf(table, {
    key: collectionKey(account, hash),
    set: {
      runNumber: runNumber + 1,
      ...set,
      ...Object.fromEntries(endedSessions),
      referenceEnded: referenceEnded || undefined,
    },
    remove,
    when: equals('runNumber', runNumber),
  });
}
