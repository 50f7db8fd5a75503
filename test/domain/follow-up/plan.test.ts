/**
 * Plans by example: when each reminder is due, its channel and tone, what was removed, and the reasons.
 * Plans without any slot, and what the strategy says of having turned one off.
 * Which channel a slot starts with, and which channels follow.
 * A plan whose channels cannot be reached for a while: it has no slots, and begins again when the first of them can.
 */
import { describe, expect, it } from 'vitest';
import { toneOf } from '#lib/domain/follow-up/claim.ts';
import { decide, nextRun } from '#lib/domain/follow-up/decide.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { obstacleTo, type PlanSetting, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { removalReasons, strategyReasons } from '#lib/domain/follow-up/reasons.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aPlanInput, explainedPlanFor, type PlanCase, planFor, settingOf } from './a-plan-input.ts';

const planOf = (given?: PlanCase) => explainedPlanFor(aPlanInput(given));
const removedFrom = ({ removed }: ReturnType<typeof planOf>) =>
  removed.map(({ dueAt, reason }) => ({ dueAt: new Date(dueAt).toISOString(), reason }));
const EVERY_5M = { startAfter: 0, cadence: 'every_5m' } as const;
const dueTimes = (given?: PlanCase) => planOf(given).slots.map(({ dueAt }) => dueAt.slice(5, 16));

/** Lagos is an hour ahead of UTC all year: it is open from 07:00 to 19:00 UTC. The spread is 15 minutes. */
describe('24 hours to a Nigerian mobile, without a followUp object', () => {
  it.each([
    ['at breakfast', '2026-03-02T06:00:00.000Z', ['03-02T07:00', '03-02T13:00'], '03-02T19:00'],
    ['before the opening', '2026-03-02T04:30:00.000Z', ['03-02T07:15', '03-02T11:30', '03-02T17:30'], '03-02T23:30'],
    ['in the morning', '2026-03-02T09:00:12.345Z', ['03-02T10:01', '03-02T16:01', '03-03T07:15'], undefined],
    ['at noon', '2026-03-02T11:00:00.000Z', ['03-02T12:00', '03-02T18:00', '03-03T07:15'], undefined],
    ['at the day’s end', '2026-03-02T17:59:00.000Z', ['03-02T18:59', '03-03T07:15'], '03-03T13:15'],
    ['a minute later', '2026-03-02T18:00:00.000Z', ['03-03T07:15'], '03-03T13:15'],
    ['at night', '2026-03-02T22:00:00.000Z', ['03-03T07:15'], '03-03T13:15'],
  ])(
    'a plan of 24 hours for a Nigerian phone, created %s at %s, is due at these times',
    (_when, createdAt, due, overdueAt) => {
      const plan = planOf({ createdAt });
      expect(plan.slots.map(({ dueAt }) => dueAt.slice(5, 16))).toEqual(due);
      expect(plan.overdueAt?.slice(5, 16)).toBe(overdueAt);
      expect(plan.slots.length + plan.removed.length).toBe(3);
    },
  );

  it('each slot starts with the next channel, has the tone of its time, and gives its reason', () => {
    const [first, second, third] = planOf({ createdAt: '2026-03-02T09:00:12.345Z' }).slots;
    expect(first).toEqual({
      slot: 1,
      dueAt: '2026-03-02T10:01:00.000Z',
      nominalAt: '2026-03-02T10:00:12.345Z',
      channel: 'whatsapp',
      fallbacks: ['sms', 'email'],
      tone: 'gentle',
      reason: '60 minutes after creation; whatsapp has its turn; gentle with 4% of the time passed',
    });
    expect(second).toMatchObject({ slot: 2, channel: 'sms', fallbacks: ['email', 'whatsapp'], tone: 'gentle' });
    expect(third).toMatchObject({ slot: 3, channel: 'email', fallbacks: ['whatsapp', 'sms'], tone: 'professional' });
    expect(third?.reason).toBe(
      '780 minutes after creation; moved from 2026-03-02T22:01:00.000Z out of quiet hours; ' +
        'email has its turn; professional with 54% of the time passed',
    );
  });

  it('a plan gives the reasons of the strategy, the hours, and what was removed', () => {
    const plan = planOf({ createdAt: '2026-03-02T18:00:00.000Z' });
    expect(plan.reasons).toEqual([
      'expires within 2 days: first reminder after 60 minutes',
      'expires within 2 days: every_6h',
      'expires within 2 days: at most 3',
      'whatsapp first: most read',
      'first reminder after 60 of 1440 minutes, middle amount: gentle',
      'quiet from 20:00 to 08:00 in Africa/Lagos',
      'on or close to the reminder before: 2 removed',
    ]);
    expect(removedFrom(plan)).toEqual([
      { dueAt: '2026-03-03T01:00:00.000Z', reason: 'merged' },
      { dueAt: '2026-03-03T07:00:00.000Z', reason: 'merged' },
    ]);
  });
});

describe("the interface's example: startAfter 20, every_10m, whatsapp and sms, gentle", () => {
  const followUp = { startAfter: 20, cadence: 'every_10m', channels: ['whatsapp', 'sms'], tone: 'gentle' } as const;
  const plan = planOf({ followUp });

  it('startAfter 20 with every_10m sends twelve reminders ten minutes apart, on the two channels in turn', () => {
    expect(plan.slots.map(({ dueAt }) => dueAt.slice(11, 16))).toEqual(
      ['09:20', '09:30', '09:40', '09:50', '10:00', '10:10'].concat([
        '10:20',
        '10:30',
        '10:40',
        '10:50',
        '11:00',
        '11:10',
      ]),
    );
    expect(new Set(plan.slots.map(({ channel, slot }) => `${slot % 2} ${channel}`))).toEqual(
      new Set(['1 whatsapp', '0 sms']),
    );
    expect(plan.slots.every(({ tone, reason }) => tone === 'gentle' && reason.endsWith('gentle as given'))).toBe(true);
    expect(plan.overdueAt).toBe('2026-03-02T11:20:00.000Z');
  });

  it('each of the other 130 nominal times of the example has the reason for its removal', () => {
    expect(plan.removed).toHaveLength(130);
    expect(removedFrom(plan)[0]).toEqual({ dueAt: '2026-03-02T11:20:00.000Z', reason: 'cap_24h' });
    expect(removedFrom(plan).at(-1)).toEqual({ dueAt: '2026-03-03T08:50:00.000Z', reason: 'cap_24h' });
    expect(removedFrom(plan).find(({ dueAt }) => dueAt === '2026-03-02T19:10:00.000Z')?.reason).toBe('merged');
    expect(plan.reasons.slice(-3)).toEqual([
      'quiet from 20:00 to 08:00 in Africa/Lagos',
      'at most 12 in any 24 hours: 57 removed',
      'on or close to the reminder before: 73 removed',
    ]);
  });
});

/** From 09:00 in Lagos on the 2nd until 09:00 on the 4th. */
describe('every cadence, for two days and from the start', () => {
  it.each([
    ['every_5m', 24, '02T08:00 02T08:05 02T08:10', '03T08:50 03T08:55', '03T09:00'],
    ['every_10m', 24, '02T08:00 02T08:10 02T08:20', '03T09:40 03T09:50', '03T10:00'],
    ['every_15m', 24, '02T08:00 02T08:15 02T08:30', '03T10:30 03T10:45', '03T11:00'],
    ['every_30m', 24, '02T08:00 02T08:30 02T09:00', '03T13:00 03T13:30', '03T14:00'],
    ['every_1h', 23, '02T08:00 02T09:00 02T10:00', '03T18:00 04T07:15', undefined],
    ['every_2h', 13, '02T08:00 02T10:00 02T12:00', '03T18:00 04T07:15', undefined],
    ['every_4h', 7, '02T08:00 02T12:00 02T16:00', '03T16:00 04T07:15', undefined],
    ['every_6h', 5, '02T08:00 02T14:00 03T07:15', '03T14:00 04T07:15', undefined],
    ['every_12h', 3, '02T08:00 03T07:15 04T07:15', '03T07:15 04T07:15', undefined],
    ['daily', 2, '02T08:00 03T08:00', '02T08:00 03T08:00', undefined],
  ] as const)('a plan with the cadence %s has %i reminders in two days', (cadence, count, first, last, overdue) => {
    const followUp = { startAfter: 0, cadence };
    const plan = planOf({ createdAt: '2026-03-02T08:00:00.000Z', expiresInMinutes: 2880, followUp });
    const due = plan.slots.map(({ dueAt }) => dueAt.slice(8, 16));
    expect(due).toHaveLength(count);
    expect([due.slice(0, 3).join(' '), due.slice(-2).join(' ')]).toEqual([first, last]);
    expect(plan.overdueAt?.slice(8, 16)).toBe(overdue);
  });
});

describe('the caps', () => {
  it('a plan keeps the first 60 reminders of a collection, counts the others, and lists the first 2,000 removals', () => {
    const year = planOf({ expiresInMinutes: 525_600, followUp: { startAfter: 0, cadence: 'every_5m' } });
    expect(year.slots).toHaveLength(60);
    expect(year.slots.at(-1)?.dueAt.slice(0, 10)).toBe('2026-03-06');
    expect(year.removed).toHaveLength(2000);
    expect(year.removed.at(-1)?.reason).toBe('cap_collection');
    expect(year.reasons.at(-1)).toBe('the first 2000 of 105060 removed are listed');
    const counts = year.reasons.map((reason) => Number(/: (\d+) removed$/.exec(reason)?.[1] ?? 0));
    expect(counts.reduce((sum, count) => sum + count)).toBe(105_060);
  });

  it('a reminder exactly 24 hours after the twelfth before it is not removed', () => {
    const due = dueTimes({ createdAt: '2026-03-02T08:00:00.000Z', expiresInMinutes: 2880, followUp: EVERY_5M });
    expect([due[0], due[12]]).toEqual(['03-02T08:00', '03-03T08:00']);
  });
});

describe('expiry', () => {
  it('a plan whose start is at or after the expiry has no slots, and says so', () => {
    const plan = planOf({ expiresInMinutes: 60, followUp: { startAfter: 60 } });
    expect(plan).toMatchObject({ enabled: true, slots: [] });
    expect(removedFrom(plan)).toEqual([{ dueAt: '2026-03-02T10:00:00.000Z', reason: 'after_expiry' }]);
    expect(plan.reasons.at(-1)).toBe('startAfter is not before expiry: 1 removed');
    expect(plan).not.toHaveProperty('overdueAt');
  });

  it('slots that quiet hours move past the expiry are removed, and a plan without slots has no overdue mark', () => {
    const plan = planOf({ createdAt: '2026-03-02T20:00:00.000Z', expiresInMinutes: 240 });
    expect(plan.slots).toEqual([]);
    expect(plan.removed.map(({ reason }) => reason)).toEqual(['quiet_hours_past_expiry', 'quiet_hours_past_expiry']);
    expect(plan).not.toHaveProperty('overdueAt');
  });

  it('an expiry soon after the opening makes the spread smaller, so that the reminder stays', () => {
    const until = (expiresInMinutes: number) => dueTimes({ createdAt: '2026-03-02T03:00:00.000Z', expiresInMinutes });
    expect(until(240)).toEqual([]);
    expect(until(241)).toEqual(['03-02T07:00']);
    expect(until(250)).toEqual(['03-02T07:05']);
    expect(until(300)).toEqual(['03-02T07:15']);
  });
});

describe('the tone', () => {
  const tones = (given: PlanCase) => planOf(given).slots.map(({ tone }) => tone);

  it('only the last reminder, close to the expiry, is urgent', () => {
    expect(tones({ expiresInMinutes: 80, followUp: { startAfter: 10, cadence: 'every_10m' } })).toEqual(
      ['gentle', 'gentle', 'gentle', 'professional', 'professional', 'professional'].concat('urgent'),
    );
  });

  it('the tone follows the nominal time, however far quiet hours move the slot', () => {
    const [only] = planOf({ createdAt: '2026-03-02T18:00:00.000Z' }).slots;
    expect(only).toMatchObject({ dueAt: '2026-03-03T07:15:00.000Z', tone: 'gentle' });
  });

  it('a high amount never starts with a gentle reminder', () => {
    expect(tones({ amount: { minor: 50_000_000, currency: 'NGN' } })[0]).toBe('professional');
  });
});

describe('a plan', () => {
  it('a plan is empty when follow-ups are off, and says whether the caller or the strategy turned them off', () => {
    expect(planOf({ followUp: { enabled: false } })).toMatchObject({
      enabled: false,
      reasons: ['turned off by the caller'],
      slots: [],
      removed: [],
    });
    expect(planOf({ expiresInMinutes: 19 }).reasons).toEqual([
      'expires within 20 minutes: no room for a useful reminder',
    ]);
  });

  it('a plan for a thousand years of every_5m costs no more than a plan for one year', () => {
    const year = planOf({ expiresInMinutes: 525_600, followUp: EVERY_5M });
    const millennium = planOf({ expiresInMinutes: 525_600_000, followUp: EVERY_5M });
    expect(millennium.slots.map(({ dueAt }) => dueAt)).toEqual(year.slots.map(({ dueAt }) => dueAt));
    expect(millennium.removed).toEqual(year.removed);
  }, 2_000);
});

it('a start long after the expiry is removed for that reason', () => {
  const followUp = { startAfter: 3000, cadence: 'every_1h' } as const;
  const { slots, reasons } = explainedPlanFor(aPlanInput({ followUp, expiresInMinutes: 1440 }));
  expect(slots).toEqual([]);
  expect(reasons).toContain('startAfter is not before expiry: 1 removed');
});

it('an email that is empty is no address', () => {
  const setting = settingOf(aPlanInput());
  expect(obstacleTo('email', { email: '' }, setting)).toBe('no address');
  expect(obstacleTo('email', { email: 'a@example.com' }, setting)).toBeUndefined();
});

it('the tone of a slot of a collection without follow-ups is an error that says so', () => {
  const { collection } = aPlanInput({ followUp: { enabled: false } });
  const plan = { ...planFor(aPlanInput()), slots: [{ nominalAt: 0, dueAt: 0 }] };
  expect(() => toneOf(collection, plan, 1)).toThrow('a collection without follow-ups has no slots');
});

it.each([
  [true, true, 'turned off by the caller'],
  [true, false, 'turned off by the caller'],
  [false, true, 'turned off by the caller'],
  [false, false, 'phone not reachable: email only'],
])('follow-ups that are off, with a phone: %j, and an email: %j, are explained by: %s', (byPhone, hasEmail, reason) => {
  const amount = { minor: 4_500_000, currency: 'NGN' };
  const context = { amount, expiresInMinutes: 1440, reachableByPhone: byPhone, hasEmail };
  expect(strategyReasons({ enabled: false, strategyVersion: 1 }, context)).toEqual([reason]);
});

it('a reminder whose quiet hours last until expiry is removed for that reason', () => {
  expect(removalReasons([{ dueAt: 0, reason: 'quiet_hours_past_expiry' }], 0)).toEqual([
    'quiet hours last until expiry: 1 removed',
  ]);
});

const ordersOf = (given?: PlanCase) =>
  planOf(given).slots.map(({ channel, fallbacks }) => [channel, ...fallbacks].join(' '));

describe('channels', () => {
  it('each slot starts with the next channel, and the others follow in order', () => {
    expect(ordersOf()).toEqual(['whatsapp sms email', 'sms email whatsapp', 'email whatsapp sms']);
    const [, , , fourth] = ordersOf({ followUp: { startAfter: 0, cadence: 'every_1h', channels: ['email', 'sms'] } });
    expect(fourth).toBe('sms email');
  });

  it.each([
    [{ reachableByPhone: false }, ['whatsapp left out: no address', 'sms left out: no address']],
    [
      { availableChannels: ['email'] },
      ['whatsapp left out: no sender configured', 'sms left out: no sender configured'],
    ],
    [{ optedOut: ['whatsapp', 'sms'] }, ['whatsapp left out: opted out', 'sms left out: opted out']],
  ] as const)('channels that cannot be used are left out, and the plan says why: %j', (around, reasons) => {
    const followUp = { channels: ['whatsapp', 'sms', 'email'] } as const;
    const plan = planOf({ ...around, followUp });
    expect(plan.slots.map(({ channel, fallbacks }) => [channel, fallbacks])).toEqual(Array(3).fill(['email', []]));
    expect(plan.reasons).toEqual(expect.arrayContaining([...reasons]));
    expect(plan.slots[0]?.reason).toContain('email only');
  });

  it('a plan without a usable channel has no slots', () => {
    const plan = planOf({ optedOut: ['whatsapp'], followUp: { channels: ['whatsapp'] } });
    expect(plan).toMatchObject({ enabled: true, slots: [], removed: [] });
    expect(plan.reasons.slice(-2)).toEqual(['whatsapp left out: opted out', 'no channel left: nothing is sent']);
    expect(plan).not.toHaveProperty('overdueAt');
  });

  it('an opt-out from a channel does not change when the slots are due', () => {
    const due = (given: PlanCase) => planOf(given).slots.map(({ dueAt }) => dueAt);
    expect(due({ optedOut: ['sms'] })).toEqual(due({}));
  });
});

/** 1 March 2026 is a Sunday; Ghana keeps UTC. */
describe('a Sunday in Ghana', () => {
  const followUp = { startAfter: 0, cadence: 'every_4h', channels: ['sms', 'email'] } as const;
  const ghana = { phoneCountry: 'GH', createdAt: '2026-02-28T18:00:00.000Z', followUp } as const;

  it('a slot on a Sunday in Ghana goes to the next channel instead of sms, and its reason says so', () => {
    const { slots, reasons } = planOf({ ...ghana, expiresInMinutes: 2880 });
    expect(slots.map(({ dueAt, channel, fallbacks }) => [dueAt.slice(8, 16), channel, ...fallbacks])).toEqual([
      ['28T18:00', 'sms', 'email'],
      ['01T08:15', 'email'],
      ['01T10:00', 'email'],
      ['01T14:00', 'email'],
      ['01T18:00', 'email'],
      ['02T08:15', 'email', 'sms'],
      ['02T10:00', 'sms', 'email'],
      ['02T14:00', 'email', 'sms'],
    ]);
    expect(slots[2]?.reason).toContain('no sms on Sundays');
    expect(slots[0]?.reason).not.toContain('Sunday');
    expect(reasons).toContain('quiet from 19:00 to 08:00 in Africa/Accra, no sms on Sundays');
  });

  it('a Sunday in Ghana is quiet all day if sms is the only channel', () => {
    const { slots } = planOf({ ...ghana, expiresInMinutes: 2880, availableChannels: ['sms'] });
    expect(slots.map(({ dueAt }) => dueAt.slice(8, 16))).toEqual(['28T18:00', '02T08:15', '02T10:00', '02T14:00']);
  });
});

const FOLLOW_UP = { channels: ['sms', 'email'], startAfter: 30, cadence: 'every_1h' } as const;
const input = aPlanInput({ followUp: FOLLOW_UP });
const { collection } = input;
const setting = settingOf(input);
const SOON = '2026-03-02T12:00:00.000Z';
const LATER = '2026-03-02T15:00:00.000Z';

type Block = NonNullable<PlanSetting['unreachable']>[number];
const sms = (until: string): Block => ({ channel: 'sms', reason: 'blocked', until });
const email = (until: string): Block => ({ channel: 'email', reason: 'mailbox_full', until });
const planWith = (...unreachable: Block[]) => planFollowUps(collection, { ...setting, unreachable });
const runAfter = (plan: ReturnType<typeof planWith>) =>
  nextRun({ plan, status: 'pending', nextSlot: 1, expiresAt: collection.expiresAt }).nextRunAt;

describe('a plan without a channel that can be reached', () => {
  it('a plan without a reachable channel has no slots, and changes when the first channel can be tried again', () => {
    const plan = planWith(email(LATER), sms(SOON));
    expect([plan.slots, plan.changesAt]).toEqual([[], Date.parse(SOON)]);
  });

  it('a collection whose plan has no reachable channel is run when the first can be tried again', () => {
    expect(runAfter(planWith(email(LATER), sms(SOON)))).toBe(SOON);
  });

  it('the plan begins again with the channel that can be reached again', () => {
    const plan = planWith(email(LATER));
    expect(plan.slots.length).toBeGreaterThan(0);
    expect([plan.channels, plan.changesAt]).toEqual([['sms'], undefined]);
  });

  it('a channel that can be tried again only at the expiry changes nothing', () => {
    const { expiresAt } = collection;
    const plan = planWith(sms(expiresAt), email(expiresAt));
    expect([plan.changesAt, runAfter(plan)]).toEqual([undefined, expiresAt]);
  });

  it('a collection whose reminders have run out, because no channel is left, is overdue one cadence after the last of them', () => {
    const attempts = [anAttempt(1, { dueAt: '2026-03-02T09:30:00.000Z' }), anAttempt(2, { dueAt: SOON })];
    const unreachable = [sms(collection.expiresAt), email(collection.expiresAt)];
    const plan = planFollowUps(collection, { ...setting, attempts, unreachable });
    expect([plan.slots, plan.overdueAt]).toEqual([[], Date.parse('2026-03-02T13:00:00.000Z')]);
    const state = { plan, status: 'pending', nextSlot: 3, expiresAt: collection.expiresAt } as const;
    expect(nextRun(state).nextRunAt).toBe('2026-03-02T13:00:00.000Z');
    expect(decide(state, new Date('2026-03-02T13:00:00.000Z')).kind).toBe('mark_overdue');
    const off = { ...collection, followUp: { ...collection.followUp, enabled: false as const } };
    expect(planFollowUps(off, { ...setting, attempts, unreachable }).overdueAt).toBeUndefined();
  });

  it('a channel that the collection does not use changes nothing', () => {
    const unreachable = [{ ...sms(SOON), channel: 'whatsapp' as const }];
    const plan = planFollowUps(collection, { ...setting, optedOut: ['sms', 'email'], unreachable });
    expect(plan.changesAt).toBeUndefined();
  });

  it('a collection without follow-ups never begins again', () => {
    const off = aPlanInput({ followUp: { enabled: false } }).collection;
    expect(planFollowUps(off, { ...setting, unreachable: [sms(SOON)] }).changesAt).toBeUndefined();
  });

  it('a plan says why a channel is left out, by the failure of that channel', () => {
    const { reasons } = explainPlan(collection, { ...setting, unreachable: [sms(LATER), email(LATER)] });
    expect(reasons).toEqual(expect.arrayContaining(['sms left out: blocked', 'email left out: mailbox full']));
  });
});
