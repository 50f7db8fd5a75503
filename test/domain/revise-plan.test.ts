/** Revisions of a plan: what was sent stays, the numbers go on, and the rest follows from the terms of now. */
import { describe, expect, it } from 'vitest';
import { toneOf } from '#lib/domain/follow-up/claim.ts';
import { nextRun } from '#lib/domain/follow-up/decide.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { breakPromise, promisePayment, withdrawPromise } from '#lib/domain/revisions/promise-payment.ts';
import { pauseFollowUps, resumeFollowUps } from '#lib/domain/revisions/revise-plan.ts';
import { updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { aRevisable, dueTimes, sentAttempt, withSetting } from './a-revisable.ts';

/** Created at 09:00 UTC, 10:00 in Lagos, where 08:00 to 20:00 is open. */
const HOURLY = {
  followUp: {
    strategyVersion: 1,
    enabled: true,
    given: ['startAfter', 'cadence'],
    startAfterMinutes: 60,
    cadence: 'every_1h',
    channels: ['whatsapp', 'sms', 'email'],
    tone: 'gentle',
  },
  expiresInMinutes: 480,
} as const;
const FIRST = sentAttempt(1, '2026-03-01T10:00:00.000Z');
const AFTER_ONE = aRevisable({ ...HOURLY, nextSlot: 2, runNumber: 2 }, { attempts: [FIRST] });
const NOW = minutesLater(70);

/** All of it, so that the strategy chooses nothing. */
const GIVEN = { startAfter: 60, cadence: 'every_1h', channels: ['whatsapp', 'email'], tone: 'gentle' } as const;
/** The first reasons are those of the strategy: start, cadence, channels and tone. */
const CHOICES = 4;

const of = (collection: typeof AFTER_ONE.collection | undefined) => {
  if (collection === undefined) throw new Error('nothing changed');
  return withSetting(collection, { attempts: [FIRST] });
};

describe('a pause', () => {
  it('a pause until an instant removes the slots before it, keeps what was sent, and numbers the others on', () => {
    const paused = of(pauseFollowUps(AFTER_ONE, { until: minutesLater(200).toISOString(), reason: 'merchant' }, NOW));
    expect(dueTimes(paused)).toEqual(['03-01T10:00', '03-01T13:00', '03-01T14:00', '03-01T15:00', '03-01T16:00']);
    expect(paused.collection).toMatchObject({
      plan: { from: NOW.toISOString(), firstSlot: 2 },
      runNumber: 3,
      nextRunAt: '2026-03-01T13:00:00.000Z',
      updatedAt: NOW.toISOString(),
    });
    expect(paused.collection.events.at(-1)).toMatchObject({
      type: 'followup.paused',
      data: { until: '2026-03-01T12:20:00.000Z', reason: 'merchant', actor: 'merchant' },
    });
  });

  it('a pause without an end leaves only the expiry, and no overdue mark', () => {
    const paused = of(pauseFollowUps(AFTER_ONE, { reason: 'merchant' }, NOW));
    expect(dueTimes(paused)).toEqual(['03-01T10:00']);
    expect(planFollowUps(paused.collection, paused.setting).overdueAt).toBeUndefined();
    expect(paused.collection.nextRunAt).toBe(paused.collection.expiresAt);
  });

  it('the same pause again changes nothing, and another one replaces it', () => {
    const paused = of(pauseFollowUps(AFTER_ONE, { reason: 'merchant' }, NOW));
    expect(pauseFollowUps(paused, { reason: 'merchant' }, minutesLater(80))).toBeUndefined();
    const until = minutesLater(300).toISOString();
    expect(pauseFollowUps(paused, { until, reason: 'merchant' }, minutesLater(80))?.pause).toMatchObject({ until });
  });

  it('a reply never shortens the pause of a merchant', () => {
    const paused = of(pauseFollowUps(AFTER_ONE, { until: minutesLater(300).toISOString(), reason: 'merchant' }, NOW));
    const sooner = { until: minutesLater(200).toISOString(), reason: 'reply' } as const;
    expect(pauseFollowUps(paused, sooner, minutesLater(80))).toBeUndefined();
    const later = { until: minutesLater(400).toISOString(), reason: 'reply' } as const;
    expect(pauseFollowUps(paused, later, minutesLater(80))?.events.at(-1)?.data).toMatchObject({ actor: 'customer' });
  });

  it('a pause until an instant that has passed is refused', () => {
    const until = NOW.toISOString();
    expect(() => pauseFollowUps(AFTER_ONE, { until, reason: 'merchant' }, NOW)).toThrow('The request is not valid');
  });

  it('after a resume the slots of the rhythm come again from then on', () => {
    const paused = of(pauseFollowUps(AFTER_ONE, { reason: 'merchant' }, NOW));
    const resumed = of(resumeFollowUps(paused, minutesLater(190)));
    expect(resumed.collection.pause).toBeUndefined();
    expect(dueTimes(resumed)).toEqual(['03-01T10:00', '03-01T13:00', '03-01T14:00', '03-01T15:00', '03-01T16:00']);
    expect(resumeFollowUps(resumed, minutesLater(191))).toBeUndefined();
  });

  it('a pause that has ended by itself is not resumed', () => {
    const paused = of(pauseFollowUps(AFTER_ONE, { until: minutesLater(90).toISOString(), reason: 'merchant' }, NOW));
    expect(resumeFollowUps(paused, minutesLater(90))).toBeUndefined();
  });
});

describe('a promise', () => {
  const payBy = minutesLater(600).toISOString();
  const promised = of(promisePayment(AFTER_ONE, payBy, NOW));

  it('a promise pauses until then and moves the expiry to a day after it', () => {
    expect(promised.collection).toMatchObject({
      expiresInMinutes: 600 + 1440,
      expiresAt: minutesLater(2040).toISOString(),
      promise: { payBy, madeAt: NOW.toISOString() },
      pause: { until: payBy, reason: 'promise' },
      nextRunAt: payBy,
    });
    expect(promisePayment(promised, payBy, minutesLater(80))).toBeUndefined();
  });

  it('a promise that makes the life longer leaves the reasons of the plan as they were, also a second time', () => {
    const reasons = explainPlan(AFTER_ONE.collection, AFTER_ONE.setting).reasons.slice(0, CHOICES);
    const later = promisePayment(promised, minutesLater(700).toISOString(), NOW);
    for (const { collection } of [promised, of(later)]) {
      expect(collection.followUp).toEqual({ ...AFTER_ONE.collection.followUp, chosenFor: 480 });
      expect(explainPlan(collection, AFTER_ONE.setting).reasons.slice(0, CHOICES)).toEqual(reasons);
      expect(collection.expiresInMinutes).toBeGreaterThan(480);
    }
  });

  it('a correction to the follow-ups of before changes nothing after such a promise', () => {
    const chosen = of(updateCollection(AFTER_ONE, { followUp: GIVEN }, NOW));
    const longer = of(promisePayment(chosen, payBy, NOW));
    expect(longer.collection.followUp).toMatchObject({ chosenFor: 480 });
    expect(updateCollection(longer, { followUp: GIVEN }, minutesLater(80))).toBeUndefined();
  });

  it.each(['merchant', 'customer'] as const)(
    'a promise noted by the %s ends no pause of a person that lasts longer',
    (actor) => {
      const inMinutes = (minutes: number) => minutesLater(minutes).toISOString();
      for (const until of [undefined, payBy, inMinutes(700)]) {
        const paused = of(pauseFollowUps(AFTER_ONE, { ...(until && { until }), reason: 'merchant' }, NOW));
        const { pause } = paused.collection;
        const after = of(promisePayment(paused, payBy, minutesLater(80), actor));
        expect(after.collection).toMatchObject({ pause, promise: { payBy } });
        expect(breakPromise(after, new Date(payBy)).pause).toEqual(pause);
      }
      for (const given of [
        { until: inMinutes(90), reason: 'merchant' },
        { until: inMinutes(900), reason: 'reply' },
      ] as const) {
        const shorter = of(pauseFollowUps(AFTER_ONE, given, NOW));
        expect(promisePayment(shorter, payBy, minutesLater(80), actor)?.pause).toMatchObject({
          until: payBy,
          reason: 'promise',
        });
      }
    },
  );

  it('without the promise the reminders go on at once, at their level, and the life stays as long', () => {
    const withdrawn = of(withdrawPromise(promised, minutesLater(80))).collection;
    expect(withdrawn).toMatchObject({ expiresInMinutes: promised.collection.expiresInMinutes });
    expect(withdrawn).not.toHaveProperty('promise');
    expect(withdrawn).not.toHaveProperty('pause');
    expect(withdrawn.events.at(-1)).toMatchObject({ type: 'promise.withdrawn', data: { payBy, actor: 'merchant' } });
    for (const later of [80, 420, 423, 430, 599].map(minutesLater))
      expect(withdrawPromise(promised, later)?.plan).toEqual(resumeFollowUps(promised, later)?.plan);
    expect(Date.parse(withdrawn.nextRunAt ?? '')).toBeLessThan(Date.parse(payBy));
  });

  it('a promise that is withdrawn leaves the pause of a person, before or after it', () => {
    const pausedBefore = of(pauseFollowUps(AFTER_ONE, { reason: 'merchant' }, NOW));
    const pausedAfter = pauseFollowUps(promised, { reason: 'reply', until: minutesLater(900).toISOString() }, NOW);
    for (const after of [of(promisePayment(pausedBefore, payBy, minutesLater(80))), of(pausedAfter)]) {
      const withdrawn = withdrawPromise(after, minutesLater(80));
      expect(withdrawn?.pause).toEqual(after.collection.pause);
      expect(withdrawn).not.toHaveProperty('promise');
    }
  });

  it('a promise that was never made, was broken or is withdrawn already cannot be withdrawn', () => {
    expect(withdrawPromise(AFTER_ONE, NOW)).toBeUndefined();
    expect(withdrawPromise(of(breakPromise(promised, minutesLater(600))), minutesLater(601))).toBeUndefined();
    expect(withdrawPromise(of(withdrawPromise(promised, minutesLater(80))), minutesLater(81))).toBeUndefined();
  });

  it('a promise does not move a later expiry', () => {
    const long = aRevisable({ ...HOURLY, expiresInMinutes: 10_000 });
    const kept = promisePayment(long, payBy, NOW);
    expect(kept).toMatchObject({ expiresInMinutes: 10_000 });
    expect(kept?.followUp).toEqual(long.collection.followUp);
  });

  it('a promise beyond a year after the creation is refused, and so is one in the past', () => {
    expect(() => promisePayment(AFTER_ONE, minutesLater(525_600 - 1439).toISOString(), NOW)).toThrow();
    expect(promisePayment(AFTER_ONE, minutesLater(525_600 - 1440).toISOString(), NOW)?.expiresInMinutes).toBe(525_600);
    expect(() => promisePayment(AFTER_ONE, NOW.toISOString(), NOW)).toThrow();
  });

  it('a broken promise lets the plan go on from that instant, a step firmer', () => {
    const broken = of(breakPromise(promised, minutesLater(600)));
    expect(broken.collection).toMatchObject({
      promise: { payBy, brokenAt: payBy },
      plan: { from: payBy, restartsAt: payBy, firmer: 1, firstSlot: 2 },
    });
    expect(broken.collection.events.at(-1)).toMatchObject({
      type: 'promise.broken',
      data: { payBy, actor: 'schedule' },
    });
    const plan = planFollowUps(broken.collection, broken.setting);
    // 19:00 UTC is after closing in Lagos.
    expect(dueTimes(broken).slice(0, 3)).toEqual(['03-01T10:00', expect.stringMatching('03-02T07:'), '03-02T09:00']);
    expect(toneOf(broken.collection, plan, 2)).toBe('professional');
  });

  it('after a broken promise a chosen plan that had no reminder left has one more', () => {
    const sent = [1, 2, 3].map((slot) => sentAttempt(slot, minutesLater(slot * 60).toISOString()));
    const spent = aRevisable({ nextSlot: 4, runNumber: 4 }, { attempts: sent });
    const made = promisePayment(spent, minutesLater(1440).toISOString(), minutesLater(200));
    if (made === undefined) throw new Error('nothing changed');
    const broken = breakPromise(withSetting(made, { attempts: sent }), minutesLater(1440));
    expect(dueTimes(withSetting(broken, { attempts: sent })).slice(3)).toEqual(['03-02T09:00']);
  });
});

it('the next run of a promise comes before any later slot, and not after the expiry', () => {
  const { collection, setting } = aRevisable({ ...HOURLY });
  const plan = planFollowUps(collection, setting);
  const promise = { payBy: minutesLater(30).toISOString(), madeAt: collection.createdAt };
  expect(nextRun({ ...collection, plan, promise })).toEqual({ nextRunAt: promise.payBy });
  const late = { ...promise, payBy: minutesLater(9999).toISOString() };
  expect(nextRun({ ...collection, plan, nextSlot: 99, promise: late, status: 'overdue' }).nextRunAt).toBe(
    collection.expiresAt,
  );
});
