/** Finds collections whose run is overdue, by the index of what is due. */

import { collectionId } from '#lib/domain/ids.ts';
import { dueShards, erasureShards } from '#lib/store/indexes.ts';
import { collectionRefOfKey, type Key } from '#lib/store/keys.ts';
import type { Table } from '#lib/store/table/table.ts';
import { findOverdue, type OverdueOptions } from './overdue.ts';

/** `unread`: how many shards could not be read. */
type Due = { ids: string[]; unread: number };

/** Ids of collections that should have been run before this instant. */
export const findOverdueRuns = (table: Table, before: Date, options: OverdueOptions = {}): Promise<Due> =>
  findIn(table, dueShards(), before, options);

/** The same of ended collections whose retention period is over. */
export const findDueErasures = (table: Table, before: Date, limit: number): Promise<Due> =>
  findIn(table, erasureShards(), before, { limit });

async function findIn(table: Table, shards: readonly string[], before: Date, options: OverdueOptions): Promise<Due> {
  const { found, unread } = await findOverdue(table, shards, { ...options, before, toFound: idOf });
  return { ids: found, unread };
}

function idOf({ pk }: Key): string | undefined {
  const ref = collectionRefOfKey(pk);
  return ref && collectionId(ref);
}
