/**
 * The list of an account's collections after a restore: where the new table's is a beginning of the old one's, it is
 * continued segment by segment; where creates have made it another, what is missing is appended as by a create.
 */

import { isDeepStrictEqual } from 'node:util';
import { toBase36 } from '#lib/domain/ids.ts';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { appendToList, type Segment, toSegment } from '#lib/store/list/log.ts';
import { queryPartition } from '#lib/store/table/query.ts';
import type { Table } from '#lib/store/table/table.ts';
import { putUnchanged } from './write-unchanged.ts';

type Read = { item: Parameters<typeof putUnchanged>[2]; segment: Segment };

const readList = async (table: Table, account: string, tableName?: string): Promise<Read[]> =>
  (await queryPartition(table, segmentKey(account, 0).pk, tableName)).map((item) => ({
    item,
    segment: toSegment(item),
  }));

const MAX_RACES = 20;

/** Answers the segment from which the two differ for good, if they do: no collection may be looked for behind it only. */
export async function joinLists(
  table: Table,
  account: string,
  oldTable: string,
): Promise<{ divergedAt?: number; listed: number }> {
  const old = await readList(table, account, oldTable);
  let listed = 0;
  for (let races = 0; races < MAX_RACES; races += 1) {
    const own = await readList(table, account);
    const at = old.findIndex(({ segment }, index) => !isDeepStrictEqual(segment.entries, own[index]?.segment.entries));
    if (at < 0) return { listed };
    const [before, after] = [old[at] as Read, own[at]];
    if (!continues(before, after, own.length === at + 1)) {
      return { divergedAt: at, listed: listed + (await appendMissing(table, account, { old, own, at })) };
    }
    if (await putUnchanged(table, after?.item, before.item)) {
      listed += before.segment.entries.length - (after?.segment.entries.length ?? 0);
      races = 0;
    }
  }
  throw new Error('the list changes faster than it can be continued');
}

/** Only the newest segment may grow, and a next one may begin only behind a full one. */
function continues(old: Read, own: Read | undefined, isNewest: boolean): boolean {
  if (own === undefined) return true;
  const { entries } = own.segment;
  return isNewest && isDeepStrictEqual(old.segment.entries.slice(0, entries.length), entries);
}

type Diverged = { old: readonly Read[]; own: readonly Read[]; at: number };

async function appendMissing(table: Table, account: string, { old, own, at }: Diverged): Promise<number> {
  const hashesFrom = (all: readonly Read[]) =>
    all.slice(at).flatMap(({ segment }) => segment.entries.map((entry) => toBase36(entry)));
  const known = new Set(hashesFrom(own));
  const missing = hashesFrom(old).filter((hash) => !known.has(hash));
  for (const hash of missing) await appendToList(table, { account, hash, startSegment: at });
  return missing.length;
}
