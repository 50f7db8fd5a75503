/** Sundays and zones where a rule holds for some contacts and not for others. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { decide } from '#lib/domain/follow-up/decide.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { channelsAt, openingHoursIn, openSpanFrom } from '#lib/domain/follow-up/local-time.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aPlanInput, planFor, settingOf } from './a-plan-input.ts';

const at = (text: string) => Date.parse(text);
const SATURDAY = at('2026-02-28T23:00:00Z');

it('a Sunday is closed where sms is the only channel and may not be sent on Sundays, and open elsewhere', () => {
  const opensIn = (country: string, channels: readonly ('sms' | 'email')[]) => {
    const hours = openingHoursIn({ country }, channels);
    return new Date(openSpanFrom(hours, SATURDAY).opensAt).toISOString();
  };
  expect(opensIn('NG', ['sms'])).toBe('2026-03-01T07:00:00.000Z');
  expect(opensIn('GH', ['sms', 'email'])).toBe('2026-03-01T08:00:00.000Z');
  expect(opensIn('GH', ['sms'])).toBe('2026-03-02T08:00:00.000Z');
});

it('sms is silent as soon as it is Sunday in one of the zones of a contact', () => {
  const hours = { ...openingHoursIn({ country: 'GH' }, ['sms']), zones: ['Africa/Accra', 'Pacific/Auckland'] };
  expect(channelsAt(hours, ['sms', 'email'], SATURDAY)).toEqual(['email']);
  expect(channelsAt({ ...hours, zones: ['Africa/Accra'] }, ['sms', 'email'], SATURDAY)).toEqual(['sms', 'email']);
});

describe('a run of a plan with sms and email in Ghana, on a Sunday', () => {
  const followUp = { startAfter: 0, cadence: 'every_4h', channels: ['sms', 'email'] } as const;
  const given = {
    createdAt: '2026-03-01T10:00:00.000Z',
    expiresInMinutes: 2880,
    phoneCountry: 'GH',
    followUp,
  } as const;
  const stateOf = (optedOut: readonly Channel[]) => {
    const input = aPlanInput({ ...given, optedOut });
    const { expiresAt } = input.collection;
    return { plan: planFor(input), status: 'pending', nextSlot: 1, expiresAt } as const;
  };

  it('nothing is due on the Sunday once the email is opted out, because sms waits for Monday', () => {
    expect(new Date(stateOf(['email']).plan.slots[0]?.dueAt ?? 0).toISOString()).toMatch('2026-03-02T08:');
  });

  it('slots that opt-outs leave without any channel are skipped on the Sunday, also a little early', () => {
    const early = new Date('2026-03-01T09:59:30.000Z');
    expect(decide(stateOf(['sms', 'email']), early)).toMatchObject({ kind: 'skip', slot: 1, reason: 'opted_out' });
  });
});

it('a slot of a Sunday that was skipped names no sms, before and after its plan is revised', () => {
  const createdAt = '2026-03-01T09:00:00.000Z';
  const followUp = { startAfter: 60, cadence: 'every_1h', channels: ['sms', 'email'] } as const;
  const input = aPlanInput({ createdAt, phoneCountry: 'GH', followUp });
  const skipped = { status: 'skipped', dueAt: '2026-03-01T10:00:00.000Z', at: { skipped: createdAt } } as const;
  const setting = { ...settingOf(input), attempts: [anAttempt(1, skipped)] };
  const revised = { ...input.collection, plan: { from: '2026-03-01T10:30:00.000Z', firstSlot: 2 } };
  for (const collection of [input.collection, revised])
    expect(explainPlan(collection, setting).slots[0]).toMatchObject({ dueAt: skipped.dueAt, channel: 'email' });
});

describe('a reminder that was asked for, of a plan that may send sms only, which Ghana bars on Sundays', () => {
  const createdAt = '2026-02-28T12:00:00.000Z';
  const followUp = { startAfter: 60, cadence: 'every_12h', channels: ['sms'] } as const;
  const input = aPlanInput({ createdAt, expiresInMinutes: 5 * 1440, phoneCountry: 'GH', followUp });
  const askedAt = (instant: string, channels: readonly Channel[]) => {
    const plan = { from: instant, firstSlot: 1, asked: { at: instant, channels, tone: 'gentle' as const } };
    return { ...input.collection, plan };
  };

  it.each([[['whatsapp']], [['sms', 'email']]] as const)(
    'one that was asked for by %s opens no Sunday for the slots after it',
    (channels) => {
      const { slots } = explainPlan(askedAt(createdAt, channels), settingOf(input));
      const days = slots.map(({ dueAt }) => dueAt.slice(0, 10));
      expect(days).not.toContain('2026-03-01');
      expect(days).toContain('2026-03-02');
    },
  );

  it('one that was asked for by email is sent on a Sunday, however late, and its failover is still open', () => {
    const sunday = '2026-03-01T10:00:00.000Z';
    const collection = askedAt(sunday, ['email', 'sms', 'whatsapp']);
    const plan = planFollowUps(collection, settingOf(input));
    const state = { plan, status: 'pending', nextSlot: 1, expiresAt: collection.expiresAt } as const;
    const late = new Date('2026-03-01T10:20:00.000Z');
    expect(decide(state, late)).toMatchObject({ kind: 'send', slot: 1, channels: ['email', 'whatsapp'] });
    const retry = { slot: 1, at: late.toISOString() };
    const failed = { status: 'deferred', channelsTried: ['email'], at: { failed: sunday }, dueAt: sunday } as const;
    const waiting = { ...state, nextSlot: 2, retry, retried: anAttempt(1, failed) };
    expect(decide(waiting, late)).toMatchObject({ kind: 'retry', slot: 1, channels: ['whatsapp'] });
  });
});
