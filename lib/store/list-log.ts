/**
 * The list of an account's collections: an append-only log of segments, each holding 50 ranks, so that any page is a range.
 *
 * Segment k holds ranks 50k…50k+49; segment k+1 is made only when segment k is full; a full segment never changes. Every
 * append of a collection starts at the segment stored on it and goes from full segment to full segment. The first append
 * took that same way, so a later one finds its entry: exactly once, without locks, wherever a process crashes.
 */
import { QueryCommand, type QueryCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hashToBytes, toBase36 } from '#lib/domain/ids.ts';
import { type Ranks, ranksOfPage } from '#lib/domain/list-page.ts';
import { bytes, list, object, text } from './checks.ts';
import { IN_PARTITION, ITEM_IS_NEW } from './expressions.ts';
import { SORT_KEY, segmentKey, segmentNumber } from './keys.ts';
import { type Item, readItem } from './read-item.ts';
import { getItem, refusingItem, send, table } from './table.ts';

/** What a collection must remember to be listed: the segment from which it is appended. */
export type Listing = { account: string; hash: string; startSegment: number };

/** Entries are collections' hashes, 16 bytes each, oldest first: entry i of segment k has rank 50k + i. */
export type Segment = { segment: number; entries: readonly Uint8Array[] };

/** 50 entries of 16 bytes stay below 1 KB: an append costs one write unit however full the segment is. */
export const SEGMENT_SIZE = 50;

/** Pages up to this many entries deep are read together with the newest segment, in one request. */
const SHALLOW = 2 * SEGMENT_SIZE;

/** A segment to start appending from: never past the newest. */
export async function newestSegment(account: string): Promise<number> {
  const [newest] = await query({ ...newestFirst(account, 1), ProjectionExpression: SORT_KEY });
  return newest === undefined ? 0 : segmentNumber(String(newest[SORT_KEY]));
}

/** Appends a collection exactly once, however often it is called; says whether it was there already. */
export async function appendToList(listing: Listing): Promise<'appended' | 'present'> {
  for (let segment = listing.startSegment; ; segment += 1) {
    const outcome = await appendToSegment(listing, segment);
    if (outcome !== 'full') return outcome;
  }
}

/** Like {@link appendToList}, for a caller that expects the entry to be there: reads before it writes. */
export async function repairList(listing: Listing): Promise<'listed' | 'repaired'> {
  if (await segmentHolds(listing)) return 'listed';
  return (await appendToList(listing)) === 'appended' ? 'repaired' : 'listed';
}

/** A page's hashes, newest first, with the exact number of entries. One request near the newest end, two deeper. */
export async function readListPage(
  account: string,
  page: number,
  limit: number,
): Promise<{ count: number; hashes: string[] }> {
  const depth = page * limit;
  const newest = await newestSegments(account, depth <= SHALLOW ? Math.ceil(depth / SEGMENT_SIZE) + 1 : 1);
  const count = countUpTo(newest[0]);
  const ranks = ranksOfPage(count, page, limit);
  if (ranks.from === ranks.to) return { count, hashes: [] };
  const segments = [...newest, ...(await missingSegments(account, ranks, newest))];
  return { count, hashes: entriesAt(segments, ranks).map(toBase36).reverse() };
}

/** The newest segments, newest first, read strongly. */
export const newestSegments = async (account: string, max: number): Promise<Segment[]> =>
  (await query(newestFirst(account, max))).map(fromItem);

export function entryOf(hash: string): Uint8Array {
  const entry = hashToBytes(hash);
  if (entry === undefined) throw new Error('not the hash of a collection');
  return entry;
}

const countUpTo = (newest: Segment | undefined): number =>
  newest === undefined ? 0 : newest.segment * SEGMENT_SIZE + newest.entries.length;

async function missingSegments(account: string, { from, to }: Ranks, held: readonly Segment[]): Promise<Segment[]> {
  const first = Math.floor(from / SEGMENT_SIZE);
  const oldestHeld = held.at(-1)?.segment ?? 0;
  const last = Math.min(Math.floor((to - 1) / SEGMENT_SIZE), oldestHeld - 1);
  return first > last ? [] : fullSegments(account, first, last);
}

/** Segments that are known to be full. A full segment never changes, so a cheap read is enough if it shows them full. */
async function fullSegments(account: string, first: number, last: number): Promise<Segment[]> {
  const { pk, sk } = segmentKey(account, first);
  const range = {
    KeyConditionExpression: `${IN_PARTITION} AND ${SORT_KEY} BETWEEN :first AND :last`,
    ExpressionAttributeValues: { ':pk': pk, ':first': sk, ':last': segmentKey(account, last).sk },
  };
  const segments = (await query({ ...range, ConsistentRead: false })).map(fromItem);
  const complete =
    segments.length === last - first + 1 && segments.every(({ entries }) => entries.length === SEGMENT_SIZE);
  return complete ? segments : (await query({ ...range, ConsistentRead: true })).map(fromItem);
}

function entriesAt(segments: readonly Segment[], { from, to }: Ranks): Uint8Array[] {
  return segments
    .toSorted((a, b) => a.segment - b.segment)
    .flatMap(({ segment, entries }) => {
      const start = segment * SEGMENT_SIZE;
      return entries.slice(Math.max(0, from - start), Math.max(0, to - start));
    });
}

async function segmentHolds({ account, hash, startSegment }: Listing): Promise<boolean> {
  const item = await getItem(segmentKey(account, startSegment));
  return item !== undefined && holds(fromItem(item), entryOf(hash));
}

const newestFirst = (account: string, max: number): Query => ({
  KeyConditionExpression: IN_PARTITION,
  ExpressionAttributeValues: { ':pk': segmentKey(account, 0).pk },
  ScanIndexForward: false,
  Limit: max,
  ConsistentRead: true,
});

type Query = Omit<QueryCommandInput, 'TableName'>;

async function query(range: Query): Promise<Item[]> {
  const command = new QueryCommand({ TableName: table.name, ...range });
  const { Items = [] } = await send(command);
  return Items;
}

const stored = object<{ [SORT_KEY]: string; entries: Uint8Array[] }>({ [SORT_KEY]: text, entries: list(bytes(16)) });

function fromItem(item: Item): Segment {
  const { [SORT_KEY]: sk, entries } = readItem(item, stored);
  return { segment: segmentNumber(sk), entries };
}

const holds = ({ entries }: Segment, entry: Uint8Array): boolean =>
  entries.some((other) => Buffer.compare(other, entry) === 0);

async function appendToSegment({ account, hash }: Listing, segment: number): Promise<'appended' | 'present' | 'full'> {
  const entry = entryOf(hash);
  const append = new UpdateCommand({
    TableName: table.name,
    Key: segmentKey(account, segment),
    UpdateExpression: 'SET entries = list_append(if_not_exists(entries, :none), :entries)',
    ConditionExpression: `${ITEM_IS_NEW} OR (size(entries) < :full AND NOT contains(entries, :entry))`,
    ExpressionAttributeValues: { ':none': [], ':entries': [entry], ':entry': entry, ':full': SEGMENT_SIZE },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await send(append);
    return 'appended';
  } catch (error) {
    return holds(fromItem(refusingItem(error)), entry) ? 'present' : 'full';
  }
}
