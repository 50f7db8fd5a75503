/** Pages of an account's list: a page is a range of ranks in the log of segments, so a deep one costs what a near one does. */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { toBase36 } from '#lib/domain/ids.ts';
import { type Ranks, ranksOfPage } from '#lib/domain/list-page.ts';
import { SORT_KEY, segmentKey } from '#lib/store/keys.ts';
import { IN_PARTITION } from '#lib/store/table/expressions.ts';
import type { Table } from '#lib/store/table/table.ts';

import { newestSegments, SEGMENT_SIZE, type Segment, toSegment } from './list-log.ts';

/** Pages up to this many entries deep are read together with the newest segment, in one request. */
const SHALLOW = 2 * SEGMENT_SIZE;

/** A page's hashes, newest first, with the exact number of entries. One request near the newest end, two deeper. */
export async function readListPage(
  table: Table,
  account: string,
  page: number,
  limit: number,
): Promise<{ count: number; hashes: string[] }> {
  const depth = page * limit;
  const newest = await newestSegments(table, account, depth <= SHALLOW ? Math.ceil(depth / SEGMENT_SIZE) + 1 : 1);
  const count = countUpTo(newest[0]);
  const ranks = ranksOfPage(count, page, limit);
  if (ranks.from === ranks.to) return { count, hashes: [] };
  const segments = [...newest, ...(await missingSegments(table, account, ranks, newest))];
  return { count, hashes: entriesAt(segments, ranks).map(toBase36).reverse() };
}

const countUpTo = (newest: Segment | undefined): number =>
  newest === undefined ? 0 : newest.segment * SEGMENT_SIZE + newest.entries.length;

async function missingSegments(
  table: Table,
  account: string,
  { from, to }: Ranks,
  held: readonly Segment[],
): Promise<Segment[]> {
  const first = Math.floor(from / SEGMENT_SIZE);
  const oldestHeld = held.at(-1)?.segment ?? 0;
  const last = Math.min(Math.floor((to - 1) / SEGMENT_SIZE), oldestHeld - 1);
  return first > last ? [] : fullSegments(table, account, first, last);
}

/** Segments that are known to be full. A full segment never changes, so a cheap read is enough if it shows them full. */
async function fullSegments(table: Table, account: string, first: number, last: number): Promise<Segment[]> {
  const segments = await readSegments(table, account, first, last, false);
  const complete =
    segments.length === last - first + 1 && segments.every(({ entries }) => entries.length === SEGMENT_SIZE);
  return complete ? segments : readSegments(table, account, first, last);
}

/** The segments from `first` to `last`, oldest first. */
export async function readSegments(
  table: Table,
  account: string,
  first: number,
  last: number,
  ConsistentRead = true,
): Promise<Segment[]> {
  const { pk, sk } = segmentKey(account, first);
  const query = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: `${IN_PARTITION} AND ${SORT_KEY} BETWEEN :first AND :last`,
    ExpressionAttributeValues: { ':pk': pk, ':first': sk, ':last': segmentKey(account, last).sk },
    ConsistentRead,
  });
  const { Items = [] } = await table.send(query);
  return Items.map(toSegment);
}

function entriesAt(segments: readonly Segment[], { from, to }: Ranks): Uint8Array[] {
  return segments
    .toSorted((a, b) => a.segment - b.segment)
    .flatMap(({ segment, entries }) => {
      const start = segment * SEGMENT_SIZE;
      return entries.slice(Math.max(0, from - start), Math.max(0, to - start));
    });
}
