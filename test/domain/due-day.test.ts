/** The due day: when it ends in each country, and how far it may lie from today. */
import { describe, expect, it } from 'vitest';
import { dateOf, dayOf, daysPast, endOfDay, isNearDay, lifeUntilAfter } from '#lib/domain/time/due-day.ts';

describe('the end of a day', () => {
  it.each([
    [undefined, '2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['NG', '2026-12-31', '2026-12-31T23:00:00.000Z'],
    ['KE', '2026-12-31', '2026-12-31T21:00:00.000Z'],
    ['KE', '2028-02-29', '2028-02-29T21:00:00.000Z'],
    // Of Easter Island, before and after the clocks of Chile change.
    ['CL', '2026-04-03', '2026-04-04T05:00:00.000Z'],
    ['CL', '2026-04-04', '2026-04-05T06:00:00.000Z'],
    ['CL', '2026-09-05', '2026-09-06T05:00:00.000Z'],
    // Of Hawaii, which has no summer time.
    ['US', '2026-03-07', '2026-03-08T10:00:00.000Z'],
    ['US', '2026-12-31', '2027-01-01T10:00:00.000Z'],
    ['ID', '2026-12-31', '2026-12-31T17:00:00.000Z'],
    ['KI', '2026-12-31', '2026-12-31T12:00:00.000Z'],
    ['RU', '2026-12-31', '2026-12-31T22:00:00.000Z'],
    ['XK', '2026-12-31', '2026-12-31T23:00:00.000Z'],
  ])('in %s, %s has ended everywhere at %s', (country, date, end) => {
    const at = Date.parse(end);
    expect(new Date(endOfDay(dayOf(date), country)).toISOString()).toBe(end);
    expect([at - 1, at, at + 86_399_999].map((instant) => daysPast(dayOf(date), country, instant))).toEqual([0, 1, 1]);
    expect(daysPast(dayOf(date) - 2, country, at)).toBe(3);
  });
});

it.each(['1970-01-01', '2024-02-29', '2026-12-31', '0001-01-01'])(
  '%s is the same day after it was a number',
  (date) => {
    expect(dateOf(dayOf(date))).toBe(date);
  },
);

it.each([
  ['2036-11-25', true],
  ['2036-11-26', false],
  ['2016-11-25', true],
  ['2016-11-24', false],
])('on 25 November 2026, a due day may be %s: %s', (date, isNear) => {
  expect(isNearDay(dayOf(date), new Date('2026-11-25T23:59:59.999Z'))).toBe(isNear);
});

it.each([
  ['2026-12-31', '2026-12-01T09:00:00.000Z', '2027-03-31T23:00:00.000Z'],
  ['2026-11-30', '2026-12-01T09:00:00.000Z', '2027-03-01T09:00:00.000Z'],
  ['2020-01-01', '2026-12-01T09:00:00.000Z', '2027-03-01T09:00:00.000Z'],
])(
  'a debt due on %s can be paid until 90 days after that day or after its creation at %s: %s',
  (date, created, end) => {
    const createdAt = Date.parse(created);
    expect(createdAt + lifeUntilAfter(dayOf(date), { country: 'NG', createdAt }) * 60_000).toBe(Date.parse(end));
  },
);
