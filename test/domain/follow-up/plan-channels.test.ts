/** Which channel a slot starts with, and which channels follow. */
import { describe, expect, it } from 'vitest';
import { aPlanInput, explainedPlanFor, type PlanCase } from './a-plan-input.ts';

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
