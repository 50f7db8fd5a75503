/**
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

const planOf = (given?: PlanCase) => explainedPlanFor(aPlanInput(given));
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
