/**
 * When a channel may be used, by zone, day and channel.
 * Sundays and zones where a rule holds for some contacts and not for others.
 */
import { describe, expect, it } from 'vitest';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import { decide } from '#lib/domain/follow-up/decide.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { whereaboutsOf } from '#lib/domain/person/policy.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { channelsAt, isOpen, openingHoursIn, openSpanFrom } from '#lib/domain/time/local-time.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aPlanInput, explainedPlanFor, planFor, settingOf } from './a-plan-input.ts';

const at = (text: string) => Date.parse(text);
const hoursIn = (country: string | undefined, areaZone?: string) => openingHoursIn({ country, areaZone }, CHANNELS);

const spanFrom = (country: string | undefined, from: string, areaZone?: string) => {
  const { opensAt, closesAt } = openSpanFrom(hoursIn(country, areaZone), at(from));
  return [opensAt, closesAt].map((time) => new Date(time).toISOString().slice(5, 16));
};

describe('opening hours', () => {
  it.each([
    ['NG', 'from 8 to 20', '01-15T07:00', '01-15T19:00'],
    ['GH', 'from 8 to 19', '01-15T08:00', '01-15T19:00'],
    ['KE', 'from 8 to 20', '01-15T05:00', '01-15T17:00'],
    ['US', 'while both coasts are open', '01-15T16:00', '01-16T01:00'],
    ['CA', 'from 8 in Vancouver to 20 on Newfoundland', '01-15T16:00', '01-15T23:30'],
    ['BR', 'from 8 in Acre to 20 in São Paulo', '01-15T13:00', '01-15T23:00'],
    ['AU', 'from 8 in Perth to 20 in Sydney', '01-15T00:00', '01-15T09:00'],
    ['MX', 'from 8 in Tijuana to 20 in Cancún', '01-15T16:00', '01-16T01:00'],
    ['ID', 'from 8 in Jakarta to 20 in Papua', '01-15T01:00', '01-15T11:00'],
    ['CL', 'from 8 on Easter Island to 20 in Patagonia', '01-15T13:00', '01-15T23:00'],
    ['RU', 'by the hours of Moscow', '01-15T05:00', '01-15T17:00'],
    ['XK', 'by the hours of Belgrade, because Kosovo has no zone', '01-15T07:00', '01-15T19:00'],
    [undefined, 'by the hours of UTC, because it is unknown', '01-15T08:00', '01-15T20:00'],
    ['TA', 'by the hours of UTC, because it has no zones', '01-15T08:00', '01-15T20:00'],
  ])('a contact in country %s may be written to %s', (country, _which, opensAt, closesAt) => {
    expect(spanFrom(country, '2026-01-15T04:00:00Z')).toEqual([opensAt, closesAt]);
  });

  it.each([
    ['Pacific/Honolulu', 'Hawaii', '01-15T18:00', '01-16T01:00'],
    ['America/Anchorage', 'Alaska', '01-15T17:00', '01-16T01:00'],
  ])(
    'a number with the area code of %s, %s, may be written to while that is open beside both coasts',
    (zone, _where, opensAt, closesAt) => {
      expect(spanFrom('US', '2026-01-15T04:00:00Z', zone)).toEqual([opensAt, closesAt]);
    },
  );

  it('where several countries share a calling code, all of them must be open, whatever the account’s country', () => {
    const { phone } = { phone: parsePhone('+1 565 555 0142', 'NG') };
    const where = whereaboutsOf({ phone, account: { country: 'NG' } });
    const { opensAt, closesAt } = openSpanFrom(openingHoursIn(where, CHANNELS), at('2026-01-15T04:00:00Z'));
    expect([opensAt, closesAt]).toEqual([at('2026-01-15T16:00:00Z'), at('2026-01-15T23:30:00Z')]);
  });

  it('opening hours include the opening minute and exclude the closing minute', () => {
    const open = (time: string) => isOpen(hoursIn('NG'), at(time));
    expect(open('2026-01-15T06:59:59.999Z')).toBe(false);
    expect(open('2026-01-15T07:00:00.000Z')).toBe(true);
    expect(open('2026-01-15T18:59:59.999Z')).toBe(true);
    expect(open('2026-01-15T19:00:00.000Z')).toBe(false);
  });

  it('opening hours are those of the phone’s country, else of the account’s country, else of UTC', () => {
    const zonesOf = (phoneCountry?: string, accountCountry?: string) =>
      planFor(aPlanInput({ phoneCountry, accountCountry })).hours.zones;
    expect(zonesOf('KE', 'NG')).toEqual(['Africa/Nairobi']);
    expect(zonesOf(undefined, 'NG')).toEqual(['Africa/Lagos']);
    expect(zonesOf()).toEqual(['UTC']);
  });

  it('only Ghana’s Sundays leave out sms', () => {
    const on = (country: string, time: string) => channelsAt(hoursIn(country), ['sms', 'email'], at(time));
    expect(on('GH', '2026-03-01T12:00:00Z')).toEqual(['email']);
    expect(on('GH', '2026-03-02T12:00:00Z')).toEqual(['sms', 'email']);
    expect(on('NG', '2026-03-01T12:00:00Z')).toEqual(['sms', 'email']);
  });
});

describe('where the clocks change', () => {
  it.each([
    ['US', '2026-03-07T12:00:00Z', ['03-07T16:00', '03-08T01:00'], 'the day before spring'],
    ['US', '2026-03-08T12:00:00Z', ['03-08T15:00', '03-09T00:00'], 'the first day of summer time'],
    ['US', '2026-11-01T12:00:00Z', ['11-01T16:00', '11-02T01:00'], 'the first day of winter time'],
    ['GB', '2026-03-28T21:00:00Z', ['03-29T07:00', '03-29T19:00'], 'the night of the change'],
    ['GB', '2026-10-24T21:00:00Z', ['10-25T08:00', '10-25T20:00'], 'the night of the change'],
    ['CL', '2026-09-05T23:30:00Z', ['09-06T13:00', '09-06T23:00'], 'at midnight, and on Easter Island too'],
    ['EG', '2026-04-23T18:30:00Z', ['04-24T05:00', '04-24T17:00'], 'at midnight'],
    ['MA', '2026-02-14T21:00:00Z', ['02-15T08:00', '02-15T20:00'], 'for Ramadan'],
    ['AU', '2026-10-03T12:00:00Z', ['10-04T00:00', '10-04T09:00'], 'in the east only'],
  ])('the opening hours of %s from %s follow the clock change: %s, %s', (country, from, span) => {
    expect(spanFrom(country, from)).toEqual(span);
  });

  it('a plan keeps local hours when the clocks change', () => {
    const plan = explainedPlanFor(
      aPlanInput({
        phoneCountry: 'GB',
        createdAt: '2026-03-27T18:30:00.000Z',
        expiresInMinutes: 4320,
        followUp: { startAfter: 60, cadence: 'every_12h' },
      }),
    );
    expect(plan.slots.map(({ dueAt }) => dueAt.slice(5, 16))).toEqual([
      '03-27T19:30',
      '03-28T08:15',
      '03-28T19:30',
      '03-29T07:30',
      '03-30T07:15',
    ]);
  });
});

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
