/**
 * A collection that both tables have, with what its rows say: the state that cannot be taken back wins, each count goes
 * as far as in either, and the sums are those of the rows. Pure; a repetition changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CollectionItem } from '#lib/store/collection/item.ts';

/** What the rows beside the collection say, when those of both tables are there. */
export type RowSums = { entryCount: number; received: number; last: LastSlot | undefined };

/** The slot that was claimed last, by either table. */
type LastSlot = { slot: number; dueAt: string };

/** `startSegment`: at or before the segment in which the new table's list has the collection. */
export type Joined = { sums: RowSums; startSegment?: number; now: Date };

/** No status takes back one with a higher rank. */
const RANK = { pending: 0, overdue: 1, expired: 2, cancelled: 3, completed: 4 } as const;

/** `old` is undefined where only the rows are taken. */
export function joinCollections(
  old: CollectionItem | undefined,
  own: CollectionItem,
  { sums, startSegment = own.startSegment, now }: Joined,
): CollectionItem {
  const base = old ?? own;
  // What was rewritten later holds: terms, contact, expiry, plan, pause and promise belong together. Runs do not count as that.
  const isOwnLater =
    own.updatedAt > base.updatedAt || (own.updatedAt === base.updatedAt && own.runNumber > base.runNumber);
  const [later, other] = isOwnLater ? [own, base] : [base, own];
  const ranked = RANK[other.status] > RANK[later.status] ? other : later;
  // After its end nothing is sent any more, whatever its rows say: a slot that found the payment is not counted.
  const last = RANK[ranked.status] > RANK.overdue ? undefined : sums.last;
  const { completedAt: _then, ...kept } = later;
  const joined = {
    ...kept,
    status: ranked.status,
    byStatus: ranked.byStatus,
    ...(ranked.completedAt !== undefined && { completedAt: ranked.completedAt }),
    events: joinEvents(base, own),
    ...joinParts(later, other),
    nextSlot: Math.max(later.nextSlot, other.nextSlot, (last?.slot ?? 0) + 1),
    ...joinPlans(later, old === undefined ? undefined : other, last),
    ...creationOf(own, startSegment),
  };
  return withRun({ base, own, ranked }, withSums(erasedAs(base.erasedAt ? base : own, joined), sums), now);
}

/** What was erased in either says nothing of the person. */
function erasedAs(erased: CollectionItem, joined: CollectionItem): CollectionItem {
  const { terms, createdAt, byContact, options, erasedAt } = erased;
  if (erasedAt === undefined) return joined;
  const { metadata: _any, idempotencyKey: _key, bodyHash: _hash, ...kept } = joined;
  return { ...kept, terms, createdAt, byContact, ...(options !== undefined && { options }), erasedAt };
}

type Creation = Pick<CollectionItem, 'nonce' | 'startSegment'>;

const creationOf = ({ nonce, startSegment }: CollectionItem, first: number): Creation => ({
  nonce,
  startSegment: Math.min(startSegment, first),
});

type Event = CollectionItem['events'][number];

const isSame = (one: Event, other: Event): boolean =>
  one.type === other.type && one.timestamp === other.timestamp && one.about === other.about;

function joinEvents({ events: before }: CollectionItem, { events: after }: CollectionItem): readonly Event[] {
  const missing = after.filter((event) => !before.some((known) => isSame(known, event)));
  if (missing.length === 0) return before;
  return [...before, ...missing].toSorted((a, b) =>
    a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp),
  );
}

/**
 * Where the plan that holds knows nothing of the last slot, and may not have it at its time: the plan goes on after that
 * slot, as after any change.
 */
function joinPlans(later: CollectionItem, other: CollectionItem | undefined, last: LastSlot | undefined) {
  if (last === undefined || last.slot < later.nextSlot) return {};
  if (other !== undefined && isDeepStrictEqual(later.plan, other.plan) && isDeepStrictEqual(later.pause, other.pause)) {
    return {};
  }
  const { asked: _claimed, from = '', ...kept } = later.plan ?? {};
  const after = new Date(Date.parse(last.dueAt) + 1).toISOString();
  return { plan: { ...kept, from: from > after ? from : after, firstSlot: last.slot + 1 } };
}

/** What is only ever added. */
function joinParts(later: CollectionItem, other: CollectionItem): Partial<CollectionItem> {
  const options = later.options ?? other.options;
  const [longer = [], shorter = []] = [later.sessions, other.sessions].toSorted(
    (a, b) => (b?.length ?? 0) - (a?.length ?? 0),
  );
  const sessions = longer.map((session, index) => ({ ...shorter[index], ...session }));
  const skippedSlot = maxOf(later.skippedSlot, other.skippedSlot);
  const postponedSlot = maxOf(later.postponedSlot, other.postponedSlot);
  return {
    ...(options !== undefined && { options }),
    ...(sessions.length > 0 && { sessions }),
    ...((later.referenceEnded || other.referenceEnded) && { referenceEnded: true }),
    ...(skippedSlot !== undefined && { skippedSlot }),
    ...(postponedSlot !== undefined && { postponedSlot }),
  };
}

const maxOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

function withSums(item: CollectionItem, { entryCount, received }: RowSums): CollectionItem {
  const { entryCount: _counted, received: _sum, ...rest } = item;
  return entryCount === 0 ? rest : { ...rest, entryCount, received };
}

type Parts = { base: CollectionItem; own: CollectionItem; ranked: CollectionItem };

const withoutRun = ({ runNumber: _number, nextRunAt: _at, due: _shard, ...rest }: CollectionItem) => rest;

/**
 * A collection that ends as one of the two is runs as that one does. Any other gets a number that neither has used,
 * because a schedule of that number may exist, and the earlier run: a run too early finds nothing to do. It is changed
 * now, so that a repetition takes it for the later one.
 */
function withRun({ base, own, ranked }: Parts, joined: CollectionItem, now: Date): CollectionItem {
  const content = withoutRun(joined);
  const isOwn = isDeepStrictEqual(content, withoutRun(own));
  const isBase = isDeepStrictEqual(content, { ...withoutRun(base), ...creationOf(joined, joined.startSegment) });
  if (isOwn && own.runNumber >= base.runNumber) return own;
  // Its next run has the number after its own, which may be the name of a schedule of the old table.
  if (isOwn && !isBase) return own.nextRunAt === undefined ? own : { ...own, runNumber: base.runNumber + 1 };
  if (isBase && base.runNumber >= own.runNumber) return { ...content, ...runOf(base) };
  const payable = RANK[joined.status] <= RANK.overdue;
  const [first = ranked] = (payable ? [base, own] : [ranked]).filter(({ nextRunAt }) => nextRunAt).toSorted(byRun);
  const at = now.toISOString();
  const updatedAt = isBase || at < joined.updatedAt ? joined.updatedAt : at;
  return { ...content, updatedAt, ...runOf(first), runNumber: Math.max(base.runNumber, own.runNumber) + 1 };
}

const byRun = (one: CollectionItem, other: CollectionItem): number =>
  String(one.nextRunAt) < String(other.nextRunAt) ? -1 : 1;

/** What is due is a run or, after the end, the erasure: the index says which. */
const runOf = ({ runNumber, nextRunAt, due }: CollectionItem) => ({
  runNumber,
  ...(nextRunAt !== undefined && { nextRunAt, ...(due !== undefined && { due }) }),
});
