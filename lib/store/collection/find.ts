/** Finds collections by contact or by stored status, newest first, in the indexes. They lag behind the table a little. */

import { PAYABLE_STATUSES, type Status } from '#lib/domain/transitions.ts';
import { collectionKey, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import {
  CONTACT_INDEX,
  CREATED_SORT_KEY,
  contactPartition,
  partsOf,
  placeIn,
  STATUS_INDEX,
  statusPartition,
  type TableIndex,
} from '#lib/store/indexes.ts';
import { PARTITION_KEY } from '#lib/store/keys.ts';
import { isBetween } from '#lib/store/table/conditions.ts';
import { type InPart, inPart, queryParts } from '#lib/store/table/query-parts.ts';
import { malformedItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Where a collection is in the order of the indexes. `part`: of those of a spread account; absent in the first. */
export type IndexPosition = { createdAt: string; hash: string; part?: number };

/** `after`: only what is older than that one. The dates are half-open. */
export type IndexRange = {
  account: string;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  after?: IndexPosition | undefined;
  limit: number;
};

/** `isSpread`: the account is, or will be. */
type StatusRange = IndexRange & { isSpread: boolean };

export const findByContact = (table: Table, contactId: string, range: IndexRange): Promise<IndexPosition[]> =>
  queryIndex(table, CONTACT_INDEX, [contactPartition(range.account, contactId)], range);

/** How many collections that can still be paid are looked through, of each status, for those past their expiry. */
const MAX_PAYABLE = 500;

/**
 * Collections that have this status in the table. Of the expired ones, those too whose expiry is not stored yet, as far
 * as they are among the newest {@link MAX_PAYABLE} in the range; the others follow when it is.
 */
export async function findByStatus(
  table: Table,
  status: Status,
  { isSpread, ...range }: StatusRange,
  now: Date,
): Promise<IndexPosition[]> {
  const partsIn = (stored: Status) => partsOf(statusPartition(range.account, stored), isSpread);
  if (status !== 'expired') return queryIndex(table, STATUS_INDEX, partsIn(status), range);
  const read = (stored: Status, limit: number) => queryInstants(table, partsIn(stored), { ...range, limit });
  // Before the stored ones: what is stored as expired in between is then found twice, not missed.
  const payable = (await Promise.all(PAYABLE_STATUSES.map((each) => read(each, MAX_PAYABLE)))).flat();
  const past = payable.filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now.toISOString());
  const found = [...past, ...(await read('expired', range.limit + 2 * MAX_AT_ONCE))];
  const once = new Map(found.map((each) => [placeOf(each), each]));
  return [...once]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([, { part: _any, ...each }]) => each)
    .slice(0, range.limit);
}

/** Those of this status that were asked first. */
export async function findOldest(
  table: Table,
  { id: account, isSpread }: { id: string; isSpread: boolean },
  status: Status,
  limit: number,
): Promise<IndexPosition[]> {
  const partitions = partsOf(statusPartition(account, status), isSpread);
  const found = await queryParts(table, { index: STATUS_INDEX, sortKey: CREATED_SORT_KEY, partitions, limit });
  return found.flatMap((each) => entryOf(each, account) ?? []);
}

/** An account creates no more than these within one millisecond, by far. */
const MAX_AT_ONCE = 20;

const placeOf = ({ createdAt, hash }: IndexPosition): string => `${createdAt}#${hash}`;

/**
 * For what several queries find together. In which order the index holds collections that were created at once is not
 * known; so all of an instant are read, or none, and their order here is by hash.
 */
async function queryInstants(table: Table, partitions: readonly string[], range: IndexRange): Promise<IndexEntry[]> {
  const { after, limit } = range;
  const rest = after && { createdTo: shifted(after.createdAt, 1), after: undefined };
  const entries = await queryIndex(table, STATUS_INDEX, partitions, { ...range, ...rest });
  const cut = entries.length === limit ? entries.at(-1)?.createdAt : undefined;
  return entries.filter((each) => each.createdAt !== cut && (after === undefined || placeOf(each) < placeOf(after)));
}

const [EARLIEST, LATEST] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];

type IndexEntry = IndexPosition & { expiresAt?: string };

async function queryIndex(
  table: Table,
  index: TableIndex,
  partitions: readonly string[],
  range: IndexRange,
): Promise<IndexEntry[]> {
  const { account, createdFrom = EARLIEST, createdTo, after, limit } = range;
  // A query takes one condition on the sort key, and its bounds are inclusive.
  const last = createdTo === undefined ? LATEST : shifted(createdTo, -1);
  const upTo = (instant: string) =>
    createdFrom > instant ? undefined : isBetween(index.sortKey, createdFrom, instant);
  const when = upTo(last);
  if (when === undefined) return [];
  const { part = 0, createdAt = '', hash = '' } = after ?? {};
  const found = await queryParts(table, {
    index,
    partitions,
    sortKey: index.sortKey,
    when,
    after: after && {
      part,
      key: { ...collectionKey(account, hash), ...placeIn(index, partitions[part], createdAt) },
      rest: (beyond) => upTo(beyond ? shifted(createdAt, -1) : createdAt),
    },
    newestFirst: true,
    limit,
  });
  return found.flatMap((each) => entryOf(each, account) ?? []);
}

const shifted = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

function entryOf(found: InPart, account: string): IndexEntry | undefined {
  const { item } = found;
  const ref = collectionRefOfKey(item.pk);
  if (ref?.account !== account) {
    malformedItem(item, PARTITION_KEY);
    return undefined;
  }
  const { createdAt, expiresAt } = item as { createdAt?: string; expiresAt?: string };
  return { hash: ref.hash, createdAt: String(createdAt), ...(expiresAt && { expiresAt }), ...inPart(found) };
}
