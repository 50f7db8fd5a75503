/** Claims of slots: an attempt is written once per slot, together with the collection's next run. */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { attempt } from '#lib/store/collection/rows.ts';
import { ledgerIsAt, nextRun, PAYABLE } from '#lib/store/collection/runs.ts';
import { personUpdate } from '#lib/store/person/people.ts';
import { all, equals, ITEM_IS_NEW, isAbove } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, putIf, SHOW_REFUSING, update } from '#lib/store/table/requests.ts';
import { isRefused, MAX_TRIES, type Table } from '#lib/store/table/table.ts';

/** Many collections of one person can be due at once, and each claim counts its message with the person. */
const CLAIM_TRIES = 3 * MAX_TRIES;

/**
 * Claims slots: the collection moves past them and their rows appear, together or not at all, and only while the
 * collection can still be paid. Of several claims of a slot one wins; `lost` means that the collection or its person has changed.
 */
export async function claimSlots(table: Table, claim: SlotClaim): Promise<'won' | 'lost'> {
  const { ref, attempts, retried, person, token, now } = claim;
  const rows = retried
    ? [{ Update: { ...claimedAgain(table, ref, attempts[0], retried), ...SHOW_REFUSING } }]
    : attempts.map((row) => ({ Put: { ...put(table, newRow(ref, row)), ...SHOW_REFUSING } }));
  const counted = person ? [{ Update: personUpdate(table, person.ref, person.person, now) }] : [];
  const write = new TransactWriteCommand({
    TransactItems: [{ Update: collectionUpdate(table, claim) }, ...rows, ...counted],
    ClientRequestToken: token,
  });
  try {
    await table.sendWithin(CLAIM_TRIES)(write);
    return 'won';
  } catch (error) {
    if (!isRefused(error)) throw error;
    const reasons = error.CancellationReasons ?? [];
    // Our own earlier write, whose answer was lost: its rows carry our token.
    return reasons.some(({ Item }) => Item && readItem(unmarshall(Item), attempt).token === token) ? 'won' : 'lost';
  }
}

const newRow = (ref: CollectionRef, row: Attempt) => ({
  item: { ...attemptKey(ref, row.slot), ...row },
  when: ITEM_IS_NEW,
});

/** What the earlier message left is kept under `earlier`; receipts that were kept with the attempt stay. */
function claimedAgain(table: Table, ref: CollectionRef, { slot, ...claimed }: Attempt, retried: Attempt) {
  return update(table, {
    key: attemptKey(ref, slot),
    set: claimed,
    remove: ['retryAt', 'channel', 'messageId', 'reason'].filter((name) => !Object.hasOwn(claimed, name)),
    when: all(equals('token', retried.token), equals('status', 'deferred')),
  });
}

/** Puts the rows of slots that can no longer be claimed; a slot that was claimed keeps its own row. */
export async function recordSkips(table: Table, ref: CollectionRef, attempts: readonly Attempt[]): Promise<void> {
  await Promise.all(attempts.map((row) => putIf(table, newRow(ref, row))));
}

function collectionUpdate(table: Table, { ref, expected, attempts, nextRunAt, now }: SlotClaim) {
  const { entryCount, nextSlot, runNumber, status } = expected;
  const run = nextRun(ref.hash, nextRunAt);
  return update(table, {
    key: collectionKey(ref.account, ref.hash),
    set: { nextSlot: (attempts.at(-1)?.slot ?? nextSlot) + 1, runNumber: runNumber + 1, ...run.set },
    remove: [...run.remove, 'retry', 'deferral'],
    when: all(
      PAYABLE,
      equals('status', status),
      isAbove('expiresAt', now.toISOString()),
      equals('nextSlot', nextSlot),
      equals('runNumber', runNumber),
      ledgerIsAt(entryCount),
    ),
  });
}
