/** Revisions of a collection in the table: terms, plan and next run are rewritten by one conditional write. */

import type { Collection } from '#lib/domain/collection.ts';
import { collectionKey } from '#lib/store/keys.ts';
import { nextRunUpdate, PAYABLE } from '#lib/store/table/expressions.ts';
import type { Table } from '#lib/store/table/table.ts';

import { saveState } from './collection-state.ts';
import { foundBy, termsText } from './stored-terms.ts';

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
