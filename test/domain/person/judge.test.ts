/**
 * Judging a message by the rules for people: the first instant at which each rule allows it.
 * What becomes of a due slot by the rules for its person, and which slots a plan keeps.
 */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { judge, judgeSlot, planAllowsFrom } from '#lib/domain/person/judge.ts';
import type { Person } from '#lib/domain/person/person.ts';
import type { PersonCase } from '#lib/domain/person/policy.ts';
import { openingHoursIn } from '#lib/domain/time/local-time.ts';
import { A_WEEK, ALL, aPerson, at_, DAY, HOUR, hoursOf, minuteOf, theRules } from './a-person.ts';

type Case = Partial<PersonCase> & { at: string; channel?: Channel; person: Person };

/** When the message is allowed: at once, or the first minute. */
function allowedAt({ at, channel = 'whatsapp', person, ...changes }: Case): string {
  const intended = { at: at_(at), channel, hours: hoursOf(changes.country) };
  const judgement = judge(person, theRules(changes), intended);
  return judgement.kind === 'allowed' ? 'at once' : minuteOf(judgement.deferUntil);
}

describe('a strategy of the service over at most 48 hours', () => {
  it('a person who got nothing is written to at once', () => {
    expect(allowedAt({ at: '2026-03-02T09:00', person: aPerson() })).toBe('at once');
  });

  it('four hours lie between two messages, one hour if the collection lasts at most twelve', () => {
    const person = aPerson('2026-03-02T09:00');
    expect(allowedAt({ at: '2026-03-02T10:30', person })).toBe('2026-03-02T13:00');
    expect(allowedAt({ at: '2026-03-02T13:00', person })).toBe('at once');
    expect(allowedAt({ at: '2026-03-02T09:30', person, windowMinutes: 720 })).toBe('2026-03-02T10:00');
    expect(allowedAt({ at: '2026-03-02T09:30', person, windowMinutes: 721 })).toBe('2026-03-02T13:00');
  });

  it('a fourth message within 24 hours waits until the first of the three is a day old', () => {
    const person = aPerson('2026-03-02T09:00', '2026-03-02T13:00', '2026-03-02T17:00');
    expect(allowedAt({ at: '2026-03-03T07:30', person })).toBe('2026-03-03T09:00');
  });

  it('a message that the rules allow in the night waits for the opening', () => {
    const person = aPerson('2026-03-02T17:00');
    expect(allowedAt({ at: '2026-03-02T18:00', person })).toBe('2026-03-03T07:00');
  });
});

describe('a strategy of the service over more than 48 hours', () => {
  const long = { windowMinutes: A_WEEK };

  it('a second message waits for the next local day', () => {
    expect(allowedAt({ ...long, at: '2026-03-02T18:00', person: aPerson('2026-03-02T07:00') })).toBe(
      '2026-03-03T07:00',
    );
  });

  it('a fourth message in seven local days waits for the eighth', () => {
    const person = aPerson('2026-03-02T18:00', '2026-03-04T07:00', '2026-03-06T07:00');
    expect(allowedAt({ ...long, at: '2026-03-08T10:00', person })).toBe('2026-03-09T07:00');
    expect(allowedAt({ ...long, at: '2026-03-09T07:00', person })).toBe('at once');
  });

  it('an eleventh message in thirty local days waits for the thirty-first', () => {
    const days = ['01', '04', '06', '08', '11', '13', '15', '18', '20', '22'];
    const person = aPerson(...days.map((day) => `2026-03-${day}T09:00`));
    expect(allowedAt({ ...long, at: '2026-03-27T09:00', person })).toBe('2026-03-31T07:00');
  });

  it('the local days of both zones of a country must have passed', () => {
    const person = aPerson(['2026-03-02T17:00', 'email']);
    // Midnight in Los Angeles is 08:00 in UTC; both coasts are open from 16:00.
    expect(allowedAt({ ...long, country: 'US', channel: 'email', at: '2026-03-03T00:30', person })).toBe(
      '2026-03-03T16:00',
    );
  });
});

describe('a cadence that the caller gave', () => {
  const given = { isChosen: false };
  const twelve = Array.from({ length: 12 }, (_, nth) => `2026-03-02T09:${String(nth * 5).padStart(2, '0')}`);

  it('eleven messages within an hour leave room for a twelfth', () => {
    expect(allowedAt({ ...given, at: '2026-03-02T10:00', person: aPerson(...twelve.slice(1)) })).toBe('at once');
  });

  it('a thirteenth message within 24 hours waits until the first of the twelve is a day old', () => {
    expect(allowedAt({ ...given, at: '2026-03-02T10:00', person: aPerson(...twelve) })).toBe('2026-03-03T09:00');
  });
});

describe('the strict profiles of countries', () => {
  const given = { isChosen: false, isOverdue: true };

  it('Chile: two in seven days, on every second day, not on Sundays, once the collection is overdue', () => {
    const chile = { ...given, country: 'CL' };
    const [monday, wednesday] = ['2026-03-02T15:00', '2026-03-04T15:00'];
    expect(allowedAt({ ...chile, at: '2026-03-03T15:00', person: aPerson(monday) })).toBe('2026-03-04T13:00');
    expect(allowedAt({ ...chile, at: '2026-03-06T15:00', person: aPerson(monday, wednesday) })).toBe(
      '2026-03-09T13:00',
    );
    expect(allowedAt({ ...chile, at: '2026-03-08T15:00', person: aPerson() })).toBe('2026-03-09T13:00');
    expect(allowedAt({ ...chile, isOverdue: false, at: '2026-03-08T15:00', person: aPerson(monday) })).toBe('at once');
  });

  it('United States: two by phone in seven days, both phone channels together; emails are free', () => {
    const states = { ...given, country: 'US', at: '2026-03-05T18:00' };
    const person = aPerson(['2026-03-02T18:00', 'sms'], ['2026-03-04T18:00', 'whatsapp']);
    expect(allowedAt({ ...states, channel: 'sms', person })).toBe('2026-03-09T15:00');
    expect(allowedAt({ ...states, channel: 'email', person })).toBe('at once');
  });

  it('Greece: every second day, Monday to Friday, from nine', () => {
    const greece = { ...given, country: 'GR' };
    expect(allowedAt({ ...greece, at: '2026-03-05T08:00', person: aPerson('2026-03-04T08:00') })).toBe(
      '2026-03-06T07:00',
    );
    expect(allowedAt({ ...greece, at: '2026-03-06T18:30', person: aPerson() })).toBe('2026-03-09T07:00');
  });

  it('Colombia: always one a day, by one channel a week, within its hours', () => {
    const colombia = { isChosen: false, country: 'CO' };
    const person = aPerson('2026-03-02T14:00');
    expect(allowedAt({ ...colombia, at: '2026-03-02T18:00', person })).toBe('2026-03-03T13:00');
    expect(allowedAt({ ...colombia, channel: 'sms', at: '2026-03-03T14:00', person })).toBe('2026-03-09T13:00');
    expect(allowedAt({ ...colombia, at: '2026-03-07T20:30', person })).toBe('2026-03-09T13:00');
  });

  it('Ecuador: one a day, not at weekends', () => {
    const ecuador = { ...given, country: 'EC', at: '2026-03-06T18:00' };
    expect(allowedAt({ ...ecuador, person: aPerson('2026-03-06T15:00') })).toMatch(/^2026-03-09T1[34]:00$/);
  });
});

it('an SMS to Ghana waits on a Sunday, another channel does not', () => {
  const sunday = { country: 'GH', at: '2026-03-08T10:00', person: aPerson() };
  expect(allowedAt({ ...sunday, channel: 'sms' })).toBe('2026-03-09T08:00');
  expect(allowedAt({ ...sunday, channel: 'email' })).toBe('at once');
});

it('a Sunday that is closed for a plan with sms alone is no rule for an email, and one for an sms', () => {
  const hours = openingHoursIn({ country: 'GH' }, ['sms']);
  const on = (channel: Channel) => judge(aPerson(), theRules(), { at: at_('2026-03-01T10:00'), channel, hours });
  expect(on('email')).toEqual({ kind: 'allowed' });
  expect(on('sms')).toEqual({ kind: 'not_yet', deferUntil: at_('2026-03-02T08:00') });
});

const slotAt = (at: string, until: string, country?: string) => ({
  at: at_(at),
  channels: ALL,
  hours: hoursOf(country),
  until: at_(until),
});

describe('a due slot', () => {
  it('a slot that the rules allow is sent by its channels in their order', () => {
    expect(judgeSlot(aPerson(), theRules(), slotAt('2026-03-02T09:00', '2026-03-02T15:00'))).toEqual({
      kind: 'send',
      channels: ALL,
    });
  });

  it('a slot that comes too soon is deferred to the first instant allowed', () => {
    const slot = slotAt('2026-03-02T09:00', '2026-03-02T15:00');
    expect(judgeSlot(aPerson('2026-03-02T08:00'), theRules(), slot)).toEqual({
      kind: 'defer',
      until: at_('2026-03-02T12:00'),
    });
  });

  it('a slot is skipped when the next slot or the expiry is not later than the first instant allowed', () => {
    const slot = slotAt('2026-03-02T09:00', '2026-03-02T12:00');
    expect(judgeSlot(aPerson('2026-03-02T08:00'), theRules(), slot)).toEqual({ kind: 'skip', reason: 'contact_cap' });
  });

  it('a slot goes by the channel that is still allowed', () => {
    const person = aPerson(['2026-03-02T18:00', 'sms'], ['2026-03-03T18:00', 'sms']);
    const rules = theRules({ country: 'US', isOverdue: true, isChosen: false });
    const slot = slotAt('2026-03-04T18:00', '2026-03-05T18:00', 'US');
    expect(judgeSlot(person, rules, slot)).toEqual({ kind: 'send', channels: ['email'] });
  });

  it('an email that was counted does not fall back to a phone channel where phone messages are counted apart', () => {
    const rules = theRules({ country: 'US', isOverdue: true, isChosen: false });
    const slot = slotAt('2026-03-04T18:00', '2026-03-05T18:00', 'US');
    expect(judgeSlot(aPerson(), rules, { ...slot, channels: ['email', 'sms', 'whatsapp'] })).toMatchObject({
      channels: ['email'],
    });
    expect(judgeSlot(aPerson(), rules, slot)).toMatchObject({ channels: ['whatsapp', 'sms', 'email'] });
  });

  it('where a week has one channel, a slot has no second channel, and keeps to the one of that week', () => {
    const rules = theRules({ country: 'CO', isChosen: false });
    const slot = slotAt('2026-03-03T14:00', '2026-03-04T14:00', 'CO');
    expect(judgeSlot(aPerson(), rules, slot)).toEqual({ kind: 'send', channels: ['whatsapp'] });
    expect(judgeSlot(aPerson(['2026-03-02T14:00', 'email']), rules, slot)).toEqual({
      kind: 'send',
      channels: ['email'],
    });
  });
});

/** Which of the steps a plan keeps. */
function kept(steps: readonly number[], changes: Partial<PersonCase> = {}): number[] {
  const [rules, hours] = [theRules(changes), hoursOf(changes.country)];
  const found: number[] = [];
  for (const dueAt of steps) if (planAllowsFrom(rules, hours, found) <= dueAt) found.push(dueAt);
  return found.map((dueAt) => steps.indexOf(dueAt));
}

const START = at_('2026-03-02T10:00');
const steps = (count: number, step: number): number[] => Array.from({ length: count }, (_, nth) => START + nth * step);

describe('the soft caps in a plan', () => {
  it('a plan of seven daily steps keeps days 0, 2 and 4', () => {
    expect(kept(steps(7, DAY), { windowMinutes: A_WEEK })).toEqual([0, 2, 4]);
  });

  it('a plan of five weeks keeps at most ten in thirty days', () => {
    const days = kept(steps(35, DAY), { windowMinutes: 5 * A_WEEK });
    expect(days).toEqual([0, 2, 4, 7, 9, 11, 14, 16, 18, 21, 30, 32, 34]);
  });

  it('a step that was moved to the next morning counts on its own local day', () => {
    expect(kept([START, at_('2026-03-04T07:15')], { windowMinutes: A_WEEK })).toEqual([0, 1]);
  });

  it('a plan of a day keeps three steps six hours apart, a plan of two hours one an hour', () => {
    expect(kept(steps(3, 6 * HOUR))).toEqual([0, 1, 2]);
    expect(kept(steps(4, 3 * HOUR))).toEqual([0, 2]);
    expect(kept(steps(4, HOUR / 2), { windowMinutes: 120 })).toEqual([0, 2]);
  });

  it('a plan of the caller’s cadence keeps twelve in a day; in Colombia one', () => {
    const fiveMinutes = steps(200, HOUR / 12);
    expect(kept(fiveMinutes, { isChosen: false })).toHaveLength(12);
    expect(kept(fiveMinutes, { isChosen: false, country: 'CO' })).toEqual([0]);
  });
});
