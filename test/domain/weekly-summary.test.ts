/** The weekly email: when it is due, and what it says, of whatever names there are. */
import { describe, expect, it } from 'vitest';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { isToldOf, nextMonday, summaryEmail, type Week } from '#lib/domain/weekly-summary.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { aCollection, aContact } from '#test/support/a-collection.ts';

describe('the next Monday at seven', () => {
  it.each([
    // 2 March 2026 is a Monday; Lagos is an hour ahead of UTC.
    ['Africa/Lagos', '2026-03-02T05:59:59.999Z', '2026-03-02T06:00:00.000Z'],
    ['Africa/Lagos', '2026-03-02T06:00:00.000Z', '2026-03-09T06:00:00.000Z'],
    ['Africa/Lagos', '2026-03-01T22:59:59.999Z', '2026-03-02T06:00:00.000Z'],
    ['Africa/Lagos', '2026-03-03T12:00:00.000Z', '2026-03-09T06:00:00.000Z'],
    // On Sunday in New York the clocks go forward.
    ['America/New_York', '2026-03-06T12:00:00.000Z', '2026-03-09T11:00:00.000Z'],
    ['UTC', '2026-03-08T23:59:59.999Z', '2026-03-09T07:00:00.000Z'],
  ])('in %s, at %s, is %s', (zone, now, at) => expect(nextMonday(zone, new Date(now)).toISOString()).toBe(at));
});

const week: Week = { currency: 'NGN', owed: 4_500_000, count: 2, late: 0, before: 4_500_000, received: 100 };
const summary = (given: Partial<Parameters<typeof summaryEmail>[0]> = {}, language: 'en' | 'fr' = 'en') =>
  summaryEmail(
    {
      merchant: 'Shop',
      weeks: [week],
      oldest: [],
      zone: 'Africa/Lagos',
      consoleUrl: 'https://a.example/?a&b',
      ...given,
    },
    language,
  );

it.each<[string, Partial<Week>, boolean]>([
  ['owed', { owed: 1 }, true],
  ['owed a week ago', { before: 1 }, true],
  ['received', { received: 1 }, true],
  ['neither', {}, false],
])('a currency of which something is %s is told: %o', (_what, given, expected) => {
  expect(isToldOf({ ...week, owed: 0, before: 0, received: 0, ...given })).toBe(expected);
});

describe('the summary', () => {
  it.each<[string, Partial<Week>, RegExp, RegExp | undefined]>([
    ['as much as before', {}, /NGN 45,000\.00/, /NGN 0\.00|late/i],
    ['more', { before: 4_000_000 }, /NGN 5,000\.00 more/i, /less/i],
    ['less', { before: 5_000_000 }, /NGN 5,000\.00 less/i, /more/i],
    ['late debts', { late: 70 }, /NGN 0\.70/, undefined],
  ])('tells of %s', (_name, given, said, unsaid) => {
    const { text } = summary({ weeks: [{ ...week, ...given }] });
    expect(text).toMatch(said);
    expect(text).toContain('NGN 1.00');
    if (unsaid) expect(text.split('\n\n')[0]).not.toMatch(unsaid);
  });

  it('lists what is late, each with what is left of it, its customer, its reference and its day', () => {
    const contact = aContact({ firstName: '<b>Ada</b>', lastName: 'Obi' });
    const oldest = [
      aCollection({ contact, reference: 'INV-1', dueDay: dayOf('2026-02-27'), received: 500_000 }),
      // At 23:30 in UTC it is the next day in Lagos.
      aCollection({ contact, reference: 'INV-2', createdAt: '2026-02-01T23:30:00.000Z' }),
    ];
    const { text, html } = summary({ oldest });
    expect(text).toMatch(/NGN 40,000\.00 · .*Ada.* Obi · INV-1 · .*Fri 27 Feb 2026/);
    expect(text).toMatch(/NGN 45,000\.00 · .* · INV-2 · .*Mon 2 Feb 2026/);
    expect(html).not.toContain('<b>');
    expect(html).toContain('href="https://a.example/?a&amp;b"');
  });

  it.each(LANGUAGES)('says in %s that nothing is owed', (language) => {
    const { text, html } = summary({ weeks: [] }, language as 'en');
    expect(text).not.toMatch(/\d/);
    expect(text).toContain('https://a.example/?a&b');
    expect(html).not.toContain('undefined');
  });

  it('has a block for each currency', () => {
    const { text } = summary({ weeks: [week, { ...week, currency: 'GHS', count: 1 }] });
    expect(text).toContain('GHS 45,000.00');
    expect(text).toContain('NGN 45,000.00');
  });
});
