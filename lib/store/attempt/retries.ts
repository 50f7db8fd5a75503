/** Slots that wait: for another try of a channel, or until the rules for people allow them; the next run is set by the same write. */

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Deferral } from '#lib/domain/follow-up/revision.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { nextRunUpdate, PAYABLE } from '#lib/store/collection/runs.ts';
import { setRun } from '#lib/store/collection/state.ts';
import type { SlotRef } from '#lib/store/message/messages.ts';
import type { Table } from '#lib/store/table/table.ts';

type Deferred = { nextRunAt: string; deferral: Deferral; status: Status };

type Throttled = { channelsTried: readonly string[]; at: string; retryAt: string };

/**
 * The collection's part: only while it can be paid, and no slot after this one is claimed. The amount is read again at
 * the retry, so a payment meanwhile does not matter, and the run's number is counted on from whatever it is.
 */
export function retryUpdate(table: Table, { ref, slot }: SlotRef, at: string, now: Date) {
  const { set, values } = nextRunUpdate(ref.hash, at);
  return {
    TableName: table.name,
    Key: collectionKey(ref.account, ref.hash),
    UpdateExpression: `SET retry = :retry, runNumber = runNumber + :one${set}`,
    ConditionExpression: `${PAYABLE.text} AND expiresAt > :now AND nextSlot = :nextSlot`,
    ExpressionAttributeNames: PAYABLE.names,
    ExpressionAttributeValues: {
      ...PAYABLE.values,
      ...values,
      ':retry': { slot, at },
      ':one': 1,
      ':now': now.toISOString(),
      ':nextSlot': slot + 1,
    },
  };
}

/** By the invocation that holds `token`, whose channel sent nothing. @throws when the slot is not claimed by `token` */
export async function deferSlot(
  table: Table,
  of: SlotRef,
  token: string,
  throttled: Throttled,
): Promise<'saved' | 'lost'> {
  const { channelsTried, at, retryAt } = throttled;
  const attempt = {
    TableName: table.name,
    Key: attemptKey(of.ref, of.slot),
    UpdateExpression:
      'SET #status = :deferred, retryAt = :retryAt, channelsTried = :tried, #at.#deferred = if_not_exists(#at.#deferred, :at)',
    ConditionExpression: '#token = :token AND #status = :sending',
    ExpressionAttributeNames: { '#status': 'status', '#at': 'at', '#deferred': 'deferred', '#token': 'token' },
    ExpressionAttributeValues: {
      ':deferred': 'deferred',
      ':sending': 'sending',
      ':token': token,
      ':retryAt': retryAt,
      ':tried': channelsTried,
      ':at': at,
    },
  };
  const collection = retryUpdate(table, of, retryAt, new Date(at));
  try {
    await table.send(new TransactWriteCommand({ TransactItems: [{ Update: collection }, { Update: attempt }] }));
    return 'saved';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const [refused] = error.CancellationReasons ?? [];
    if (refused?.Code !== 'ConditionalCheckFailed') throw error;
    return 'lost';
  }
}

/** Sets the next run in place of the retry, if no other run was set after `runNumber`; the slot is not offered again. */
export const endRetry = (table: Table, ref: CollectionRef, runNumber: number, nextRunAt: string): Promise<boolean> =>
  setRun(table, ref, { after: runNumber, nextRunAt }, { remove: ' REMOVE retry' });

/**
 * A slot waits, unclaimed, until the rules for people allow it, if no other run was set after `runNumber`, and the status
 * is still the one that the rules were asked with: some hold only once a collection is overdue.
 */
export const setDeferral = (
  table: Table,
  ref: CollectionRef,
  runNumber: number,
  { nextRunAt, deferral, status }: Deferred,
): Promise<boolean> =>
  setRun(
    table,
    ref,
    { after: runNumber, nextRunAt },
    {
      set: ', deferral = :deferral',
      condition: ' AND #status = :status',
      values: { ':deferral': deferral, ':status': status },
    },
  );
