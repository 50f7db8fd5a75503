/** What the console makes of what needs a person, and of customers: counts, times to put off until, and questions. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '#lib/web/console/app/api.ts';
import { byReason, countText, type Item, linkToToday, SNOOZES } from '#lib/web/console/app/attention.ts';
import { customerFilterOf, customersQueryOf } from '#lib/web/console/app/customers.ts';
import { problemOf } from '#lib/web/console/app/load.ts';

describe('what needs a person', () => {
  it.each([
    [0, '0'],
    [99, '99'],
    [100, '100+'],
  ])('%d are shown as %s', (count, text) => expect(countText(count)).toBe(text));

  it('is counted by reason, the most first', () => {
    const items = ['overpaid', 'replied', 'replied'].map((reason) => ({ reason }) as Item);
    expect(byReason(items)).toEqual([
      ['replied', 2],
      ['overpaid', 1],
    ]);
    expect(byReason([])).toEqual([]);
    expect(linkToToday({ reason: 'replied' })).toBe('#/today?reason=replied');
  });

  it('is put off by three hours, or to nine in the morning of tomorrow or of a week later', () => {
    const late = new Date(2026, 2, 2, 23, 30).getTime();
    const shown = (at: number) => new Date(at).toString().slice(0, 21);
    expect(shown(SNOOZES.hours(late))).toBe('Tue Mar 03 2026 02:30');
    expect(shown(SNOOZES.tomorrow(late))).toBe('Tue Mar 03 2026 09:00');
    expect(shown(SNOOZES.week(late))).toBe('Mon Mar 09 2026 09:00');
  });
});

describe('customers', () => {
  it.each([
    ['', { order: 'newest' }],
    ['q=%20ada%20&order=name&currency=NGN', { order: 'name', search: 'ada' }],
    ['order=outstanding', { order: 'outstanding' }],
    ['order=outstanding&currency=NGN', { order: 'outstanding', currency: 'NGN' }],
    ['order=size', { order: 'newest' }],
  ])('of "%s" the service is asked %j', (text, query) => {
    expect(customersQueryOf(customerFilterOf(new URLSearchParams(text)))).toEqual(query);
  });
});

it.each([
  [new Refusal(403, { code: 'forbidden' }), 'forbidden'],
  [new Refusal(403, { code: 'request_refused' }), 'missing'],
  [new Refusal(404, { code: 'collection_not_found' }), 'missing'],
  [new TypeError('fetch failed'), 'unreachable'],
])('%s is the problem "%s"', (error, problem) => expect(problemOf(error)).toBe(problem));
