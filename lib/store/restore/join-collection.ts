/**
 * One collection of the old table into the new one. Its rows come first, and what was told before all, so that the
 * stream's consumers tell nothing twice; its item comes last, by one write, and then agrees with the rows.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Attempt } from '#lib/domain/attempt.ts';
import { decideStatus } from '#lib/domain/change-status.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { eraseRows } from '#lib/store/collection/erase.ts';
import { type CollectionItem, fromItem } from '#lib/store/collection/item.ts';
import { collectionKey, entryKey } from '#lib/store/collection/keys.ts';
import { attempt, ledgerEntry } from '#lib/store/collection/rows.ts';
import { toldKey } from '#lib/store/event/keys.ts';
import { dueShard, statusPartition } from '#lib/store/indexes.ts';
import { type Family, kindOf } from '#lib/store/key-families.ts';
import { queryPartition } from '#lib/store/table/query.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { joinCollections, type RowSums } from './join-collections.ts';
import { eraseAsBefore } from './join-erasure.ts';
import type { JoinOne, Stored } from './join-items.ts';
import { toldToJoin } from './join-told.ts';
import { putUnchanged } from './write-unchanged.ts';

export type JoiningCollection = {
  from: string;
  families: ReadonlySet<Family>;
  /** From which segment of the list the collection may be found, where the lists have parted. */
  divergedAt?: number | undefined;
  joinOne: JoinOne;
  now: () => Date;
};

/** `orphaned`: the new table does not have the collection, and is not to get it. */
export type JoinedCollection = 'added' | 'changed' | 'same' | 'orphaned';

const MAX_RACES = 20;

export async function joinCollection(
  table: Table,
  ref: CollectionRef,
  joining: JoiningCollection,
): Promise<JoinedCollection> {
  const { pk } = collectionKey(ref.account, ref.hash);
  const { from, families, divergedAt } = joining;
  const told = toldKey(ref, 1).pk;
  const [oldTold, ownTold, old, own] = await Promise.all([
    queryPartition(table, told, from),
    queryPartition(table, told),
    queryPartition(table, pk, from),
    queryPartition(table, pk),
  ]);
  const oldItem = families.has('collections') ? collectionIn(old) : undefined;
  const ownBefore = collectionIn(own);
  const isOrphaned = oldItem === undefined && ownBefore === undefined;
  if (oldItem?.erasedAt !== undefined && ownBefore !== undefined) {
    await eraseAsBefore(table, { ref, from, own, ownItem: ownBefore, now: joining.now() });
  }
  const rows = [...toldToJoin(ref, oldTold, ownTold), ...old].filter((row) =>
    isToJoin(row, { families, own, ref, isOrphaned }),
  );
  for (const row of rows)
    await joining.joinOne(
      row,
      own.find(({ sk }) => sk === row.sk && row.pk === pk),
    );
  if (isOrphaned) return 'orphaned';
  for (let races = 0; races < MAX_RACES; races += 1) {
    const now = await queryPartition(table, pk);
    const ownItem = collectionIn(now);
    const kept = ownItem ?? (oldItem as CollectionItem);
    const start = Math.min(
      kept.startSegment,
      oldItem?.startSegment ?? kept.startSegment,
      divergedAt ?? kept.startSegment,
    );
    const sums = sumsOf(now);
    const joined = completedIfPaid(
      joinCollections(oldItem, kept, { sums, startSegment: start, now: joining.now() }),
      joining.now(),
    );
    const isSame = isDeepStrictEqual(joined, ownItem);
    if (!isSame && !(await putUnchanged(table, ownItem, joined))) continue;
    // What the rows of the table before brought, where only the new one has erased the collection.
    if (joined.erasedAt !== undefined) await eraseRows(table, ref, await queryPartition(table, pk), joining.now());
    if (isSame) return 'same';
    return ownItem === undefined ? 'added' : 'changed';
  }
  throw new Error(`${pk} changes faster than it can be joined`);
}

const collectionIn = (items: readonly Stored[]): CollectionItem | undefined =>
  items.find((item) => kindOf(item).kind === 'collections') as CollectionItem | undefined;

type Among = { families: ReadonlySet<Family>; own: readonly Stored[]; ref: CollectionRef; isOrphaned: boolean };

/** Of what was ahead of its collection, only what was not booked meanwhile; without its collection, nothing else. */
function isToJoin(row: Stored, { families, own, ref, isOrphaned }: Among): boolean {
  const { kind, family } = kindOf(row);
  if (kind === 'collections' || !families.has(family)) return false;
  if (kind !== 'waiting') return !isOrphaned;
  const booked = entryKey(ref, String(row['key'])).sk;
  return own.every(({ sk }) => sk !== booked);
}

function sumsOf(items: readonly Stored[]): RowSums {
  const entries: LedgerEntry[] = [];
  let last: RowSums['last'];
  for (const item of items) {
    const { kind } = kindOf(item);
    if (kind === 'payment') entries.push(readItem(item, ledgerEntry));
    if (kind === 'attempts') last = laterOf(last, readItem(item, attempt));
  }
  const received = entries.reduce((sum, { counts, credited }) => sum + (counts ? credited : 0), 0);
  return { entryCount: entries.length, received, last };
}

const laterOf = (one: RowSums['last'], { slot, dueAt }: Attempt): RowSums['last'] =>
  one !== undefined && one.slot > slot ? one : { slot, dueAt };

/** Each table alone may have had too little; both together can have enough. */
function completedIfPaid(item: CollectionItem, now: Date): CollectionItem {
  const { collection } = fromItem(item);
  if (collection.received < collection.amount.minor) return item;
  const decision = decideStatus(collection, { to: 'completed', by: 'payment' }, now);
  if (decision.kind !== 'change') return item;
  const { to, updatedAt, completedAt, events, checkAt } = decision.change;
  const { nextRunAt: _at, due: _shard, ...rest } = item;
  const { account, hash } = collection.ref;
  return {
    ...rest,
    status: to,
    byStatus: statusPartition(account, to),
    updatedAt,
    ...(completedAt !== undefined && { completedAt }),
    events: [...item.events, ...events],
    runNumber: item.runNumber + 1,
    // Without a check, too: its run finds nothing to ask, and sets what follows an end, such as the erasure.
    nextRunAt: checkAt ?? updatedAt,
    due: dueShard(hash),
  };
}
