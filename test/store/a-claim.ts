/** Builders of claims and what comes of them. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import type { SlotClaim } from '#lib/domain/follow-up/claim.ts';
import { claimSlots } from '#lib/store/attempt/attempts.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { table } from '#lib/store/table/live-table.ts';

import { anAttempt, DUE_AT, NOW } from '#test/support/an-attempt.ts';
import { aCollection } from './a-collection.ts';

export { anAttempt, DUE_AT, NOW };

/** After the slot was claimed. */
export const minutesAfter = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

export const NEXT_RUN = '2026-03-01T09:40:00.000Z';
/** The token of the first claim of this collection; DynamoDB keeps tokens apart for all its tables. */
export const tokenOf = ({ ref }: Pick<Collection, 'ref'>): string => `first-${ref.account}`;

/** A claim of a collection's next slot; `late` more before it are skipped. */
export function aClaim(collection: Collection, given: Partial<SlotClaim> = {}, late = 0): SlotClaim {
  const { ref, status, nextSlot, runNumber, entryCount } = collection;
  const { token = tokenOf(collection) } = given;
  const skipped = Array.from({ length: late }, (_, index) =>
    anAttempt(nextSlot + index, { token, status: 'skipped', reason: 'late', at: { skipped: NOW.toISOString() } }),
  );
  const attempts = [...skipped, anAttempt(nextSlot + late, { token })] as unknown as SlotClaim['attempts'];
  return {
    ref,
    expected: { status, nextSlot, runNumber, entryCount },
    attempts,
    nextRunAt: NEXT_RUN,
    token,
    now: NOW,
    ...given,
  };
}

/** A collection in the table that is due to be run; it expires at 10:00. */
export async function aStored(given: Parameters<typeof aCollection>[0] = {}): Promise<Collection> {
  const collection = aCollection({ nextRunAt: DUE_AT, ...given });
  await createCollection(table, collection, { nonce: 'n', startSegment: 0 });
  return collection;
}

/** One whose first slot is being sent by the invocation with its first token. */
export async function aClaimed(): Promise<Collection> {
  const collection = await aStored();
  await claimSlots(table, aClaim(collection));
  return collection;
}

/** Which of the attributes that put a collection into the index its item has. */
export async function runAttributesOf({ ref: { account, hash } }: Collection): Promise<string[]> {
  const get = new GetCommand({ TableName: table.name, Key: collectionKey(account, hash), ConsistentRead: true });
  const { Item = {} } = await table.client.send(get);
  return ['due', 'nextRunAt'].filter((name) => name in Item);
}
