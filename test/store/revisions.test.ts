/** Revisions in the table: one conditional write that neither loses nor is lost to a claim, a status or a payment. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { StaleSessions } from '#lib/domain/payment/session.ts';
import { promisePayment, withdrawPromise } from '#lib/domain/revisions/promise-payment.ts';
import { pauseFollowUps, type RevisedCollection, resumeFollowUps } from '#lib/domain/revisions/revise-plan.ts';
import { updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { claimSlots } from '#lib/store/attempt/attempts.ts';
import { createCollection, getCollection } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { saveRevision, saveStaleCheck } from '#lib/store/collection/revisions.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { reserveSession } from '#lib/store/ledger/sessions.ts';
import { ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { table } from '#lib/store/table/live-table.ts';
import { updateIf } from '#lib/store/table/requests.ts';
import { withSetting } from '#test/domain/a-revisable.ts';
import { anOption, aReported, aSession, ngn } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { booked } from './a-booking.ts';
import { aClaim, runAttributesOf } from './a-claim.ts';
import { aCollection } from './a-collection.ts';

useTable();

const NOW = new Date('2026-03-01T09:30:00.000Z');
const END = { from: ['pending'], to: 'cancelled', updatedAt: NOW.toISOString(), events: [] } as const;

async function stored(given: Parameters<typeof aCollection>[0] = {}): Promise<Collection> {
  const collection = aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z', ...given });
  await createCollection(table, collection, { nonce: 'n', startSegment: 0 });
  return collection;
}

function changed(collection: Collection | undefined): Collection {
  if (collection === undefined) throw new Error('nothing changed');
  return collection;
}

const paused = (of: Collection, now = NOW) => changed(pauseFollowUps(withSetting(of), { reason: 'merchant' }, now));

it('a revision is stored whole: terms, expiry, plan, pause, promise, event and next run', async () => {
  const before = await stored();
  const promised = changed(promisePayment(withSetting(before), '2026-03-03T09:00:00.000Z', NOW));
  expect(await saveRevision(table, promised, NOW)).toEqual({ saved: true, stored: promised });
  const patch = {
    contact: { firstName: 'Bola' },
    metadata: { description: 'Hats' },
    followUp: { cadence: 'daily' },
  } as const;
  const updated = changed(updateCollection(withSetting(promised), patch, NOW));
  expect(await saveRevision(table, updated, NOW)).toEqual({ saved: true, stored: updated });
  expect(await getCollection(table, before.ref)).toEqual(updated);
});

it('a resume removes the pause', async () => {
  const before = paused(await stored());
  await saveRevision(table, before, NOW);
  const resumed = changed(resumeFollowUps(withSetting(before), NOW));
  expect((await saveRevision(table, resumed, NOW)).stored).toEqual(resumed);
  expect((await getCollection(table, before.ref))?.pause).toBeUndefined();
});

it('a promise that is withdrawn is stored no longer, nor is its pause', async () => {
  const before = changed(promisePayment(withSetting(await stored()), '2026-03-03T09:00:00.000Z', NOW));
  await saveRevision(table, before, NOW);
  const withdrawn = changed(withdrawPromise(withSetting(before), NOW));
  expect((await saveRevision(table, withdrawn, NOW)).saved).toBe(true);
  expect(await getCollection(table, before.ref)).toEqual(withdrawn);
});

it('of a revision and a claim at once one wins, and the other changes nothing', async () => {
  const before = await stored();
  const claim = aClaim(before);
  const [won, { saved, stored: after }] = await Promise.all([
    claimSlots(table, { ...claim, now: NOW }),
    saveRevision(table, paused(before), NOW),
  ]);
  expect([won === 'won', saved].toSorted()).toEqual([false, true]);
  expect((await getCollection(table, before.ref))?.runNumber).toBe(before.runNumber + 1);
  expect(after.pause === undefined).toBe(!saved);
});

it('a revision of a collection that has ended, expired or changed since is refused with what is stored', async () => {
  const before = await stored();
  expect(await saveRevision(table, paused(before), new Date(before.expiresAt))).toEqual({
    saved: false,
    stored: before,
  });
  const { stored: ended } = await saveStatus(table, before.ref, END);
  expect(await saveRevision(table, paused(before), NOW)).toEqual({ saved: false, stored: ended });
});

it('a revision does not take updatedAt back', async () => {
  const before = await stored({ updatedAt: '2026-03-01T09:30:00.001Z' });
  const late = { ...paused(before), updatedAt: NOW.toISOString() };
  expect(await saveRevision(table, late, NOW)).toEqual({ saved: false, stored: before });
});

const corrected = (of: Collection) =>
  changed(
    updateCollection(withSetting(of), { amount: { minor: 3_000_000, currency: 'NGN' } }, NOW),
  ) as RevisedCollection;

const setErasedAt = ({ account, hash }: CollectionRef) =>
  updateIf(table, { key: collectionKey(account, hash), set: { erasedAt: NOW.toISOString() }, when: ITEM_EXISTS });

describe('a correction of the amount', () => {
  it('is stored with what it ends: options, and sessions for the amount before', async () => {
    const before = await stored({ sessions: [aSession()], options: [anOption('card')] });
    const { expected: _read, ...after } = corrected(before);
    expect((await saveRevision(table, corrected(before), NOW)).saved).toBe(true);
    expect(await getCollection(table, before.ref)).toEqual(after);
    expect(after).toMatchObject({ options: [], amountChanges: 1, staleSessions: { upTo: 1, checks: 0 } });
  });

  it.each<[string, (of: Collection) => Promise<unknown>]>([
    ['a payment is booked', ({ ref }) => booked(ref, aReported(ngn(1)))],
    ['a session is reserved', ({ ref }) => reserveSession(table, { ref }, aSession())],
    ['it becomes overdue', ({ ref }) => saveStatus(table, ref, { ...END, to: 'overdue' })],
    ['its contact is erased', ({ ref }) => setErasedAt(ref)],
  ])('is refused with what is stored when meanwhile %s', async (_what, happens) => {
    const before = await stored({ sessions: [aSession()] });
    const read = corrected(before);
    await happens(before);
    const after = await getCollection(table, before.ref);
    expect(await saveRevision(table, read, NOW)).toEqual({ saved: false, stored: after });
  });
});

describe('a check of sessions for another amount', () => {
  const LATER = '2026-03-01T09:35:00.000Z';
  const aStale = async (): Promise<Collection> =>
    (await saveRevision(table, corrected(await stored({ sessions: [aSession(), aSession()] })), NOW)).stored;
  const checked = (of: Collection, left?: StaleSessions): Collection => {
    const { staleSessions: _before, ...rest } = { ...of, runNumber: of.runNumber + 1, nextRunAt: LATER };
    return left === undefined ? rest : { ...rest, staleSessions: left };
  };

  it('stores which of them are over, how many checks were made, and the next run; after the last, nothing is left of it', async () => {
    const before = await aStale();
    const first = checked(before, { upTo: 2, since: NOW.toISOString(), checks: 1 });
    expect(await saveStaleCheck(table, first, [2])).toBe(true);
    const sessions = [aSession(), aSession({ ended: true })];
    expect(await getCollection(table, before.ref)).toEqual({ ...first, sessions });
    expect(await runAttributesOf(before)).toEqual(['due', 'nextRunAt']);
    expect(await saveStaleCheck(table, checked(first), [1])).toBe(true);
    expect(await getCollection(table, before.ref)).toEqual({
      ...checked(first),
      sessions: sessions.map((each) => ({ ...each, ended: true })),
    });
  });

  it('changes nothing once another run was set, or the collection has ended', async () => {
    const before = await aStale();
    expect(await saveStaleCheck(table, { ...checked(before), runNumber: before.runNumber }, [1])).toBe(false);
    expect(await getCollection(table, before.ref)).toEqual(before);
    const { stored: ended } = await saveStatus(table, before.ref, END);
    expect(await saveStaleCheck(table, checked(before), [1])).toBe(false);
    expect(await getCollection(table, before.ref)).toEqual(ended);
  });
});
