/** Revisions in the table: one conditional write that neither loses nor is lost to a claim, a status or a payment. */

import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { promisePayment } from '#lib/domain/promise-payment.ts';
import { pauseFollowUps, resumeFollowUps } from '#lib/domain/revise-plan.ts';
import { updateCollection } from '#lib/domain/update-collection.ts';
import { claimSlots } from '#lib/store/attempt/attempts.ts';
import { createCollection, getCollection } from '#lib/store/collection/collections.ts';
import { saveRevision } from '#lib/store/collection/revisions.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { table } from '#lib/store/table/live-table.ts';
import { withSetting } from '#test/domain/a-revisable.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaim } from './a-claim.ts';
import { aCollection } from './a-collection.ts';

useTable();

const NOW = new Date('2026-03-01T09:30:00.000Z');

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
  const end = { from: ['pending'], to: 'cancelled', updatedAt: NOW.toISOString(), events: [] } as const;
  const { stored: ended } = await saveStatus(table, before.ref, end);
  expect(await saveRevision(table, paused(before), NOW)).toEqual({ saved: false, stored: ended });
});

it('a revision does not take updatedAt back', async () => {
  const before = await stored({ updatedAt: '2026-03-01T09:30:00.001Z' });
  const late = { ...paused(before), updatedAt: NOW.toISOString() };
  expect(await saveRevision(table, late, NOW)).toEqual({ saved: false, stored: before });
});
