/**
 * How the tone becomes firmer towards the expiry.
 * The rows of the strategy's table, at both ends of each, and the amounts from which on one is high.
 * The plans of debts with a due day, and of lives of more than 14 days: which days, which hours, and how firmly.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '#lib/domain/follow-up/decide.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { amountTier, rhythmFor, toneAt } from '#lib/domain/follow-up/rhythm.ts';
import { aDebt, localSlots } from './a-due-debt.ts';

const toneOf = (dueInMinutes: number, expiresInMinutes: number, isLast = true) =>
  toneAt({ dueInMinutes, expiresInMinutes, isLast }, 'middle');

describe('the tone ladder', () => {
  it.each([
    [0, 200, 'gentle'],
    [99, 200, 'gentle'],
    [100, 200, 'professional'],
    [170, 200, 'professional'],
    [171, 200, 'urgent'],
    [1, 1, 'urgent'],
    [121, 240, 'professional'],
    [121, 241, 'professional'],
    [122, 241, 'urgent'],
    [1224, 1440, 'professional'],
    [1225, 1440, 'urgent'],
    [300, 421, 'professional'],
    [302, 421, 'urgent'],
  ])('a last slot at minute %i of %i has the tone %s', (due, expires, tone) => {
    expect(toneOf(due, expires)).toBe(tone);
  });

  it('only the last slot is urgent, and never for a low amount', () => {
    expect(toneOf(1400, 1440, false)).toBe('professional');
    expect(toneAt({ dueInMinutes: 1400, expiresInMinutes: 1440, isLast: true }, 'low')).toBe('professional');
  });

  it('a slot for a high amount is never gentle', () => {
    expect(toneAt({ dueInMinutes: 0, expiresInMinutes: 1440, isLast: false }, 'high')).toBe('professional');
  });

  it('the tone never gets milder as time passes', () => {
    const tier = fc.constantFrom('low', 'middle', 'high' as const);
    const window = fc.integer({ min: 1, max: 3_000 });
    fc.assert(
      fc.property(
        tier,
        window,
        fc.nat(4_000),
        fc.nat(4_000),
        fc.boolean(),
        (amount, expiresInMinutes, a, b, isLast) => {
          const [earlier, later] = a < b ? [a, b] : [b, a];
          const first = toneAt({ dueInMinutes: earlier, expiresInMinutes, isLast: false }, amount);
          const second = toneAt({ dueInMinutes: later, expiresInMinutes, isLast }, amount);
          expect(TONES.indexOf(second)).toBeGreaterThanOrEqual(TONES.indexOf(first));
        },
      ),
    );
  });
});

it.each([
  [1, 'every_15m', 0, 0, 'expires within 20 minutes'],
  [19, 'every_15m', 9, 0, 'expires within 20 minutes'],
  [20, 'every_15m', 10, 1, 'expires within 1 hour'],
  [60, 'every_15m', 30, 1, 'expires within 1 hour'],
  [61, 'every_1h', 30, 2, 'expires within 4 hours'],
  [240, 'every_1h', 30, 2, 'expires within 4 hours'],
  [241, 'every_2h', 60, 3, 'expires within 12 hours'],
  [720, 'every_2h', 60, 3, 'expires within 12 hours'],
  [721, 'every_6h', 60, 3, 'expires within 2 days'],
  [2880, 'every_6h', 60, 3, 'expires within 2 days'],
  [2881, 'daily', 240, 2, 'expires within 14 days'],
  [4320, 'daily', 240, 3, 'expires within 14 days'],
  [20_160, 'daily', 240, 7, 'expires within 14 days'],
  [20_161, 'daily', 1440, 7, 'expires after more than 14 days'],
  [525_600, 'daily', 505_440, 7, 'expires after more than 14 days'],
])('a collection that expires after %i minutes is followed up %s, from %i on, %i times: it %s', (...row) => {
  const [minutes, cadence, startAfterMinutes, maxAttempts, window] = row;
  expect(rhythmFor(minutes)).toEqual({ cadence, startAfterMinutes, maxAttempts, window });
});

it.each([
  ['NGN', 1_000_000, 50_000_000],
  ['GHS', 10_000, 500_000],
  ['USD', 1_000, 50_000],
])('an amount in %s is low below %i minor units, and high from %i on', (currency, low, high) => {
  const tierOf = (minor: number) => amountTier({ minor, currency });
  expect([low - 1, low, high - 1, high].map(tierOf)).toEqual(['low', 'middle', 'middle', 'high']);
});

const daysOf = (given: Parameters<typeof aDebt>[0]) => localSlots(aDebt(given)).map(({ days: [first] }) => first);
const AFTER = [0, 3, 7, 14, 21, 30, 45, 60, 90];

describe('with a due day, the strategy chooses days by the time until it', () => {
  it.each([
    ['2026-03-16', [-7, -3, ...AFTER]],
    ['2026-03-15', [-3, ...AFTER]],
    ['2026-03-07', [-3, ...AFTER]],
    ['2026-03-06', [-1, ...AFTER]],
    ['2026-03-04', [-1, ...AFTER]],
    ['2026-03-03', AFTER],
    ['2028-02-29', [-7, -3, ...AFTER]],
  ])('due on %s, seen from 2 March 2026', (dueDate, days) => {
    expect(daysOf({ dueDate })).toEqual(days);
    expect(aDebt({ dueDate }).plan.strategyVersion).toBe(3);
  });

  it('on the due day itself, what is left of the morning is used, and after noon the next day of the schedule', () => {
    expect(daysOf({ dueDate: '2026-03-02', now: '2026-03-02T10:50:00.000Z' })).toEqual(AFTER);
    expect(daysOf({ dueDate: '2026-03-02', now: '2026-03-02T11:00:00.000Z' })).toEqual(AFTER.slice(1));
  });

  it('a debt whose due day had passed hears at once, then after 4, 10, 18, 30 and 45 days', () => {
    const { plan } = aDebt({ dueDate: '2026-02-27' });
    const since = plan.slots.map(({ dueAt }) => (Date.parse(dueAt) - Date.parse('2026-03-02T09:00:00Z')) / 86_400_000);
    expect(since).toEqual([0, 4, 10, 18, 30, 45]);
    expect(plan.slots.map(({ tone }) => tone)).toEqual([...Array(3).fill('professional'), ...Array(3).fill('urgent')]);
  });

  it('nothing is planned for days on which it can no longer be paid', () => {
    expect(daysOf({ dueDate: '2026-03-16', expiresIn: 20 * 1440 })).toEqual([-7, -3, 0, 3]);
  });

  it('gentle until the due day, professional until 13 days after it, then urgent; a given tone is kept', () => {
    const schedule = [-1, 0, 1, 7, 13, 14, 30];
    const tones = (given: object) => localSlots(aDebt({ dueDate: '2026-04-01', ...given })).map(({ tone }) => tone);
    const [soft, firm, hard] = ['gentle', 'professional', 'urgent'];
    expect(tones({ followUp: { schedule } })).toEqual([soft, soft, firm, firm, firm, hard, hard]);
    expect(tones({ followUp: { schedule, tone: 'urgent' } })).toEqual(Array(7).fill(hard));
  });
});

describe('each day’s reminder comes in the morning, from 9 to 12 o’clock in the zone where the day begins last', () => {
  it.each([
    ['NG', '+2348031234567'],
    ['KE', '+254712345678'],
    ['CL', '+56912345678'],
    ['US', '+12125550123'],
    ['US', '+18085550123'],
    ['ID', '+628123456789'],
    ['KI', '+68672012345'],
    ['PF', '+68987123456'],
  ])('in %s, for %s', (country, phone) => {
    const starts = new Set<number>();
    for (let n = 0; n < 40; n += 1) {
      const slots = localSlots(
        aDebt({
          dueDate: '2026-04-20',
          country,
          phone,
          reference: `INV-${n}`,
          followUp: { schedule: [-30, -14, 0, 1, 150] },
        }),
      );
      expect(slots.length).toBeGreaterThanOrEqual(4);
      for (const { days, hours } of slots) {
        expect(new Set(days).size).toBe(1);
        expect(Math.min(...hours)).toBeGreaterThanOrEqual(9);
        expect(Math.min(...hours)).toBeLessThan(12);
        expect(Math.max(...hours)).toBeLessThan(20);
      }
      starts.add(Math.min(...(slots[0]?.hours ?? [])));
    }
    expect(starts.size).toBeGreaterThan(20);
  });

  it('a Sunday that is closed for all of its channels moves it to the next morning', () => {
    const given = { country: 'GH', phone: '+233241234567', dueDate: '2026-03-08' };
    expect(daysOf({ ...given, followUp: { schedule: [0, 2], channels: ['sms'] } })).toEqual([1, 2]);
    expect(daysOf({ ...given, followUp: { schedule: [0, 2], channels: ['email'] } })).toEqual([0, 2]);
  });
});

describe('without a due day, a life of more than 14 days', () => {
  const plannedDays = (days: number) => {
    const { plan, collection } = aDebt({ expiresIn: days * 1440 });
    return plan.slots.map(
      ({ dueAt }) => Math.round((Date.parse(dueAt) - Date.parse(collection.createdAt)) / 8_640_000) / 10,
    );
  };

  it.each([
    [15, [0, 3.9, 7.9, 11.3]],
    [30, [0, 7.5, 15, 22.5, 27]],
    [60, [0, 15, 30, 45, 53, 57]],
    [365, [0, 91.3, 182.5, 273.8, 358, 362]],
  ])(
    'of %d days hears within a day, at each quarter, and before its end, three days apart at least',
    (days, expected) => {
      expect(plannedDays(days)).toEqual(expected.map((day) => expect.closeTo(day, 0)));
    },
  );

  it('begins gently, whatever the amount, and says how it was chosen', () => {
    const { plan } = aDebt({ expiresIn: 60 * 1440, minor: 900_000_000 });
    expect(plan.slots.map(({ tone }) => tone)).toEqual([
      'gentle',
      'gentle',
      'professional',
      'professional',
      'professional',
      'urgent',
    ]);
    expect([plan.strategyVersion, plan.reasons[0]]).toEqual([3, expect.stringContaining('more than 14 days')]);
  });

  it.each([{ cadence: 'daily' }, { startAfter: 1440 }, { enabled: false }] as const)(
    'keeps the strategy before for %j',
    (followUp) => {
      expect(aDebt({ expiresIn: 60 * 1440, followUp }).plan.strategyVersion).toBe(2);
    },
  );
});

describe('the overdue mark of a due day', () => {
  const END = '2026-03-16T23:00:00.000Z';
  const decided = (at: string, given: Parameters<typeof aDebt>[0] = {}, state: object = {}) => {
    const { collection, setting } = aDebt({ dueDate: '2026-03-16', ...given });
    const revised = { ...collection, ...state };
    return decide({ ...revised, plan: planFollowUps(revised, setting) }, new Date(at));
  };

  it('comes when the day has ended, and not a millisecond before', () => {
    expect(decided('2026-03-16T22:59:59.999Z', {}, { nextSlot: 4 })).toMatchObject({ kind: 'nothing', nextRunAt: END });
    expect(decided(END, {}, { nextSlot: 4 })).toMatchObject({ kind: 'mark_overdue' });
  });

  it.each([
    ['with follow-ups off', { followUp: { enabled: false } }, {}],
    ['while they are paused', {}, { pause: { since: '2026-03-02T09:00:00.000Z', reason: 'merchant' } }],
    ['before a reminder that is due', {}, {}],
  ])('comes %s', (_name, given, state) => {
    expect(decided(END, given, state)).toMatchObject({ kind: 'mark_overdue' });
  });

  it('is due at once where the due day had passed at the creation, and is not set twice', () => {
    const past = { dueDate: '2026-03-01', now: '2026-03-02T09:00:00.000Z' };
    expect(aDebt(past).collection.nextRunAt).toBe(past.now);
    expect(decided(past.now, past)).toMatchObject({ kind: 'mark_overdue' });
    expect(decided(past.now, past, { status: 'overdue' })).toMatchObject({ kind: 'send', slot: 1 });
  });
});
