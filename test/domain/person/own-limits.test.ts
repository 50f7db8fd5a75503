/** What a merchant forbids beside the law: hours and messages in a week, which only ever narrow what is allowed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageHours } from '#lib/domain/account.ts';
import { judge, judgeDue, openInWeek } from '#lib/domain/person/judge.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { rulesOf, whereaboutsOf } from '#lib/domain/person/policy.ts';
import { EARLIEST_HOUR, LATEST_HOUR, LEAST_HOURS } from '#lib/domain/settings.ts';
import { openingHoursIn, toLocal } from '#lib/domain/time/local-time.ts';
import { aRevisable } from '#test/domain/a-revisable.ts';
import { ALL, aPerson, at_, HOUR, MINUTE, minuteOf } from './a-person.ts';

const { collection } = aRevisable();

type Own = { messageHours?: MessageHours; messagesPerWeek?: number };
type Where = { country?: string; sharedBy?: readonly string[] };

const judged = (own: Own, phone: Where, { at, sent = NEW_PERSON }: { at: string; sent?: typeof NEW_PERSON }) => {
  const located = { phone, account: own };
  const hours = openingHoursIn(whereaboutsOf(located), ALL);
  const judgement = judge(sent, rulesOf(collection, located), { at: at_(at), channel: 'email', hours });
  return judgement.kind === 'allowed' ? 'allowed' : minuteOf(judgement.deferUntil);
};

describe('hours of the merchant', () => {
  const messageHours = { opens: 10, closes: 16 };
  it.each([
    ['2026-03-02T08:59', '2026-03-02T09:00'],
    ['2026-03-02T09:00', 'allowed'],
    ['2026-03-02T14:59', 'allowed'],
    ['2026-03-02T15:00', '2026-03-03T09:00'],
    ['2026-03-08T06:59', '2026-03-08T09:00'],
  ])('at %s in Nigeria, where it is an hour later: %s', (at, expected) => {
    expect(judged({ messageHours }, { country: 'NG' }, { at })).toBe(expected);
  });

  it('a law that closes earlier, or a day that it closes, holds besides', () => {
    const late = { messageHours: { opens: 17, closes: 20 } };
    expect(judged(late, { country: 'GH' }, { at: '2026-03-02T18:59' })).toBe('allowed');
    expect(judged(late, { country: 'GH' }, { at: '2026-03-02T19:00' })).toBe('2026-03-03T17:00');
    // In Colombia, five hours behind: closed from 15 on Saturdays, and on Sundays.
    expect(judged(late, { country: 'CO' }, { at: '2026-03-07T22:00' })).toBe('2026-03-09T22:00');
  });

  it('where the zones of a number share none of them, the law alone holds', () => {
    const short = { messageHours: { opens: 9, closes: 12 } };
    const shared = { sharedBy: ['US', 'CA'] };
    for (const at of ['2026-03-02T20:00', '2026-07-01T20:00'])
      expect(judged(short, shared, { at })).toBe(judged({}, shared, { at }));
    // The ends of Chile are two hours apart in January, and three in July.
    const few = { messageHours: { opens: 9, closes: 13 } };
    expect(judged(few, { country: 'CL' }, { at: '2026-07-01T20:00' })).toBe('allowed');
    expect(judged({ messageHours: { opens: 8, closes: 18 } }, shared, { at: '2026-03-02T23:30' })).not.toBe('allowed');
  });

  it('any hours of any country only ever forbid, and leave some of every day that is open', () => {
    const anyHours = fc
      .tuple(fc.integer({ min: EARLIEST_HOUR, max: LATEST_HOUR - LEAST_HOURS }), fc.integer({ min: 0, max: 10 }))
      .map(([opens, more]) => ({ opens, closes: Math.min(LATEST_HOUR, opens + LEAST_HOURS + more) }));
    const anyPhone = fc.oneof(
      fc.constantFrom('NG', 'GH', 'CL', 'CO', 'EC', 'GR', 'AU', 'BR', 'US', 'KI').map((country) => ({ country })),
      fc.constantFrom<Where>({ sharedBy: ['US', 'CA'] }, { sharedBy: ['GB', 'GG'] }, {}),
    );
    const anyAt = fc
      .integer({ min: 0, max: 365 * 24 * 4 })
      .map((quarter) => at_('2026-01-01T00:00') + quarter * 15 * MINUTE);
    fc.assert(
      fc.property(anyHours, anyPhone, anyAt, fc.boolean(), (messageHours, phone, at, isOverdue) => {
        const located = { phone, account: { messageHours } };
        const hours = openingHoursIn(whereaboutsOf(located), ALL);
        const status = isOverdue ? ('overdue' as const) : ('pending' as const);
        const question = { at, channel: 'email' as const, hours };
        const ofLaw = judge(NEW_PERSON, rulesOf({ ...collection, status }, { phone, account: {} }), question);
        const own = judge(NEW_PERSON, rulesOf({ ...collection, status }, located), question);
        const until = own.kind === 'allowed' ? at : own.deferUntil;
        expect(until).toBeGreaterThanOrEqual(ofLaw.kind === 'allowed' ? at : ofLaw.deferUntil);
        expect(until - at).toBeLessThan(74 * HOUR);
        const shares = hours.zones.length === 1;
        const hour = new Date(toLocal(hours.zones[0] ?? 'UTC', until)).getUTCHours();
        if (shares) expect(hour >= messageHours.opens && hour < messageHours.closes).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('a run a little too early waits for their beginning, though the message is due by then', () => {
    const located = { phone: { country: 'NG' }, account: { messageHours } };
    const hours = openingHoursIn(whereaboutsOf(located), ALL);
    const rules = rulesOf(collection, located);
    const dueAt = at_('2026-03-02T09:00');
    const due = { dueAt, channels: ['email'], until: dueAt + HOUR } as const;
    const judgedAt = (now: number) => judgeDue({ person: NEW_PERSON, hash: 'abc', rules, hours }, due, now);
    expect(judgedAt(dueAt - MINUTE / 2)).toEqual({ kind: 'defer', until: dueAt });
    expect(judgedAt(dueAt)).toMatchObject({ kind: 'send', channels: ['email'] });
    // A due time inside the hours is met by a run before it that is inside them, too.
    const later = { ...due, dueAt: dueAt + MINUTE };
    expect(judgeDue({ person: NEW_PERSON, hash: 'abc', rules, hours }, later, dueAt).kind).toBe('send');
    // What was due before they closed may be sent a little after.
    const last = { ...due, dueAt: at_('2026-03-02T14:59'), until: at_('2026-03-02T19:00') };
    expect(judgeDue({ person: NEW_PERSON, hash: 'abc', rules, hours }, last, at_('2026-03-02T15:01')).kind).toBe(
      'send',
    );
  });

  it('what is planned outside them is foreseen at their beginning', () => {
    const rules = rulesOf(collection, { phone: { country: 'NG' }, account: { messageHours } });
    expect(minuteOf(openInWeek(rules, { zones: ['Africa/Lagos'] }, at_('2026-03-02T07:10')))).toBe('2026-03-02T09:00');
    expect(minuteOf(openInWeek(rules, { zones: ['Africa/Lagos'] }, at_('2026-03-02T09:10')))).toBe('2026-03-02T09:10');
  });
});

describe('messages in a week', () => {
  const sent = aPerson('2026-03-02T09:00', ['2026-03-05T09:00', 'sms']);
  it.each([
    [{ messagesPerWeek: 3 }, 'allowed'],
    [{ messagesPerWeek: 2 }, '2026-03-08T23:00'],
    [{ messagesPerWeek: 1 }, '2026-03-11T23:00'],
  ])('%j, after one on Monday and one on Thursday: on Saturday %s', (own, expected) => {
    const from = judged(own, { country: 'NG' }, { at: '2026-03-07T10:00', sent });
    // Midnight is not open: the next hour that is.
    expect(from).toBe(expected === 'allowed' ? expected : minuteOf(at_(expected) + 8 * HOUR));
  });

  it('no plan depends on it', () => {
    const { ownCaps, ...rules } = rulesOf(collection, { phone: { country: 'NG' }, account: { messagesPerWeek: 2 } });
    expect(ownCaps).toEqual([{ max: 2, days: 7 }]);
    expect(rules).toEqual(rulesOf(collection, { phone: { country: 'NG' }, account: {} }));
  });
});
