/** Slots that wait: for another try of a channel, or until the rules for people allow them; the next run is set by the same write. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Deferral } from '#lib/domain/follow-up/follow-up.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { nextRun, PAYABLE } from '#lib/store/collection/runs.ts';
import { setRun } from '#lib/store/collection/state.ts';
import type { SlotRef } from '#lib/store/message/messages.ts';
import { all, equals, isAbove } from '#lib/store/table/conditions.ts';
import { atFirst, plus, update } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

type DeferredRun = { nextRunAt: string; deferral: Deferral; status: Status };

type ThrottledSend = { channelsTried: readonly string[]; at: string; retryAt: string };

/**
 * The collection's part: only while it can be paid, and no slot after this one is claimed. The amount is read again at
 * the retry, so a payment meanwhile does not matter, and the run's number is counted on from whatever it is.
 */
export function retryUpdate(table: Table, { ref, slot }: SlotRef, at: string, now: Date) {
  return update(table, {
    key: collectionKey(ref.account, ref.hash),
    set: { retry: { slot, at }, runNumber: plus(1), ...nextRun(ref.hash, at).set },
    when: all(PAYABLE, isAbove('expiresAt', now.toISOString()), equals('nextSlot', slot + 1)),
  });
}

/** By the invocation that holds `token`, whose channel sent nothing. @throws when the slot is not claimed by `token` */
export async function deferSlot(
  table: Table,
  slotRef: SlotRef,
  token: string,
  throttled: ThrottledSend,
): Promise<'saved' | 'lost'> {
  const { channelsTried, at, retryAt } = throttled;
  const attempt = update(table, {
    key: attemptKey(slotRef.ref, slotRef.slot),
    set: { status: 'deferred', retryAt, channelsTried, 'at.deferred': atFirst(at) },
    when: all(equals('token', token), equals('status', 'sending')),
  });
  const collection = retryUpdate(table, slotRef, retryAt, new Date(at));
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
  setRun(table, ref, { after: runNumber, nextRunAt }, { remove: ['retry'] });

/**
 * A slot waits, unclaimed, until the rules for people allow it, if no other run was set after `runNumber`, and the status
 * is still the one that the rules were asked with: some hold only once a collection is overdue.
 */
export const setDeferral = (
  table: Table,
  ref: CollectionRef,
  runNumber: number,
  { nextRunAt, deferral, status }: DeferredRun,
): Promise<boolean> =>
  setRun(table, ref, { after: runNumber, nextRunAt }, { set: { deferral }, when: equals('status', status) });
