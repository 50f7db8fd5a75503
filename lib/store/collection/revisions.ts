/** Revisions of collections in the table: of terms and plan, of the amount, and reopenings, each by one conditional write. */
import type { Collection } from '#lib/domain/collection.ts';
import type { StaleSessions } from '#lib/domain/payment/session.ts';
import type { RevisedCollection } from '#lib/domain/revisions/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { endingRun, endOfRuns, ledgerIsAt, nextRun, PAYABLE } from '#lib/store/collection/runs.ts';
import { type RunDetails, saveState } from '#lib/store/collection/state.ts';
import { foundBy, packTerms } from '#lib/store/collection/terms.ts';
import { STATUS_PARTITION_KEY, statusPart } from '#lib/store/indexes.ts';
import { all, any, equals, hasFewerThan, isAbove, isAtMost, notExists } from '#lib/store/table/conditions.ts';
import { append, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/**
 * Saves a collection as a revision made it, if it can still be paid and no other run was set since it was read. Answers
 * the collection as it is stored then.
 */
export async function saveRevision(
  table: Table,
  revised: RevisedCollection,
  now: Date,
): Promise<{ saved: boolean; stored: Collection }> {
  const { ref, expiresAt, updatedAt, events, runNumber, nextRunAt, expected } = revised;
  const { metadata, plan, pause, promise, claims, disputes, retry, reminderRequests } = revised;
  const runs =
    isPayable(revised.status) || nextRunAt ? nextRun(ref.hash, nextRunAt) : endOfRuns(table, ref.hash, updatedAt);
  const standing = standingOf(revised);
  const told =
    expected === undefined ? events.filter(({ about }) => about === String(runNumber)) : events.slice(expected.events);
  return saveState(table, {
    key: collectionKey(ref.account, ref.hash),
    set: {
      terms: packTerms(revised),
      expiresAt,
      updatedAt,
      runNumber,
      events: append(told),
      ...runs.set,
      ...{ metadata, plan, promise, pause, claims, disputes, reminderRequests },
      ...foundBy(revised),
      ...standing.set,
    },
    remove: [
      ...(pause === undefined ? ['pause'] : []),
      ...(promise === undefined ? ['promise'] : []),
      ...(retry === undefined ? ['retry'] : []),
      'deferral',
      ...runs.remove,
      ...(standing.remove ?? []),
    ],
    when: all(
      equals('runNumber', runNumber - 1),
      isPayable(expected?.status ?? revised.status) && all(PAYABLE, isAbove('expiresAt', now.toISOString())),
      isAtMost('updatedAt', updatedAt),
      standing.when,
    ),
  });
}

/** What a revision changes of the status, the amount and what was opened for it; only while these are as they were read. */
function standingOf(revised: RevisedCollection): RunDetails {
  const { expected, status, completedAt, options, amountChanges, staleSessions, reopenedAt } = revised;
  if (expected === undefined) return {};
  const { isRenewed, sessions } = expected;
  const wasEnded = !isPayable(expected.status);
  return {
    set: {
      status,
      [STATUS_PARTITION_KEY]: statusPart(revised, status),
      completedAt: completedAt ?? undefined,
      ...(isRenewed && { options: JSON.stringify(options), amountChanges, staleSessions, reopenedAt }),
    },
    remove: wasEnded ? ['skippedSlot', 'postponedSlot'] : [],
    when: all(
      equals('status', expected.status),
      ledgerIsAt(expected.entryCount),
      any(notExists('sessions'), hasFewerThan('sessions', sessions + 1)),
      notExists('erasedAt'),
    ),
  };
}

/** Saves what a check of stale sessions found, and sets the next run if no other was set since. */
export function saveStaleCheck(table: Table, collection: Collection, ended: readonly number[]): Promise<boolean> {
  const { ref, runNumber, nextRunAt, staleSessions } = collection;
  return updateIf(table, {
    key: collectionKey(ref.account, ref.hash),
    set: {
      runNumber,
      ...nextRun(ref.hash, nextRunAt).set,
      staleSessions,
      ...Object.fromEntries(ended.map((number) => [`sessions[${number - 1}].ended`, true])),
    },
    remove: staleSessions === undefined ? ['staleSessions'] : [],
    when: all(equals('runNumber', runNumber - 1), PAYABLE),
  });
}

/** Saves which sessions are to be ended, and lets a run end them, unless another run was set since it was read. */
export function saveEnding(table: Table, { ref, runNumber }: Collection, stale: StaleSessions): Promise<boolean> {
  const runs = endingRun(ref.hash, stale);
  return updateIf(table, {
    key: collectionKey(ref.account, ref.hash),
    set: { staleSessions: stale, ...runs.set },
    remove: runs.remove,
    when: all(equals('runNumber', runNumber), PAYABLE),
  });
}
