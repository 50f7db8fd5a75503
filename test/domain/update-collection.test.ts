/**
 * Corrections of a collection: what changes, what it does to the plan, and what is no change.
 * Corrections of the amount and of the due date.
 */
import { describe, expect, it } from 'vitest';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { type CollectionPatch, updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { aRevisable, dueTimes, refusalOf, sentAttempt, withSetting } from './a-revisable.ts';
import { aDebt } from './follow-up/a-due-debt.ts';

const NOW = minutesLater(70);
const FIRST = sentAttempt(1, '2026-03-01T10:00:00.000Z');
const OPEN = aRevisable({ nextSlot: 2, runNumber: 2 }, { attempts: [FIRST] });

const updated = (patch: CollectionPatch, of = OPEN) => updateCollection(of, patch, NOW);

it.each([
  ['a contact as it is', { contact: { firstName: 'Ada', phone: '+234 803 123 4567' } }],
  ['the expiry as it is', { expiresIn: 1440 }],
])('a correction to %s changes nothing', (_, patch) => {
  expect(updated(patch)).toBeUndefined();
});

it('a corrected contact keeps its id, is stored in E.164, and the event names what changed', () => {
  const after = updated({ contact: { phone: '08031234999', email: 'ada@new.example' } });
  expect(after?.contact).toEqual({ ...OPEN.collection.contact, phone: '08031234999', email: 'ada@new.example' });
  expect(after?.events.at(-1)).toMatchObject({
    type: 'collection.updated',
    data: { changed: expect.arrayContaining(['contact.phone', 'contact.email']), actor: 'merchant' },
  });
});

it('a correction of names or metadata alone leaves the plan as it is', () => {
  const after = updated({ contact: { firstName: 'Bola' }, metadata: { description: 'Hats' } });
  expect(after?.plan).toBeUndefined();
  expect(after).toMatchObject({ runNumber: 3, metadata: '{"description":"Hats"}', contact: { firstName: 'Bola' } });
  expect(after?.events.at(-1)?.data?.changed).toEqual(['contact.firstName', 'metadata']);
});

it.each([
  ['phone', 'sms', { phone: '+2348031234999' }],
  ['email', 'email', { email: 'ada@new.example' }],
] as const)('a corrected %s is reminded although the one before could not be reached', (_, channel, contact) => {
  const followUp = { ...OPEN.collection.followUp, channels: [channel] } as typeof OPEN.collection.followUp;
  const second = sentAttempt(2, '2026-03-01T16:00:00.000Z');
  const of = aRevisable({ nextSlot: 3, runNumber: 3, followUp }, { attempts: [FIRST, second] });
  const until = minutesLater(90 * 1440).toISOString();
  const setting = { ...of.setting, unreachable: [{ channel, reason: 'invalid_number' as const, until }] };
  const next = (patch: CollectionPatch) => updateCollection({ ...of, setting }, patch, minutesLater(430))?.nextRunAt;
  expect(next({ contact })).toMatch('2026-03-02T07:');
  // No reminder follows the second one: it is overdue one cadence after it.
  const overdueAt = '2026-03-01T22:00:00.000Z';
  expect(next({ contact: { firstName: 'Bola' }, metadata: { description: 'Hats' } })).toBe(overdueAt);
});

it('an expiry that would be in the past is refused', () => {
  expect(() => updated({ expiresIn: 70 })).toThrow('The request is not valid');
  expect(updated({ expiresIn: 71 })?.expiresAt).toBe(minutesLater(71).toISOString());
});

it('a longer life has the reminders that the strategy chooses for it, and those that were sent stay', () => {
  const after = updated({ expiresIn: 7 * 1440 });
  expect(after?.events.at(-1)?.data?.changed).toEqual(['expiresIn', 'followUp']);
  expect(after?.followUp).toMatchObject({ cadence: 'daily', startAfterMinutes: 240 });
  if (after === undefined) throw new Error('nothing changed');
  expect(dueTimes(withSetting(after, { attempts: [FIRST] })).slice(0, 3)).toEqual([
    '03-01T10:00',
    '03-03T13:00',
    '03-05T13:00',
  ]);
});

it('what the caller gave of the follow-ups stays when the expiry changes', () => {
  const given = updated({ followUp: { cadence: 'every_2h', tone: 'urgent' } });
  if (given === undefined) throw new Error('nothing changed');
  const after = updated({ expiresIn: 7 * 1440 }, withSetting(given, { attempts: [FIRST] }));
  expect(after?.followUp).toMatchObject({ cadence: 'every_2h', tone: 'urgent', given: ['cadence', 'tone'] });
});

it('follow-ups that are turned off leave the collection payable, with the expiry as its next run', () => {
  const after = updated({ followUp: { enabled: false } });
  expect(after).toMatchObject({ followUp: { enabled: false }, status: 'pending' });
  expect(after?.nextRunAt).toBe(OPEN.collection.expiresAt);
});

it('an overdue collection stays overdue when its expiry moves', () => {
  expect(updated({ expiresIn: 3000 }, aRevisable({ status: 'overdue' }))).toMatchObject({ status: 'overdue' });
});

it('new follow-ups begin anew: a broken promise has no effect on them', () => {
  const plan = { from: NOW.toISOString(), firstSlot: 2, restartsAt: NOW.toISOString(), firmer: 1 };
  const broken = aRevisable({ nextSlot: 2, runNumber: 2, plan }, { attempts: [FIRST] });
  expect(updated({ expiresIn: 3000 }, broken)?.plan).toMatchObject({ firmer: 1, restartsAt: NOW.toISOString() });
  expect(updated({ followUp: { cadence: 'every_2h' } }, broken)?.plan).toEqual({
    from: NOW.toISOString(),
    firstSlot: 2,
  });
});

it('a slot that was due right before a correction, and is not claimed yet, stays in the plan', () => {
  const after = updateCollection(aRevisable(), { contact: { phone: '+2348031234999' } }, minutesLater(61));
  expect(after).toMatchObject({ plan: { from: minutesLater(60).toISOString(), firstSlot: 1 } });
  expect(after?.nextRunAt).toBe(minutesLater(60).toISOString());
});

it('a quicker rhythm puts one reminder where one was due, and none in the hours for which that one had waited', () => {
  const followUp = { cadence: 'every_10m', startAfter: 30 } as const;
  const after = updateCollection(aRevisable(), { followUp }, minutesLater(125));
  if (after === undefined) throw new Error('nothing changed');
  expect(after).toMatchObject({ plan: { from: minutesLater(120).toISOString(), firstSlot: 1 } });
  expect(dueTimes(withSetting(after)).slice(0, 3)).toEqual(['03-01T11:00', '03-01T11:10', '03-01T11:20']);
  expect(after.nextRunAt).toBe(minutesLater(120).toISOString());
});

const naira = (minor: number) => ({ minor, currency: 'NGN' });
const SESSIONS = [
  { method: 'checkout', provider: 'sandbox' },
  { method: 'checkout', provider: 'sandbox', ended: true },
] as const;
type Given = NonNullable<Parameters<typeof aRevisable>[0]>;

describe('the amount', () => {
  const amount = (minor: number, given: Given = {}) =>
    updateCollection(aRevisable(given), { amount: naira(minor) }, NOW);

  it('is told with what it was; open sessions are to be ended, options are gone, and a run follows at once', () => {
    const after = amount(4_000_000, {
      nextSlot: 2,
      sessions: [...SESSIONS],
      options: [{ method: 'bank_transfer' } as never],
    });
    expect(after?.events.at(-1)?.data).toEqual({
      changed: ['amount'],
      from: { amount: naira(4_500_000) },
      to: { amount: naira(4_000_000) },
      actor: 'merchant',
    });
    expect(after).toMatchObject({
      amountChanges: 1,
      options: [],
      staleSessions: { upTo: 1, since: NOW.toISOString(), checks: 0 },
      nextRunAt: NOW.toISOString(),
      expected: { status: 'pending', entryCount: 0, sessions: 2 },
    });
  });

  it('stays as it is when it is the same', () => expect(amount(4_500_000)).toBeUndefined());

  it.each([
    ['less than was received', naira(999_999), 'amount.value'],
    ['in another currency', { minor: 1_000_000, currency: 'USD' }, 'amount.currency'],
  ])('is refused when it is %s', (_name, amount, path) => {
    const of = aRevisable({ received: 1_000_000, entryCount: 1 });
    expect(refusalOf(() => updateCollection(of, { amount }, NOW)).details?.errors).toMatchObject([{ path }]);
  });

  it('counts credits like money: less is refused, and as much completes the collection', () => {
    const given = { received: 1_000_000, credits: 500_000, entryCount: 2 };
    expect(refusalOf(() => amount(1_499_999, given)).details?.errors).toMatchObject([{ path: 'amount.value' }]);
    expect(amount(1_500_000, given)?.status).toBe('completed');
    expect(amount(1_500_001, given)?.status).toBe('pending');
  });

  it('completes the collection when it is what was received', () => {
    const after = amount(1_000_000, { received: 1_000_000, entryCount: 1, sessions: [SESSIONS[0]] });
    expect(after).toMatchObject({ status: 'completed', completedAt: NOW.toISOString(), nextRunAt: NOW.toISOString() });
    expect(after?.events.slice(1).map(({ type }) => type)).toEqual([
      'collection.updated',
      'collection.completed',
      'followup.stopped',
    ]);
  });
});

describe('the due date', () => {
  const of = ({ collection }: ReturnType<typeof aDebt>, given: Given = {}) => {
    const { setting } = withSetting(collection);
    return {
      collection: { ...collection, ...given } as typeof collection,
      setting: { ...setting, account: { ...setting.account, country: 'NG' } },
    };
  };
  const moved = (patch: CollectionPatch, at: string, given: Given = {}) =>
    updateCollection(of(aDebt({ dueDate: '2026-03-16' }), given), patch, new Date(at));
  const slotsOf = (after: ReturnType<typeof moved>) =>
    after === undefined
      ? []
      : planFollowUps(after, of({ collection: after } as ReturnType<typeof aDebt>).setting).slots.map(({ dueAt }) =>
          new Date(dueAt).toISOString().slice(0, 10),
        );

  it('moved into the future makes an overdue collection pending, and its plan and its life follow', () => {
    const after = moved({ dueDate: '2026-04-16' }, '2026-03-18T09:00:00.000Z', { status: 'overdue' });
    expect(after).toMatchObject({
      status: 'pending',
      dueDay: dayOf('2026-04-16'),
      expiresAt: '2026-07-15T23:00:00.000Z',
    });
    expect(after?.events.at(-1)?.data).toMatchObject({
      changed: ['dueDate', 'expiresIn'],
      from: { dueDate: '2026-03-16' },
      to: { dueDate: '2026-04-16' },
    });
    expect(slotsOf(after).slice(0, 3)).toEqual(['2026-04-09', '2026-04-13', '2026-04-16']);
  });

  it('moved to a day that has passed leaves the mark to the clock, and the debt hears at once', () => {
    const after = moved({ dueDate: '2026-03-01' }, '2026-03-08T09:00:00.000Z');
    expect(after).toMatchObject({
      status: 'pending',
      followUp: { steps: 'past_due' },
      plan: { restartsAt: '2026-03-08T09:00:00.000Z' },
    });
    expect(Date.parse(after?.nextRunAt ?? '')).toBeLessThanOrEqual(Date.parse('2026-03-08T09:00:00.000Z'));
    expect(slotsOf(after).slice(0, 2)).toEqual(['2026-03-08', '2026-03-12']);
  });

  it('leaves a life that was given as it is, as long as it does not end before the day', () => {
    const given = { expiresInMinutes: 60 * 1440, expiresAt: '2026-05-01T09:00:00.000Z' };
    const at = '2026-03-08T09:00:00.000Z';
    expect(moved({ dueDate: '2026-04-16' }, at, given)?.expiresAt).toBe(given.expiresAt);
    expect(moved({ dueDate: '2026-05-16' }, at, given)?.expiresAt).toBe('2026-08-14T23:00:00.000Z');
    expect(refusalOf(() => moved({ dueDate: '2026-05-16', expiresIn: 60 * 1440 }, at)).details?.errors).toMatchObject([
      { path: 'expiresIn' },
    ]);
  });

  it('may be the very end of its life, and not a minute more', () => {
    const of = (days: number) => moved({ expiresIn: days * 1440 }, '2026-03-08T09:00:00.000Z', AT_MIDNIGHT);
    const AT_MIDNIGHT = { createdAt: '2026-03-01T23:00:00.000Z' };
    expect(of(15)?.expiresAt).toBe('2026-03-16T23:00:00.000Z');
    expect(refusalOf(() => of(15 - 1 / 1440)).details?.errors).toMatchObject([{ path: 'expiresIn' }]);
  });

  it.each([
    [{ dueDate: '2036-03-09' }, 'dueDate'],
    [{ expiresIn: 14 * 1440 }, 'expiresIn'],
  ])('%j is refused at %s', (patch, path) => {
    expect(refusalOf(() => moved(patch, '2026-03-08T09:00:00.000Z')).details?.errors).toMatchObject([{ path }]);
  });

  it('days are only possible with one, and a corrected phone keeps the days', () => {
    expect(
      refusalOf(() => updateCollection(aRevisable(), { followUp: { schedule: [1] } }, NOW)).details?.errors,
    ).toMatchObject([{ path: 'followUp.schedule' }]);
    const after = moved({ contact: { phone: '+2348031234999' } }, '2026-03-14T09:00:00.000Z', { nextSlot: 1 });
    expect(after?.followUp).toMatchObject({ schedule: [-7, -3, 0, 3, 7, 14, 21, 30, 45, 60, 90] });
  });

  it('is first given to a collection without one', () => {
    const after = updateCollection(of(aDebt({ now: CREATED_AT.toISOString() })), { dueDate: '2026-04-01' }, NOW);
    expect(after).toMatchObject({
      dueDay: dayOf('2026-04-01'),
      followUp: { strategyVersion: 3 },
      expiresAt: '2026-06-30T23:00:00.000Z',
    });
    expect(after?.events.at(-1)?.data).toMatchObject({ from: {}, to: { dueDate: '2026-04-01' } });
  });
});
