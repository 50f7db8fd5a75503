/**
 * Brings into a restored table what the table before it has of its own: all of it, or some families of items. It reads the
 * whole old table, compares, and writes only what differs, each item only while it is as it was read. So it can be
 * interrupted and run again, on a table that is in use. Only an operator's command calls it: functions never scan.
 */

import { isDeepStrictEqual } from 'node:util';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { accountOfKey, type Family, kindOf } from '#lib/store/key-families.ts';
import type { Key } from '#lib/store/keys.ts';
import { isMalformed } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

import { joinCollection } from './join-collection.ts';
import type { Instants, JoinOne, Stored } from './join-items.ts';
import { joinLists } from './join-lists.ts';
import { joinOneOf } from './join-one.ts';

type Counts = Partial<Record<Family, number>>;

/** How many items of each family were added, and how many changed. `listed`: collections added to lists. `orphaned`: collections that the new table lacks, whose rows were left out. `failed`: the ids of those that could not be joined. */
export type Tally = { added: Counts; changed: Counts; listed: number; orphaned: number; failed: string[] };

export type Joining = {
  from: string;
  instants: Instants;
  families: ReadonlySet<Family>;
  now: () => Date;
  /** Called now and then with what was read and done so far. */
  progress: (done: { read: number; collections: number; of: number }) => void;
};

const AT_ONCE = 20;
const MAX_BATCH_GET = 100;

type Found = { accounts: Set<string>; collections: Map<string, CollectionRef> };

/** Into the table that the store uses. */
export async function joinSince(table: Table, joining: Joining): Promise<Tally> {
  const tally: Tally = { added: {}, changed: {}, listed: 0, orphaned: 0, failed: [] };
  const joinOne = joinOneOf(table, joining, (outcome, family) => count(tally[outcome], family));
  const found: Found = { accounts: new Set(), collections: new Map() };
  let read = 0;
  for await (const page of pagesOf(table, joining.from)) {
    await eachOf(await differing(table, page), ([item, own]) => sortOut(item, own, { joining, found, joinOne }));
    read += page.length;
    joining.progress({ read, collections: 0, of: found.collections.size });
  }
  const divergedAt = await joinAllLists(table, joining, found.accounts, tally);
  let collections = 0;
  await eachOf([...found.collections.values()], async (ref) => {
    const outcome = await joinCollection(table, ref, {
      ...joining,
      divergedAt: divergedAt.get(ref.account),
      joinOne,
    }).catch(unlessSpoilt);
    if (outcome === 'orphaned') tally.orphaned += 1;
    else if (outcome === 'failed') tally.failed.push(collectionId(ref));
    else if (outcome !== 'same') count(tally[outcome], 'collections');
    collections += 1;
    joining.progress({ read, collections, of: found.collections.size });
  });
  return tally;
}

/** A spoilt item must not keep the others from being joined. The log names it. */
function unlessSpoilt(error: unknown): 'failed' {
  if (isMalformed(error)) return 'failed';
  throw error;
}

const count = (of: Counts, family: Family): void => {
  of[family] = (of[family] ?? 0) + 1;
};

async function* pagesOf(table: Table, TableName: string): AsyncGenerator<Stored[]> {
  let from: Record<string, unknown> | undefined;
  do {
    const scan = new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: from });
    const { Items = [], LastEvaluatedKey } = await table.send(scan);
    yield Items as Stored[];
    from = LastEvaluatedKey;
  } while (from);
}

const nameOf = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);

/** The items that the new table lacks or has otherwise, with its own. */
async function differing(table: Table, page: readonly Stored[]): Promise<[Stored, Stored | undefined][]> {
  const own = new Map<string, Stored>();
  const batches = Array.from({ length: Math.ceil(page.length / MAX_BATCH_GET) }, (_, batch) =>
    page.slice(batch * MAX_BATCH_GET, (batch + 1) * MAX_BATCH_GET).map(({ pk, sk }) => ({ pk, sk })),
  );
  await eachOf(batches, async (keys) => {
    for (const item of await table.batchGet(keys)) own.set(nameOf(item), item);
  });
  return page
    .map((item): [Stored, Stored | undefined] => [item, own.get(nameOf(item))])
    .filter(([item, known]) => !isDeepStrictEqual(item, known));
}

type Sorting = { joining: Joining; found: Found; joinOne: JoinOne };

/** Collections with their rows, and lists, are joined as wholes, later. */
async function sortOut(item: Stored, own: Stored | undefined, { joining, found, joinOne }: Sorting): Promise<void> {
  const { kind, family } = kindOf(item);
  if (!joining.families.has(family)) return;
  const account = accountOfKey(item);
  const ref = collectionRefOfKey(item.pk);
  if (kind === 'segment' && account !== undefined) found.accounts.add(account);
  else if (ref !== undefined) found.collections.set(`${ref.account} ${ref.hash}`, ref);
  else await joinOne(item, own);
}

async function joinAllLists(
  table: Table,
  { from }: Joining,
  accounts: Iterable<string>,
  tally: Tally,
): Promise<Map<string, number>> {
  const divergedAt = new Map<string, number>();
  for (const account of accounts) {
    const joined = await joinLists(table, account, from);
    if (joined.divergedAt !== undefined) divergedAt.set(account, joined.divergedAt);
    tally.listed += joined.listed;
  }
  return divergedAt;
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
