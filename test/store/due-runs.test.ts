/** Runs: each set under a number of its own, found when it is long past, and gone with the end of its collection. */

import { describe, expect, it } from 'vitest';
import { dueExpiry, overdueMark } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { type Cursors, findOverdueRuns } from '#lib/store/collection/runs.ts';
import { saveStatus, setNextRun } from '#lib/store/collection/state.ts';
import { dueShard, dueShards } from '#lib/store/indexes.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aStored, DUE_AT, NEXT_RUN, NOW, runAttributesOf } from './a-claim.ts';
import { hashOf } from './a-collection.ts';

useTable();

const HASH_LENGTH = 25;
const FAR = new Date('2027-01-01T00:00:00.000Z');
const findOverdue = storeOf(table, { findOverdueRuns }).findOverdueRuns;
const overdue = async (...given: Parameters<typeof findOverdue>) => (await findOverdue(...given)).ids;
const isDue = async ({ id }: Collection, before = FAR) => (await overdue(before)).includes(id);
const changed = { updatedAt: NOW.toISOString(), events: [] };

describe('setNextRun', () => {
  it('a next run is set under the next run number', async () => {
    const collection = await aStored();
    expect(await setNextRun(table, collection.ref, 1, NEXT_RUN)).toBe(true);
    expect(await getCollection(table, collection.ref)).toEqual({ ...collection, nextRunAt: NEXT_RUN, runNumber: 2 });
  });

  it('of many next runs set at once one is stored', async () => {
    const collection = await aStored();
    const set = await Promise.all(Array.from({ length: 30 }, () => setNextRun(table, collection.ref, 1, NEXT_RUN)));
    expect(set.filter(Boolean)).toHaveLength(1);
    expect((await getCollection(table, collection.ref))?.runNumber).toBe(2);
  });

  it.each(STATUSES)('a next run is set for a %s collection only if it can still be paid', async (status) => {
    const collection = await aStored({ status });
    expect(await setNextRun(table, collection.ref, 1, NEXT_RUN)).toBe(status === 'pending' || status === 'overdue');
  });

  it('a next run creates no collection where there is none', async () => {
    const { ref } = await aStored();
    const nowhere = { ...ref, hash: '0'.repeat(25) };
    expect(await setNextRun(table, nowhere, 1, NEXT_RUN)).toBe(false);
    expect(await getCollection(table, nowhere)).toBeUndefined();
  });
});

describe('a change of status', () => {
  it.each(['completed', 'cancelled', 'expired'] as const)(
    'a change of status to %s ends the runs, in the index too',
    async (to) => {
      const collection = await aStored();
      expect(await isDue(collection)).toBe(true);
      await saveStatus(table, collection.ref, { ...changed, from: ['pending'], to });
      const { nextRunAt, runNumber } = (await getCollection(table, collection.ref)) as Collection;
      expect([nextRunAt, runNumber]).toEqual([undefined, 1]);
      expect(await runAttributesOf(collection)).toEqual([]);
      expect(await isDue(collection)).toBe(false);
    },
  );

  it('a change to overdue by hand leaves the next run as it is', async () => {
    const collection = await aStored();
    await saveStatus(table, collection.ref, { ...changed, from: ['pending'], to: 'overdue' });
    expect(await getCollection(table, collection.ref)).toMatchObject({
      status: 'overdue',
      nextRunAt: DUE_AT,
      runNumber: 1,
    });
  });

  it('the overdue mark sets the next run with it, unless another was set in between', async () => {
    const [collection, other] = [await aStored(), await aStored()];
    const mark = (of: Collection) => saveStatus(table, of.ref, overdueMark(of, of.expiresAt, NOW));
    expect(await mark(collection)).toMatchObject({ saved: true });
    const { expiresAt } = collection;
    expect(await getCollection(table, collection.ref)).toMatchObject({
      status: 'overdue',
      nextRunAt: expiresAt,
      runNumber: 2,
    });
    await setNextRun(table, other.ref, 1, NEXT_RUN);
    expect((await mark(other)).saved).toBe(false);
    expect(await getCollection(table, other.ref)).toMatchObject({
      status: 'pending',
      nextRunAt: NEXT_RUN,
      runNumber: 2,
    });
  });

  it('the expiry is saved once, whichever write comes first', async () => {
    const collection = await aStored();
    const change = dueExpiry(collection, new Date(collection.expiresAt));
    if (change === undefined) throw new Error('it has expired');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => saveStatus(table, collection.ref, change)));
    expect(outcomes.filter(({ saved }) => saved)).toHaveLength(1);
    expect((await getCollection(table, collection.ref))?.events).toHaveLength(2);
  });
});

describe('findOverdueRuns', () => {
  it('overdue runs are those of collections that should have been run before the instant, and no others', async () => {
    const collection = await aStored({ nextRunAt: '2026-03-01T09:20:00.000Z' });
    expect(await isDue(collection, new Date('2026-03-01T09:20:00.001Z'))).toBe(true);
    expect(await isDue(collection, new Date('2026-03-01T09:20:00.000Z'))).toBe(false);
  });

  it('of each shard the longest overdue runs are found, or the latest, up to the limit', async () => {
    const all: Collection[] = [];
    for (let n = 0; n < 90; n += 1) {
      const nextRunAt = new Date(Date.parse('2025-01-01T00:00:00.000Z') + n * 1_000).toISOString();
      all.push(await aStored({ reference: `SHARD-${n}`, nextRunAt }));
    }
    const before = new Date('2025-12-31T00:00:00.000Z');
    const inShards = (ids: readonly string[]) => Object.groupBy(ids, (id) => dueShard(id.slice(-HASH_LENGTH)));
    const inOrder = inShards(all.map(({ id }) => id));
    expect(inShards(await overdue(before))).toEqual(inOrder);
    for (const limit of [1, 2, 7]) {
      const [oldest, latest] = [await overdue(before, { limit }), await overdue(before, { limit, newestFirst: true })];
      for (const [shard, ids = []] of Object.entries(inOrder)) {
        expect(inShards(oldest)[shard]).toEqual(ids.slice(0, limit));
        expect(inShards(latest)[shard]).toEqual(ids.toReversed().slice(0, limit));
      }
    }
    for (const newestFirst of [false, true]) {
      const found: string[] = [];
      for (let after: Cursors | undefined, pages = 0; after !== undefined || pages === 0; pages += 1) {
        const page = await findOverdue(before, { limit: 7, newestFirst, ...(after && { after }) });
        found.push(...page.ids);
        after = page.next;
      }
      const expected = Object.values(inOrder).map((ids = []) => (newestFirst ? ids.toReversed() : ids));
      expect(Object.values(inShards(found)).toSorted()).toEqual(expected.toSorted());
    }
  });
});

it('the shards of the index are used about evenly', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 3_200; n += 1) {
    const shard = dueShard(hashOf(`INV-${n}`));
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect(counts.size).toBe(dueShards().length);
  for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(80);
});
