/**
 * The list of an account's collections: an append-only log of leaves, each holding 50 ranks, so that any page is a range.
 *
 * Leaf k holds ranks 50k…50k+49; leaf k+1 is made only when leaf k is full; a full leaf never changes. Every appender of a
 * collection starts at the leaf stored on it and walks on from full leaf to full leaf. Whoever appended it first did so on
 * that same way, so the next one finds it there: exactly once, without locks, whatever crashes in between.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { toBase36 } from '#lib/domain/ids.ts';
import { type Ranks, ranksOfPage } from '#lib/domain/page.ts';
import { leafKey } from './keys.ts';
import { countUpTo, entryOf, fullLeaves, LEAF_SIZE, type Leaf, leafHolds, newestLeaves } from './list-leaf.ts';
import { attempt, table } from './table.ts';

/** What a collection must remember to be listed: where in the log its appenders start. */
export type Listing = { account: string; hash: string; startLeaf: number };

/** Pages up to this many entries deep are read together with the newest leaf, in one request. */
const SHALLOW = 2 * LEAF_SIZE;

/** A leaf to start appending from: never past the newest. */
export async function newestLeaf(account: string): Promise<number> {
  const [newest] = await newestLeaves(account, 1);
  return newest?.leaf ?? 0;
}

/** Appends a collection exactly once, however often and by whomever it is called; says whether it was there already. */
export async function appendToList(listing: Listing): Promise<'appended' | 'present'> {
  for (let leaf = listing.startLeaf; ; leaf += 1) {
    const outcome = await appendToLeaf(listing, leaf);
    if (outcome !== 'full') return outcome;
  }
}

/** Like {@link appendToList}, for whoever expects to find it done: reads before it writes. */
export async function repairList(listing: Listing): Promise<'listed' | 'repaired'> {
  if (await leafHolds(listing.account, listing.startLeaf, listing.hash)) return 'listed';
  return (await appendToList(listing)) === 'appended' ? 'repaired' : 'listed';
}

/** A page's hashes, newest first, with the exact number of entries. One request near the newest end, two deeper. */
export async function readListPage(
  account: string,
  page: number,
  limit: number,
): Promise<{ count: number; hashes: string[] }> {
  const depth = page * limit;
  const newest = await newestLeaves(account, depth <= SHALLOW ? Math.ceil(depth / LEAF_SIZE) + 1 : 1);
  const count = countUpTo(newest[0]);
  const ranks = ranksOfPage(count, page, limit);
  if (ranks.from === ranks.to) return { count, hashes: [] };
  const leaves = [...newest, ...(await missingLeaves(account, ranks, newest))];
  return { count, hashes: entriesAt(leaves, ranks).reverse() };
}

async function missingLeaves(account: string, { from, to }: Ranks, held: readonly Leaf[]): Promise<Leaf[]> {
  const first = Math.floor(from / LEAF_SIZE);
  const oldestHeld = held.at(-1)?.leaf ?? 0;
  const last = Math.min(Math.floor((to - 1) / LEAF_SIZE), oldestHeld - 1);
  return first > last ? [] : fullLeaves(account, first, last);
}

function entriesAt(leaves: readonly Leaf[], { from, to }: Ranks): string[] {
  return leaves
    .toSorted((a, b) => a.leaf - b.leaf)
    .flatMap(({ leaf, entries }) => {
      const start = leaf * LEAF_SIZE;
      return entries.slice(Math.max(0, from - start), Math.max(0, to - start));
    });
}

async function appendToLeaf({ account, hash }: Listing, leaf: number): Promise<'appended' | 'present' | 'full'> {
  const entry = entryOf(hash);
  const append = new UpdateCommand({
    TableName: table.name,
    Key: leafKey(account, leaf),
    UpdateExpression: 'SET entries = list_append(if_not_exists(entries, :none), :entries)',
    ConditionExpression: 'attribute_not_exists(pk) OR (size(entries) < :full AND NOT contains(entries, :entry))',
    ExpressionAttributeValues: { ':none': [], ':entries': [entry], ':entry': entry, ':full': LEAF_SIZE },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await attempt(() => table.client.send(append));
    return 'appended';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const entries = error.Item?.['entries']?.L ?? [];
    return entries.some(({ B }) => B !== undefined && toBase36(B) === hash) ? 'present' : 'full';
  }
}
