/** A collection that both tables have: what becomes of its state, its counts and its next run. */
import { expect, it } from 'vitest';
import { type CollectionItem, toItem } from '#lib/store/collection/item.ts';
import { dueShard, erasureShard } from '#lib/store/indexes.ts';
import { joinCollections } from '#lib/store/restore/join-collections.ts';
import { aCollection, CREATED_AT } from '#test/store/a-collection.ts';

const at = (minutes: number): string => new Date(CREATED_AT.getTime() + minutes * 60_000).toISOString();
const now = new Date(at(50));

const collection = aCollection();
const base: CollectionItem = toItem(collection, { nonce: 'n', startSegment: 3 });
const none = { entryCount: 0, received: 0, last: undefined };

type Sums = Parameters<typeof joinCollections>[2]['sums'];

/** The same again changes nothing, whatever was joined. */
function join(old: Partial<CollectionItem>, own: Partial<CollectionItem>, sums: Sums = none): CollectionItem {
  const [one, other] = [
    { ...base, ...old },
    { ...base, ...own },
  ];
  const joined = joinCollections(one, other, { sums, now });
  expect(joinCollections(one, joined, { sums, now: new Date(at(55)) })).toEqual(joined);
  return joined;
}

const completed: Partial<CollectionItem> = {
  status: 'completed',
  byStatus: 'a#completed',
  completedAt: at(20),
  updatedAt: at(20),
  events: [...base.events, { type: 'collection.completed', timestamp: at(20) }],
};
const run = (runNumber: number, minutes: number) => ({
  runNumber,
  nextRunAt: at(minutes),
  due: dueShard(collection.ref.hash),
});

it('a collection that the new table has not touched becomes as the old table left it, its next run included', () => {
  const old = { ...run(7, 40), nextSlot: 4, pause: { since: at(15), reason: 'merchant' as const }, updatedAt: at(15) };
  expect(join(old, {})).toEqual({ ...base, ...old });
});

it('a completed collection stays completed, whichever table knows it', () => {
  const { nextRunAt: _at, due: _shard, ...ended } = { ...base, ...completed };
  expect(joinCollections(ended as CollectionItem, base, { sums: none, now })).toEqual(ended);
  const expired = { status: 'expired' as const, byStatus: 'a#expired', updatedAt: at(30) };
  expect(join(expired, completed)).toMatchObject({ status: 'completed', byStatus: 'a#completed', completedAt: at(20) });
  expect(join(completed, expired)).toMatchObject({ status: 'completed', byStatus: 'a#completed', completedAt: at(20) });
});

it('the events of both are there once, by their time', () => {
  const [first] = base.events;
  const paused = { type: 'followup.paused' as const, timestamp: at(10), about: '2' };
  const resumed = { type: 'followup.resumed' as const, timestamp: at(5), about: '2' };
  const joined = join(
    { events: [...base.events, paused], updatedAt: at(10) },
    { events: [...base.events, resumed], updatedAt: at(5) },
  );
  expect(joined.events).toEqual([first, resumed, paused]);
});

it('terms, plan and pause are those of the table that rewrote them later', () => {
  const pause = { since: at(10), reason: 'merchant' as const };
  expect(join({ terms: '1', updatedAt: at(10), pause }, { terms: '2', updatedAt: at(5) })).toMatchObject({
    terms: '1',
    pause,
  });
  const joined = join({ terms: '1', updatedAt: at(10), pause }, { terms: '2', updatedAt: at(15) });
  expect(joined).toMatchObject({ terms: '2', updatedAt: at(15) });
  expect(joined).not.toHaveProperty('pause');
});

it('the balance and the number of entries are those of the rows', () => {
  const sums = { entryCount: 3, received: 900, last: undefined };
  expect(join({ entryCount: 2, received: 700 }, { entryCount: 2, received: 600 }, sums)).toMatchObject({
    entryCount: 3,
    received: 900,
  });
  expect(join({ entryCount: 2, received: 700 }, {})).not.toHaveProperty('received');
});

it('what both have changed runs next by a number that neither has used, at the earlier of both instants', () => {
  const joined = join(
    { ...run(6, 40), nextSlot: 3, updatedAt: at(5), terms: '1' },
    { ...run(9, 30), nextSlot: 5 },
    { ...none, last: { slot: 4, dueAt: at(25) } },
  );
  expect(joined).toMatchObject({
    nextSlot: 5,
    runNumber: 10,
    nextRunAt: at(30),
    terms: '1',
    updatedAt: now.toISOString(),
  });
});

it('a plan that does not know the last slot goes on after it', () => {
  const plan = { from: at(10), firstSlot: 2 };
  const joined = join(
    { plan, nextSlot: 2, updatedAt: at(10) },
    { nextSlot: 6 },
    { ...none, last: { slot: 5, dueAt: at(40) } },
  );
  expect(joined.plan).toEqual({ from: new Date(Date.parse(at(40)) + 1).toISOString(), firstSlot: 6 });
});

it('without the old collection its rows alone move the next slot', () => {
  const joined = joinCollections(undefined, base, { sums: { ...none, last: { slot: 3, dueAt: at(30) } }, now });
  expect(joined).toMatchObject({ nextSlot: 4, plan: { firstSlot: 4 } });
  expect(joinCollections(undefined, joined, { sums: { ...none, last: { slot: 3, dueAt: at(30) } }, now })).toEqual(
    joined,
  );
});

it('a list that has parted moves the start of a collection back, never forth', () => {
  expect(joinCollections(base, base, { sums: none, startSegment: 1, now }).startSegment).toBe(1);
  expect(joinCollections(base, base, { sums: none, startSegment: 9, now }).startSegment).toBe(3);
});

it('a collection that waits for its erasure waits for it in the restored table', () => {
  const waits = { runNumber: 3, nextRunAt: at(40), due: erasureShard(collection.ref.hash) };
  expect(join({ ...completed, ...waits }, run(1, 30))).toMatchObject(waits);
  expect(join({ ...completed, ...waits }, { ...run(4, 30), nextSlot: 3, updatedAt: at(25) })).toMatchObject({
    status: 'completed',
    nextRunAt: at(40),
    due: waits.due,
  });
});

it('a slot that found the payment changes nothing of a collection that has ended', () => {
  const { nextRunAt: _at, due: _shard, ...ended } = { ...base, ...completed, nextSlot: 2, runNumber: 4 };
  const sums = { ...none, last: { slot: 2, dueAt: at(20) } };
  expect(joinCollections(ended as CollectionItem, base, { sums, now })).toEqual(ended);
});

it('what the new table has changed later keeps its run, but not a number that the old table has used or passed', () => {
  const own = { ...run(4, 40), metadata: '{}', updatedAt: at(25) };
  expect(join({ ...run(6, 30), updatedAt: at(5) }, own)).toEqual({ ...base, ...own, runNumber: 7 });
  expect(join({ ...run(3, 30), updatedAt: at(5) }, own)).toEqual({ ...base, ...own });
});

it('of two collections that were changed at the same time the one holds that has run more often', () => {
  const old = { ...run(3, 30), deferral: { slot: 1, until: at(30) } };
  expect(join(old, run(4, 40))).toEqual({ ...base, ...run(4, 40) });
});
