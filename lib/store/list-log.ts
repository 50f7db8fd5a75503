/**
 * The list of an account's collections: an append-only log of leaves, each holding 50 ranks, so that any page is a range.
 *
 * Segment k holds ranks 50k…50k+49; segment k+1 is made only when segment k is full; a full segment never changes. Every appender of a
 * collection starts at the segment stored on it and walks on from full segment to full segment. Whoever appended it first did so on
 * that same way, so the next one finds it there: exactly once, without locks, whatever crashes in between.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { toBase36 } from '#lib/domain/ids.ts';
import { type Ranks, ranksOfPage } from '#lib/domain/list-page.ts';
import { segmentKey } from './keys.ts';
import {
  countUpTo,
  entryOf,
  fullSegments,
  newestSegments,
  SEGMENT_SIZE,
  type Segment,
  segmentHolds,
} from './list-segments.ts';
import { table, withRetry } from './table.ts';

/** What a collection must remember to be listed: where in the log its appenders start. */
export type Listing = { account: string; hash: string; startSegment: number };

/** Pages up to this many entries deep are read together with the newest segment, in one request. */
const SHALLOW = 2 * SEGMENT_SIZE;

/** A segment to start appending from: never past the newest. */
export async function newestSegment(account: string): Promise<number> {
  const [newest] = await newestSegments(account, 1);
  return newest?.segment ?? 0;
}

/** Appends a collection exactly once, however often and by whomever it is called; says whether it was there already. */
export async function appendToList(listing: Listing): Promise<'appended' | 'present'> {
  for (let segment = listing.startSegment; ; segment += 1) {
    const outcome = await appendToSegment(listing, segment);
    if (outcome !== 'full') return outcome;
  }
}

/** Like {@link appendToList}, for whoever expects to find it done: reads before it writes. */
export async function repairList(listing: Listing): Promise<'listed' | 'repaired'> {
  if (await segmentHolds(listing.account, listing.startSegment, listing.hash)) return 'listed';
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
  return { count, hashes: entriesAt(segments, ranks).reverse() };
}

async function missingSegments(account: string, { from, to }: Ranks, held: readonly Segment[]): Promise<Segment[]> {
  const first = Math.floor(from / SEGMENT_SIZE);
  const oldestHeld = held.at(-1)?.segment ?? 0;
  const last = Math.min(Math.floor((to - 1) / SEGMENT_SIZE), oldestHeld - 1);
  return first > last ? [] : fullSegments(account, first, last);
}

function entriesAt(segments: readonly Segment[], { from, to }: Ranks): string[] {
  return segments
    .toSorted((a, b) => a.segment - b.segment)
    .flatMap(({ segment, entries }) => {
      const start = segment * SEGMENT_SIZE;
      return entries.slice(Math.max(0, from - start), Math.max(0, to - start));
    });
}

async function appendToSegment({ account, hash }: Listing, segment: number): Promise<'appended' | 'present' | 'full'> {
  const entry = entryOf(hash);
  const append = new UpdateCommand({
    TableName: table.name,
    Key: segmentKey(account, segment),
    UpdateExpression: 'SET entries = list_append(if_not_exists(entries, :none), :entries)',
    ConditionExpression: 'attribute_not_exists(pk) OR (size(entries) < :full AND NOT contains(entries, :entry))',
    ExpressionAttributeValues: { ':none': [], ':entries': [entry], ':entry': entry, ':full': SEGMENT_SIZE },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await withRetry(() => table.client.send(append));
    return 'appended';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const entries = error.Item?.['entries']?.L ?? [];
    return entries.some(({ B }) => B !== undefined && toBase36(B) === hash) ? 'present' : 'full';
  }
}
