/** What becomes of a due slot by the rules for its person, and which slots a plan keeps. */
import { describe, expect, it } from 'vitest';
import { judgeSlot, planAllowsFrom } from '#lib/domain/person/judge.ts';
import type { PersonCase } from '#lib/domain/person/policy.ts';
import { A_WEEK, ALL, aPerson, at_, DAY, HOUR, hoursOf, theRules } from './a-person.ts';

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
