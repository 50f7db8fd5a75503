/** Attempts in the table: claimed once per slot together with the collection's next wake, then carried on by what happens. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Claim } from '#lib/domain/follow-up/claim.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import { attemptKey, collectionKey } from './keys.ts';
import { attempt, attemptIf, table } from './table.ts';
import { wakeUpdate } from './wake-item.ts';

/**
 * Claims slots: the collection moves past them and their rows appear, together or not at all, and only while the
 * collection can still be paid. Of all who claim a slot, one wins; `lost` means that something else has happened first.
 */
export async function claimSlots(claim: Claim): Promise<'won' | 'lost'> {
  const { place, attempts, token } = claim;
  const rows = attempts.map((row) => ({
    Put: { ...newRow(place, row), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const },
  }));
  const write = new TransactWriteCommand({
    TransactItems: [{ Update: collectionUpdate(claim) }, ...rows],
    ClientRequestToken: token,
  });
  try {
    await attempt(() => table.client.send(write));
    return 'won';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    if (!reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
    // Our own earlier write, whose answer was lost: its rows carry our token.
    return reasons.some(({ Item }) => Item && unmarshall(Item)['token'] === token) ? 'won' : 'lost';
  }
}

const newRow = (place: OwnedId, row: Attempt) => ({
  TableName: table.name,
  Item: { ...attemptKey(place, row.slot), ...row },
  ConditionExpression: 'attribute_not_exists(pk)',
});

/** Puts the rows of slots that nobody will claim any more; a slot that has been claimed keeps its own. */
export async function recordSkips(place: OwnedId, attempts: readonly Attempt[]): Promise<void> {
  await Promise.all(attempts.map((row) => attemptIf(() => table.client.send(new PutCommand(newRow(place, row))))));
}

function collectionUpdate({ place, expected, attempts, wakeAt, now }: Claim) {
  const wake = wakeUpdate(place.hash, wakeAt);
  return {
    TableName: table.name,
    Key: collectionKey(place.account, place.hash),
    UpdateExpression: `SET nextSlot = :after, wakeNumber = :woken${wake.set} ${wake.remove}`,
    ConditionExpression:
      '#status IN (:pending, :overdue) AND expiresAt > :now AND nextSlot = :nextSlot AND wakeNumber = :wakeNumber',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...wake.values,
      ':after': (attempts.at(-1)?.slot ?? expected.nextSlot) + 1,
      ':woken': expected.wakeNumber + 1,
      ':nextSlot': expected.nextSlot,
      ':wakeNumber': expected.wakeNumber,
      ':now': now.toISOString(),
      ':pending': 'pending',
      ':overdue': 'overdue',
    },
  };
}
