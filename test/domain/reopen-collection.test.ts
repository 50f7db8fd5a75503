/** Collections that are opened again: from which states, for how long, and with which plan. */
import { describe, expect, it } from 'vitest';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { reopenCollection } from '#lib/domain/revisions/reopen-collection.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { aRevisable, refusalOf, sentAttempt, withSetting } from './a-revisable.ts';

const NOW = minutesLater(3 * 1440);
const SENT = sentAttempt(1, '2026-03-01T10:00:00.000Z');
type Given = NonNullable<Parameters<typeof aRevisable>[0]>;
const closed = (given: Given = {}) =>
  aRevisable(
    { status: 'expired', nextSlot: 2, runNumber: 4, updatedAt: minutesLater(1440).toISOString(), ...given },
    { attempts: [SENT] },
  );
const reopened = (given: Given = {}, extendBy?: number) => reopenCollection(closed(given), { extendBy }, NOW);

describe('a reopening', () => {
  it.each(['expired', 'cancelled'] as const)(
    'makes one that is %s pending, and keeps what it is known by',
    (status) => {
      const before = closed({ status }).collection;
      const after = reopened({ status });
      expect(after).toMatchObject({
        id: before.id,
        reference: before.reference,
        status: 'pending',
        reopenedAt: NOW.toISOString(),
      });
      expect(after?.events.at(-1)).toMatchObject({ type: 'collection.reopened', data: { actor: 'merchant' } });
      expect(after?.expected).toMatchObject({ status, isRenewed: true });
    },
  );

  it.each(['pending', 'overdue'] as const)('changes nothing of one that is %s', (status) => {
    expect(reopened({ status, expiresAt: minutesLater(9000).toISOString() })).toBeUndefined();
  });

  it('opens one whose expiry is not stored yet', () => {
    expect(reopened({ status: 'pending' })).toMatchObject({ status: 'pending', reopenedAt: NOW.toISOString() });
  });

  it.each([
    ['completed', {}, 'A collection that is completed cannot become pending'],
    [
      'expired',
      { erasedAt: CREATED_AT.toISOString() },
      'The contact of this collection was erased: it cannot be opened again',
    ],
  ] as [Status, object, string][])('is refused for one that is %s %j', (status, given, message) => {
    expect(refusalOf(() => reopened({ status, ...given }))).toMatchObject({ code: 'invalid_transition', message });
  });

  it.each([
    [undefined, 1440],
    [60, 60],
    [525_600, 525_600],
  ])('with extendBy %s it can be paid for %d minutes more', (extendBy, minutes) => {
    expect(reopened({}, extendBy)?.expiresAt).toBe(new Date(NOW.getTime() + minutes * 60_000).toISOString());
    expect(reopened({}, extendBy)?.expiresInMinutes).toBe(3 * 1440 + minutes);
  });

  it('of one that could be paid for more than a year gives it a year', () => {
    const expiresAt = new Date(NOW.getTime() + 525_600 * 60_000).toISOString();
    for (const expiresInMinutes of [525_600, 525_601])
      expect(reopened({ expiresInMinutes })).toMatchObject({ expiresAt });
  });

  it('goes on with the next slot, in the rhythm of its new life, and leaves out what was paused, promised or part paid', () => {
    const past = {
      pause: { since: CREATED_AT.toISOString(), reason: 'merchant' },
      skippedSlot: 2,
      promise: { payBy: '2026-03-02T09:00:00.000Z', madeAt: CREATED_AT.toISOString() },
    } as const;
    const after = reopened(past);
    if (after === undefined) throw new Error('nothing changed');
    expect(after.plan).toEqual({ from: NOW.toISOString(), firstSlot: 2 });
    for (const name of ['pause', 'promise', 'skippedSlot']) expect(after).not.toHaveProperty(name);
    const { slots } = planFollowUps(after, withSetting(after, { attempts: [SENT] }).setting);
    const minutes = slots.map(({ dueAt }) => (dueAt - NOW.getTime()) / 60_000);
    expect([(minutes[0] as number) < 0, ...minutes.slice(1, 3)]).toEqual([true, 60, 420]);
  });
});

describe('a reopening of a debt with a due day', () => {
  const due = (date: string) => ({ dueDay: dayOf(date) });

  it('is overdue when that day has passed, and hears at once', () => {
    const followUp = {
      strategyVersion: 3,
      enabled: true,
      given: [],
      startAfterMinutes: 0,
      cadence: 'daily',
      schedule: [0, 3],
      channels: ['email'],
      tone: 'gentle',
    } as const;
    const after = reopened({ ...due('2026-03-02'), followUp });
    expect(after).toMatchObject({ status: 'overdue', followUp: { steps: 'past_due' }, nextRunAt: NOW.toISOString() });
    const own = { ...followUp, given: ['schedule' as const] };
    expect(reopened({ ...due('2026-03-02'), followUp: own }, 20_000)).toMatchObject({ followUp: { schedule: [0, 3] } });
  });

  it('is overdue from the instant on at which that day has ended', () => {
    const end = new Date('2026-03-21T00:00:00.000Z');
    const at = (ms: number) => reopenCollection(closed(due('2026-03-20')), {}, new Date(end.getTime() + ms))?.status;
    expect([at(-1), at(0)]).toEqual(['pending', 'overdue']);
  });

  it('can be paid until that day has ended at least, and an end that is given must not be before', () => {
    expect(reopened(due('2026-03-20'))).toMatchObject({ status: 'pending', expiresAt: '2026-03-21T00:00:00.000Z' });
    expect(refusalOf(() => reopened(due('2026-03-20'), 60)).details?.errors).toEqual([
      { path: 'extendBy', message: 'must not end before the due day has ended' },
    ]);
  });
});

it('what was received while it was cancelled may be all that is asked: then it is completed', () => {
  const after = reopened({ status: 'cancelled', received: 4_500_000, entryCount: 1 });
  expect(after).toMatchObject({ status: 'completed', completedAt: NOW.toISOString() });
  expect(after?.events.slice(-3).map(({ type }) => type)).toEqual([
    'collection.reopened',
    'collection.completed',
    'followup.stopped',
  ]);
});

it('what happens a second time after a reopening has an id of its own', () => {
  const events = [{ type: 'collection.expired', timestamp: CREATED_AT.toISOString() }] as const;
  const after = reopened({ events: [...events] });
  expect(after?.events.map(({ type, about }) => `${type} ${about ?? ''}`)).toEqual([
    'collection.expired ',
    'collection.reopened 5',
  ]);
});
