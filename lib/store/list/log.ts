/**
 * The list of an account's collections: an append-only log of segments, each holding 50 ranks, so that any page is a range.
 *
 * Segment k holds ranks 50k…50k+49; segment k+1 is made only when segment k is full; a full segment never changes. Every
 * append of a collection starts at the segment stored on it and goes from full segment to full segment. The first append
 * took that same way, so a later one finds its entry: exactly once, without locks, wherever a process crashes.
 */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hashToBytes } from '#lib/domain/ids.ts';
import { segmentKey, segmentNumber } from '#lib/store/collection/keys.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { bytes, fields, instant, list, optional, text } from '#lib/store/table/checks.ts';
import { all, any, contains, hasFewerThan, ITEM_IS_NEW, not } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { appendToAny, atFirst, getItemLately, queryPage, SHOW_REFUSING, update } from '#lib/store/table/requests.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';

/** What a collection must remember to be listed: the segment from which it is appended. */
export type Listing = { account: string; hash: string; startSegment: number };

/** Entries are collections' hashes, 16 bytes each, oldest first: entry i of segment k has rank 50k + i. */
export type Segment = {
  segment: number;
  entries: readonly Uint8Array[];
  /** When its first entry was appended; what earlier versions opened does not say it. */
  openedAt?: string;
};

/** 50 entries of 16 bytes stay below 1 KB: an append costs one write unit however full the segment is. */
export const SEGMENT_SIZE = 50;

/** A segment to start appending from: never past the newest. An older one would do, so it is not read strongly. */
export async function newestSegment(table: Table, account: string): Promise<number> {
  const [newest] = await queryNewest(table, account, { limit: 1, only: SORT_KEY, isStrong: false });
  return newest === undefined ? 0 : segmentNumber(String(newest[SORT_KEY]));
}

/** Appends a collection exactly once, however often it is called; says whether it was there already. */
export async function appendToList(table: Table, listing: Listing): Promise<'appended' | 'present'> {
  for (let segment = listing.startSegment; ; segment += 1) {
    const outcome = await appendToSegment(table, listing, segment);
    if (outcome !== 'full') return outcome;
  }
}

/**
 * Like {@link appendToList}, for a caller that expects the entry to be there: reads before it writes. What a read shows stays true; what it
 * does not show yet, the write finds.
 */
export async function repairList(table: Table, listing: Listing): Promise<'listed' | 'repaired'> {
  if (await segmentHolds(table, listing)) return 'listed';
  return (await appendToList(table, listing)) === 'appended' ? 'repaired' : 'listed';
}

/** The newest segments, newest first, read strongly. */
export const newestSegments = async (table: Table, account: string, max: number): Promise<Segment[]> =>
  (await queryNewest(table, account, { limit: max })).map(toSegment);

export function entryOf(hash: string): Uint8Array {
  const entry = hashToBytes(hash);
  if (entry === undefined) throw new Error('not the hash of a collection');
  return entry;
}

async function segmentHolds(table: Table, { account, hash, startSegment }: Listing): Promise<boolean> {
  const item = await getItemLately(table, segmentKey(account, startSegment));
  return item !== undefined && holds(toSegment(item), entryOf(hash));
}

async function queryNewest(
  table: Table,
  account: string,
  page: { limit: number; only?: string; isStrong?: boolean },
): Promise<Item[]> {
  const { items } = await queryPage(table, { partition: segmentKey(account, 0).pk, newestFirst: true, ...page });
  return items;
}

const stored = fields({ [SORT_KEY]: text, entries: list(bytes(16)), openedAt: optional(instant) });

export function toSegment(item: Item): Segment {
  const { [SORT_KEY]: sk, ...rest } = readItem(item, stored);
  return { segment: segmentNumber(sk), ...rest };
}

function holds({ entries }: Segment, entry: Uint8Array): boolean {
  for (const other of entries) if (Buffer.compare(other, entry) === 0) return true;
  return false;
}

async function appendToSegment(
  table: Table,
  { account, hash }: Listing,
  segment: number,
): Promise<'appended' | 'present' | 'full'> {
  const entry = entryOf(hash);
  const append = update(table, {
    key: segmentKey(account, segment),
    set: { entries: appendToAny([entry]), openedAt: atFirst(table.clock.now().toISOString()) },
    when: any(ITEM_IS_NEW, all(hasFewerThan('entries', SEGMENT_SIZE), not(contains('entries', entry)))),
  });
  try {
    await table.send(new UpdateCommand({ ...append, ...SHOW_REFUSING }));
    return 'appended';
  } catch (error) {
    return holds(toSegment(refusingItem(error)), entry) ? 'present' : 'full';
  }
}
