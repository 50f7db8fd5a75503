/** Claims of slots: an attempt is written once per slot, together with the collection's next run. */

import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { attempt } from '#lib/store/collection/rows.ts';
import { ledgerIsAt, nextRunUpdate, PAYABLE } from '#lib/store/collection/runs.ts';
import { personUpdate } from '#lib/store/person/people.ts';
import { ITEM_IS_NEW, setFields } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { isRefused, MAX_TRIES, type Table } from '#lib/store/table/table.ts';

/** Many collections of one person can be due at once, and each claim counts its message with the person. */
const CLAIM_TRIES = 3 * MAX_TRIES;

/**
 * Claims slots: the collection moves past them and their rows appear, together or not at all, and only while the
 * collection can still be paid. Of several claims of a slot one wins; `lost` means that the collection or its person has changed.
 */
export async function claimSlots(table: Table, claim: SlotClaim): Promise<'won' | 'lost'> {
  const { ref, attempts, retried, person, token, now } = claim;
  const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const rows = retried
    ? [{ Update: { ...claimedAgain(table, ref, attempts[0], retried), ...old } }]
    : attempts.map((row) => ({ Put: { ...newRow(table, ref, row), ...old } }));
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

const newRow = (table: Table, ref: CollectionRef, row: Attempt) => ({
  TableName: table.name,
  Item: { ...attemptKey(ref, row.slot), ...row },
  ConditionExpression: ITEM_IS_NEW,
});

/** What the earlier message left is kept under `earlier`; receipts that were kept with the attempt stay. */
function claimedAgain(table: Table, ref: CollectionRef, { slot, ...claimed }: Attempt, retried: Attempt) {
  const set = setFields(claimed);
  const gone = ['retryAt', 'channel', 'messageId', 'reason'].filter((name) => !Object.hasOwn(claimed, name));
  const remove = gone.length > 0 ? ` REMOVE ${gone.join(', ')}` : '';
  return {
    TableName: table.name,
    Key: attemptKey(ref, slot),
    UpdateExpression: `SET ${set.text}${remove}`,
    ConditionExpression: '#token = :old AND #status = :deferred',
    ExpressionAttributeNames: set.names,
    ExpressionAttributeValues: { ...set.values, ':old': retried.token, ':deferred': 'deferred' },
  };
}

/** Puts the rows of slots that can no longer be claimed; a slot that was claimed keeps its own row. */
export async function recordSkips(table: Table, ref: CollectionRef, attempts: readonly Attempt[]): Promise<void> {
  await Promise.all(attempts.map((row) => table.writeIf(new PutCommand(newRow(table, ref, row)))));
}

function collectionUpdate(table: Table, { ref, expected, attempts, nextRunAt, now }: SlotClaim) {
  const run = nextRunUpdate(ref.hash, nextRunAt);
  const unpaid = ledgerIsAt(expected.entryCount);
  return {
    TableName: table.name,
    Key: collectionKey(ref.account, ref.hash),
    UpdateExpression: `SET nextSlot = :after, runNumber = :newRunNumber${run.set} ${run.remove === '' ? 'REMOVE' : `${run.remove},`} retry, deferral`,
    ConditionExpression: `${PAYABLE.text} AND #status = :status AND expiresAt > :now AND nextSlot = :nextSlot AND runNumber = :runNumber AND ${unpaid.text}`,
    ExpressionAttributeNames: PAYABLE.names,
    ExpressionAttributeValues: {
      ...PAYABLE.values,
      ...run.values,
      ...unpaid.values,
      ':after': (attempts.at(-1)?.slot ?? expected.nextSlot) + 1,
      ':newRunNumber': expected.runNumber + 1,
      ':status': expected.status,
      ':nextSlot': expected.nextSlot,
      ':runNumber': expected.runNumber,
      ':now': now.toISOString(),
    },
  };
}
