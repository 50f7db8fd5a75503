/** Finds collections whose run is overdue, by the index of what is due. */
import { collectionId } from '#lib/domain/ids.ts';
import { dueShards, erasureShards } from './indexes.ts';
import { collectionRefOfKey, type Key } from './keys.ts';
import { findOverdue, type OverdueOptions } from './overdue.ts';

/** Ids of collections that should have been run before this instant. `unread`: how many shards could not be read. */
export async function findOverdueRuns(
  before: Date,
  options: OverdueOptions = {},
): Promise<{ ids: string[]; unread: number }> {
  const { found, unread } = await findOverdue(dueShards(), { ...options, before, toFound: idOf });
  return { ids: found, unread };
}

/** The same of ended collections whose retention period is over. */
export async function findDueErasures(before: Date, limit: number): Promise<{ ids: string[]; unread: number }> {
  const { found, unread } = await findOverdue(erasureShards(), { before, limit, toFound: idOf });
  return { ids: found, unread };
}

function idOf({ pk }: Key): string | undefined {
  const ref = collectionRefOfKey(pk);
  return ref && collectionId(ref);
}
