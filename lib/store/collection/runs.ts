/** The next runs of collections: how an update sets or ends one, and how those that are overdue are found. */

import { retainedUntil } from '#lib/domain/erasure.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { StaleSessions } from '#lib/domain/payment/session.ts';
import { PAYABLE_STATUSES } from '#lib/domain/transitions.ts';
import { collectionRefOfKey } from '#lib/store/collection/keys.ts';
import {
  DUE,
  DUE_PARTITION_KEY,
  DUE_SORT_KEY,
  dueShard,
  dueShards,
  erasureShard,
  erasureShards,
} from '#lib/store/indexes.ts';
import { type Key, PARTITION_KEY } from '#lib/store/keys.ts';
import { equals, isBelow, isOneOf, notExists } from '#lib/store/table/conditions.ts';
import { malformedItem } from '#lib/store/table/read-item.ts';
import { plus, queryPage } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** `unread`: how many shards could not be read. */
type DueIds = { ids: string[]; unread: number; next?: Cursors };

/** Ids of collections that should have been run before this instant. */
export const findOverdueRuns = (table: Table, before: Date, options: OverdueOptions = {}): Promise<DueIds> =>
  findIn(table, dueShards(), before, options);

/** The same of ended collections whose retention period is over. */
export const findDueErasures = (table: Table, before: Date, limit: number): Promise<DueIds> =>
  findIn(table, erasureShards(), before, { limit });

async function findIn(table: Table, shards: readonly string[], before: Date, options: OverdueOptions): Promise<DueIds> {
  const { found, ...rest } = await findOverdue(table, shards, { ...options, before, nameOf: idOf });
  return { ids: found, ...rest };
}

function idOf({ pk }: Key): string | undefined {
  const ref = collectionRefOfKey(pk);
  return ref && collectionId(ref);
}

/** Entries read from one shard at a time. */
const QUERY_LIMIT = 100;

/** Where to go on in each shard that has more. */
export type Cursors = Readonly<Record<string, Record<string, unknown>>>;

export type OverdueOptions = { newestFirst?: boolean; limit?: number; after?: Cursors };

type Search<T> = OverdueOptions & {
  before: Date;
  /** What the key of an entry names; undefined for a key that is not one of these. */
  nameOf: (key: Key) => T | undefined;
};

/** `unread`: how many shards could not be read. */
type Overdue<T> = { found: T[]; unread: number; next?: Cursors };

/**
 * Of every shard the longest overdue, or the latest. An entry whose key names nothing is logged and passed over; a shard
 * that cannot be read does not keep the others from being read.
 */
export async function findOverdue<T>(table: Table, shards: readonly string[], search: Search<T>): Promise<Overdue<T>> {
  const left = shards.filter((shard) => search.after === undefined || shard in search.after);
  const shardReads = await Promise.allSettled(left.map((shard) => readShard(table, shard, search)));
  const pages = shardReads.map((read) => (read.status === 'fulfilled' ? read.value : undefined));
  const further = left.flatMap((shard, at) =>
    pages[at]?.last === undefined ? [] : [[shard, pages[at].last] as const],
  );
  return {
    found: pages.flatMap((page) => page?.names ?? []),
    unread: pages.filter((page) => page === undefined).length,
    ...(further.length > 0 && { next: Object.fromEntries(further) }),
  };
}

async function readShard<T>(
  table: Table,
  shard: string,
  { before, nameOf, newestFirst = false, limit = QUERY_LIMIT, after }: Search<T>,
): Promise<{ names: T[]; last: Record<string, unknown> | undefined }> {
  const { items, last } = await queryPage(table, {
    index: DUE,
    partition: shard,
    when: isBelow(DUE_SORT_KEY, before.toISOString()),
    newestFirst,
    limit,
    after: after?.[shard],
  });
  const names = items.flatMap((item) => {
    const name = nameOf(item);
    if (name === undefined) malformedItem(item, PARTITION_KEY);
    return name ?? [];
  });
  return { names, last };
}

/** A collection can still be paid; where its expiry matters, a write adds `isAbove('expiresAt', now)`. */
export const PAYABLE = isOneOf('status', PAYABLE_STATUSES);

/** The ledger has as many entries as when it was read. */
export const ledgerIsAt = (entryCount: number) =>
  entryCount === 0 ? notExists('entryCount') : equals('entryCount', entryCount);

/** The amount is as it was when it was read. */
export const amountIsAt = (amountChanges: number | undefined) =>
  amountChanges === undefined ? notExists('amountChanges') : equals('amountChanges', amountChanges);

/** What an update of a collection sets and removes for its next run. */
export type RunUpdate = { set: Readonly<Record<string, unknown>>; remove: readonly string[] };

/** Without both attributes the item leaves the index. */
const NO_RUN: RunUpdate = { set: {}, remove: [DUE_SORT_KEY, DUE_PARTITION_KEY] };

export const nextRun = (hash: string, nextRunAt: string | undefined): RunUpdate =>
  nextRunAt === undefined
    ? NO_RUN
    : { set: { [DUE_SORT_KEY]: nextRunAt, [DUE_PARTITION_KEY]: dueShard(hash) }, remove: [] };

/** At once: its sessions are to be ended at the providers. What is due besides is found by that run. */
export function endingRun(hash: string, { since }: Pick<StaleSessions, 'since'>): RunUpdate {
  const { set, remove } = nextRun(hash, since);
  return { set: { ...set, runNumber: plus(1) }, remove };
}

/** After it an ended collection has no run any more: it waits for its erasure, if for anything. */
export function endOfRuns({ retentionDays }: Table, hash: string, endedAt: string): RunUpdate {
  if (retentionDays === undefined) return NO_RUN;
  const erasedFrom = retainedUntil(endedAt, retentionDays);
  return { set: { [DUE_SORT_KEY]: erasedFrom, [DUE_PARTITION_KEY]: erasureShard(hash) }, remove: [] };
}

/** Of a collection that becomes final: its runs end, or its providers are asked at `checkAt`. */
export function finalRuns(
  table: Table,
  hash: string,
  { checkAt, endedAt }: { checkAt?: string | undefined; endedAt: string },
): RunUpdate {
  if (checkAt === undefined) return endOfRuns(table, hash, endedAt);
  const { set, remove } = nextRun(hash, checkAt);
  return { set: { ...set, runNumber: plus(1) }, remove };
}
