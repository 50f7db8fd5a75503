/** Saving a change of status: the condition in the database is the change's own. */

import { describe, expect, it } from 'vitest';
import { decideStatus, type StatusChange, withChange } from '#lib/domain/change-status.ts';
import { STATUSES, type Status, TRANSITIONS } from '#lib/domain/transitions.ts';
import { setDeferral } from '#lib/store/attempt/retries.ts';
import { createCollection, getCollection } from '#lib/store/collection/collections.ts';
import { saveCheck, saveStatus, setNextRun } from '#lib/store/collection/state.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aSession } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { runAttributesOf } from './a-claim.ts';
import { aCollection, CREATED_AT } from './a-collection.ts';

useTable();

const LATER = '2026-03-01T09:30:00.000Z';

async function stored(given: Parameters<typeof aCollection>[0] = {}) {
  const collection = aCollection(given);
  await createCollection(table, collection, { nonce: 'n', startSegment: 0 });
  return collection;
}

const changeTo = (to: Status, from: readonly Status[]): StatusChange => ({
  from,
  to,
  updatedAt: LATER,
  ...(to === 'completed' && { completedAt: LATER }),
  events: [{ type: 'collection.overdue', timestamp: LATER }],
});

const EVERY_CASE = TRANSITIONS.flatMap(({ to, from, by }) => STATUSES.map((stands) => ({ to, from, by, stands })));

describe('saveStatus', () => {
  it.each(EVERY_CASE)(
    'a change to $to by the $by, from a stored $stands, is saved only if the table of transitions has it',
    async (row) => {
      const before = await stored({ status: row.stands });
      const change = changeTo(row.to, row.from);
      const outcome = await saveStatus(table, before.ref, change);
      const allowed = row.from.includes(row.stands);
      const after = allowed ? withChange(before, change) : before;
      expect(outcome).toEqual({ saved: allowed, stored: after });
      expect(await getCollection(table, before.ref)).toEqual(after);
    },
  );

  it('a change of status that would take updatedAt back is refused', async () => {
    const before = await stored({ updatedAt: '2026-03-01T09:30:00.001Z' });
    expect(await saveStatus(table, before.ref, changeTo('overdue', ['pending']))).toEqual({
      saved: false,
      stored: before,
    });
  });

  it('a change of status in the same millisecond as the last one is saved', async () => {
    const before = await stored({ updatedAt: LATER });
    expect(await saveStatus(table, before.ref, changeTo('overdue', ['pending']))).toMatchObject({ saved: true });
  });

  it.each([
    ['before', '2026-03-01T09:59:59.999Z', true],
    ['at', '2026-03-01T10:00:00.000Z', false],
    ['after', '2026-03-01T10:00:00.001Z', false],
  ])(
    'a change that must come before the expiry, %s it, is judged by the stored expiry',
    async (_when, unexpiredAt, saved) => {
      const before = await stored();
      const outcome = await saveStatus(table, before.ref, { ...changeTo('overdue', ['pending']), unexpiredAt });
      expect(outcome.saved).toBe(saved);
    },
  );

  it('an expiry is saved only while the collection still expires then, because a caller may have given it more time', async () => {
    const { ref, expiresAt } = await stored();
    const expiry = { ...changeTo('expired', ['pending']), expiresAt: '2026-03-01T09:59:59.999Z' };
    expect(await saveStatus(table, ref, expiry)).toMatchObject({ saved: false, stored: { status: 'pending' } });
    expect(await saveStatus(table, ref, { ...expiry, expiresAt })).toMatchObject({ saved: true });
  });

  it('a change of status adds its events to the stored ones', async () => {
    const before = await stored();
    const change = changeTo('overdue', ['pending']);
    await saveStatus(table, before.ref, change);
    expect((await getCollection(table, before.ref))?.events).toEqual([...before.events, ...change.events]);
  });

  it('a change of status answers what came before it as well, though it was not read', async () => {
    const before = await stored();
    await saveStatus(table, before.ref, changeTo('overdue', ['pending']));
    const { stored: after } = await saveStatus(table, before.ref, changeTo('completed', ['pending', 'overdue']));
    expect(after).toEqual(await getCollection(table, before.ref));
    expect(after.events).toHaveLength(3);
  });

  it('of many changes of status that exclude one another one is saved', async () => {
    const before = await stored();
    const targets = Array.from({ length: 40 }, (_, index) => (index % 2 ? 'completed' : 'cancelled') as Status);
    const outcomes = await Promise.all(targets.map((to) => saveStatus(table, before.ref, decided(before, to))));
    expect(outcomes.filter(({ saved }) => saved)).toHaveLength(1);
    const after = await getCollection(table, before.ref);
    expect(after?.events).toHaveLength(2);
    expect(after?.status).toBe(targets[outcomes.findIndex(({ saved }) => saved)]);
  });
});

function decided(before: Parameters<typeof decideStatus>[0], to: Status): StatusChange {
  const decision = decideStatus(before, { to, by: 'caller' }, CREATED_AT);
  if (decision.kind !== 'change') throw new Error('the table of transitions allows this');
  return decision.change;
}

describe('a final status', () => {
  const running = () => stored({ nextRunAt: '2026-03-01T09:45:00.000Z', runNumber: 4, sessions: [aSession()] });

  it('a final status that leaves something open replaces the next run by a check, with the next number', async () => {
    const before = await running();
    const change = { ...changeTo('cancelled', ['pending']), checkAt: LATER };
    const { stored: after } = await saveStatus(table, before.ref, change);
    expect(after).toEqual(withChange(before, change));
    expect(after).toMatchObject({ nextRunAt: LATER, runNumber: 5 });
    expect(await runAttributesOf(before)).toEqual(['due', 'nextRunAt']);
  });

  it('a final status that leaves nothing open takes the collection out of the index', async () => {
    const before = await running();
    await saveStatus(table, before.ref, changeTo('cancelled', ['pending']));
    expect(await runAttributesOf(before)).toEqual([]);
    expect((await getCollection(table, before.ref))?.runNumber).toBe(4);
  });
});

describe('saveCheck', () => {
  const ended = () =>
    stored({ status: 'expired', nextRunAt: LATER, runNumber: 4, sessions: [aSession(), aSession({ key: 'cs_2' })] });
  const NEXT = '2026-03-01T10:30:00.000Z';

  it('a check saves which sessions are over, and sets the next check', async () => {
    const before = await ended();
    expect(
      await saveCheck(table, before.ref, {
        runNumber: 4,
        ended: [2],
        referenceEnded: false,
        endedAt: NEXT,
        nextRunAt: NEXT,
      }),
    ).toBe(true);
    expect(await getCollection(table, before.ref)).toEqual({
      ...before,
      nextRunAt: NEXT,
      runNumber: 5,
      sessions: [aSession(), aSession({ key: 'cs_2', ended: true })],
    });
    expect(await runAttributesOf(before)).toEqual(['due', 'nextRunAt']);
  });

  it('the last check ends the runs', async () => {
    const before = await ended();
    expect(
      await saveCheck(table, before.ref, { runNumber: 4, ended: [1, 2], referenceEnded: true, endedAt: NEXT }),
    ).toBe(true);
    expect(await runAttributesOf(before)).toEqual([]);
    expect(await getCollection(table, before.ref)).toMatchObject({
      referenceEnded: true,
      runNumber: 5,
      sessions: [{ ended: true }, { ended: true }],
    });
  });

  it('a check that found nothing saves only the next check', async () => {
    const before = await ended();
    await saveCheck(table, before.ref, {
      runNumber: 4,
      ended: [],
      referenceEnded: false,
      endedAt: NEXT,
      nextRunAt: NEXT,
    });
    expect(await getCollection(table, before.ref)).toEqual({ ...before, nextRunAt: NEXT, runNumber: 5 });
  });

  it('of many checks at once one is saved', async () => {
    const before = await ended();
    const check = { runNumber: 4, ended: [1], referenceEnded: false, endedAt: NEXT, nextRunAt: NEXT };
    const saved = await Promise.all(Array.from({ length: 10 }, () => saveCheck(table, before.ref, check)));
    expect(saved.filter(Boolean)).toHaveLength(1);
    expect((await getCollection(table, before.ref))?.runNumber).toBe(5);
  });

  it('a check of an earlier run changes nothing', async () => {
    const before = await ended();
    expect(await saveCheck(table, before.ref, { runNumber: 3, ended: [1], referenceEnded: true, endedAt: NEXT })).toBe(
      false,
    );
    expect(await getCollection(table, before.ref)).toEqual(before);
  });
});

describe('a postponed run', () => {
  it('a postponed run remembers for which slot it waits, and any other run leaves that as it is', async () => {
    const { ref } = await stored({ nextRunAt: LATER, runNumber: 1 });
    expect(await setNextRun(table, ref, 1, '2026-03-01T09:45:00.000Z', 2)).toBe(true);
    expect(await getCollection(table, ref)).toMatchObject({ runNumber: 2, postponedSlot: 2 });
    expect(await setNextRun(table, ref, 2, '2026-03-01T09:50:00.000Z')).toBe(true);
    expect(await getCollection(table, ref)).toMatchObject({ runNumber: 3, postponedSlot: 2 });
    expect(await setNextRun(table, ref, 2, LATER, 3)).toBe(false);
  });

  it('a run without a postponement remembers none', async () => {
    const { ref } = await stored({ nextRunAt: LATER, runNumber: 1 });
    await setNextRun(table, ref, 1, '2026-03-01T09:45:00.000Z');
    expect(await getCollection(table, ref)).not.toHaveProperty('postponedSlot');
  });
});

it('a slot waits for the rules for people only in the status that they were asked with, because some hold once it is overdue', async () => {
  const { ref } = await stored({ nextRunAt: LATER, runNumber: 1 });
  const deferral = { slot: 1, until: '2026-03-01T09:45:00.000Z' };
  const deferred = { nextRunAt: deferral.until, deferral };
  await saveStatus(table, ref, changeTo('overdue', ['pending']));
  expect(await setDeferral(table, ref, 1, { ...deferred, status: 'pending' })).toBe(false);
  expect(await getCollection(table, ref)).not.toHaveProperty('deferral');
  expect(await setDeferral(table, ref, 1, { ...deferred, status: 'overdue' })).toBe(true);
  expect(await getCollection(table, ref)).toMatchObject({ deferral, nextRunAt: deferral.until, runNumber: 2 });
});
