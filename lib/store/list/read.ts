/** Reads an account's list: pages, which are ranges of ranks, and ranges of time, which lie between two segments. */

import { toBase36 } from '#lib/domain/ids.ts';
import { type Ranks, ranksOfPage } from '#lib/domain/list-cursor.ts';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { newestSegments, SEGMENT_SIZE, type Segment, toSegment } from '#lib/store/list/log.ts';
import { isBetween } from '#lib/store/table/conditions.ts';
import { queryPage } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

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
async function readSegments(
  table: Table,
  account: string,
  first: number,
  last: number,
  isStrong = true,
): Promise<Segment[]> {
  const { pk, sk } = segmentKey(account, first);
  const when = isBetween(SORT_KEY, sk, segmentKey(account, last).sk);
  const { items } = await queryPage(table, { partition: pk, when, isStrong });
  return items.map(toSegment);
}

function entriesAt(segments: readonly Segment[], { from, to }: Ranks): Uint8Array[] {
  return segments
    .toSorted((a, b) => a.segment - b.segment)
    .flatMap(({ segment, entries }) => {
      const start = segment * SEGMENT_SIZE;
      return entries.slice(Math.max(0, from - start), Math.max(0, to - start));
    });
}

/** A create appends its collection within its time limit; one that died is appended by the relay, seconds later as a rule. */
const MAX_DELAY_MS = 60_000;

/** How much the clocks of two functions can differ: in the simulator each is up to five seconds off. */
const SKEW_MS = 10_000;

/** Segments that one step of the search reads at once: a million collections take four steps. */
const PROBES = 15;

/** `below`: only entries of a lower rank. The range of time is half-open. */
export type LogRange = {
  account: string;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  below?: number | undefined;
  limit: number;
};

export type RankedHash = { rank: number; hash: string };

/** The newest entries that can be in the range, newest first; fewer than the limit when there are no more. */
export async function findInLog(
  table: Table,
  { account, createdFrom, createdTo, below, limit }: LogRange,
): Promise<RankedHash[]> {
  const to = below ?? (await rankAfter(table, account, createdTo));
  const from = Math.max(0, to - limit);
  if (from === to) return [];
  const segments = await readSegments(
    table,
    account,
    Math.floor(from / SEGMENT_SIZE),
    Math.floor((to - 1) / SEGMENT_SIZE),
  );
  const floor = Math.max(from, createdFrom === undefined ? 0 : firstRankSince(segments, createdFrom));
  return segments
    .flatMap(({ segment, entries }) =>
      entries.map((entry, index) => ({ rank: segment * SEGMENT_SIZE + index, hash: toBase36(entry) })),
    )
    .filter(({ rank }) => rank >= floor && rank < to)
    .toSorted((a, b) => b.rank - a.rank);
}

/** Everything below was appended before this instant, and so created before it. */
function firstRankSince(segments: readonly Segment[], instant: string): number {
  const before = shifted(instant, -SKEW_MS);
  const opened = segments.filter(({ openedAt }) => openedAt !== undefined && openedAt < before);
  return Math.max(0, ...opened.map(({ segment }) => segment * SEGMENT_SIZE));
}

/** A rank above all that can have been created before this instant. */
async function rankAfter(table: Table, account: string, instant: string | undefined): Promise<number> {
  const [newest] = await newestSegments(table, account, 1);
  if (newest === undefined) return 0;
  const count = newest.segment * SEGMENT_SIZE + newest.entries.length;
  if (instant === undefined) return count;
  const late = shifted(instant, MAX_DELAY_MS);
  // The first segment that was opened too late lies in [low, high).
  let [low, high] = [0, newest.segment + 1];
  while (low < high) {
    const probes = probesIn(low, high);
    const opened = await openedAt(table, account, probes);
    const isLate = probes.map((segment) => (opened.get(segment) ?? '') > late);
    const first = isLate.indexOf(true);
    if (first >= 0) high = probes[first] as number;
    const before = first < 0 ? probes.at(-1) : probes[first - 1];
    if (before !== undefined) low = before + 1;
  }
  return Math.min(count, low * SEGMENT_SIZE);
}

/** Up to {@link PROBES} segments, evenly spread. */
function probesIn(low: number, high: number): number[] {
  const step = Math.max(1, Math.ceil((high - low) / (PROBES + 1)));
  const probes: number[] = [];
  for (let segment = Math.min(low + step, high) - 1; segment < high; segment += step) probes.push(segment);
  return probes.slice(0, PROBES);
}

async function openedAt(
  table: Table,
  account: string,
  segments: readonly number[],
): Promise<Map<number, string | undefined>> {
  const items = await table.batchGet(segments.map((segment) => segmentKey(account, segment)));
  return new Map(items.map(toSegment).map((segment) => [segment.segment, segment.openedAt]));
}

/** Years have four digits, so that instants compare as texts. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');

const shifted = (instant: string, ms: number): string =>
  new Date(Math.min(LAST_MS, Math.max(FIRST_MS, Date.parse(instant) + ms))).toISOString();
