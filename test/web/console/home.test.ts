/** What the first screen makes of the reports: sums, hours, the events behind a number, and the scale of a picture. */
import { describe, expect, it } from 'vitest';
import type { RecoveryResponse } from '#lib/contract/insights.ts';
import { type ActivityEvent, activityQueryOf, isAskedFor, linkToActivity } from '#lib/web/console/app/activity.ts';
import {
  changeIn,
  currenciesOf,
  type Home,
  hoursOf,
  lateIn,
  sameDaysBefore,
  scaleOf,
  sumOf,
} from '#lib/web/console/app/home.ts';
import { routeOf } from '#lib/web/console/app/route.ts';

type Book = Home['book']['currencies'][number];

const bookOf = (currency: string, count: number): Book => ({ currency, count, byAge: [] as Book['byAge'] }) as Book;

describe('what is owed', () => {
  it('is late unless it is not due, and is added as money is', () => {
    const byAge = (['not_due', '1-7', 'over_90'] as const).map((age, index) => ({
      age,
      amount: { value: [5, 0.1, 0.2][index] ?? 0, currency: 'NGN' },
      count: index + 1,
    }));
    const late = lateIn({ ...bookOf('NGN', 6), byAge });
    expect(late).toEqual({ amount: { value: 0.3, currency: 'NGN' }, count: 5 });
    expect(sumOf([])).toBe(0);
  });

  it('is shown in the currency of most collections first, and in those that only had money', () => {
    const book = { asOf: '', currencies: [bookOf('GHS', 1), bookOf('NGN', 9)] };
    const weeks = { asOf: '', currencies: ['GHS', 'USD'].map((currency) => ({ currency, steps: [] })) };
    expect(currenciesOf({ book, weeks })).toEqual(['NGN', 'GHS', 'USD']);
  });
});

describe('what is beside the sums', () => {
  const flowOf = (...closing: number[]) => ({
    asOf: '',
    currencies: [
      {
        currency: 'NGN',
        steps: closing.map((value) => ({ closing: { amount: { value, currency: 'NGN' }, count: 1 } })),
      },
    ],
  });

  it('is by how much more or less is owed than a week ago, as money is added', () => {
    const changeOf = (...closing: number[]) => changeIn(flowOf(...closing) as never, 'NGN')?.value;
    expect(changeOf(0.1, 7, 0.3)).toBe(0.2);
    expect(changeOf(100, 40)).toBe(-60);
    expect(changeOf(100)).toBe(0);
    expect(changeOf()).toBeUndefined();
    expect(changeIn(flowOf(1, 2) as never, 'GHS')).toBeUndefined();
  });

  it.each([
    ['2026-11-29', '2026-10-01', '2026-10-29'],
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2028-03-30', '2028-02-01', '2028-02-29'],
    ['2026-01-05', '2025-12-01', '2025-12-05'],
  ])('on %s the same days of the month before are %s to %s', (day, from, to) => {
    expect(sameDaysBefore(new Date(`${day}T12:00`).getTime())).toEqual({ from, to });
  });
});

it('the hours go from the first to the last that has messages, with days from Monday on', () => {
  const rows = ['sunday-11', 'monday-09'].map((key) => ({ key })) as RecoveryResponse['rows'];
  const hours = hoursOf({ rows } as RecoveryResponse);
  expect(hours.map(({ hour, days }) => [hour, days.map((row) => row?.key)])).toEqual([
    [9, ['monday-09', ...Array(6)]],
    [10, Array(7).fill(undefined)],
    [11, [...Array(6), 'sunday-11']],
  ]);
  expect(hoursOf({ rows: [] as RecoveryResponse['rows'] } as RecoveryResponse)).toEqual([]);
});

const told = (data: object): ActivityEvent =>
  ({
    timestamp: '2026-03-02T12:00:00.000Z',
    data: { collection: { amount: { value: 5, currency: 'NGN' } }, event: { data } },
  }) as ActivityEvent;

it.each([
  [{}, true],
  [{ currency: 'USD' }, false],
  [{ channel: 'sms' }, false],
  [{ from: '2026-03-02', to: '2026-03-02' }, true],
  [{ from: '2026-03-03' }, false],
  [{ to: '2026-03-01' }, false],
] as const)('of a promise of 2 March, %j asks: %s', (query, isFound) => {
  const link = linkToActivity({ type: 'promise.made', ...query });
  const asked = activityQueryOf(routeOf(link).query);
  expect(isAskedFor(told({}), asked)).toBe(isFound);
});

it.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [940_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('the scale of a picture up to %d is %j', (most, scale) => {
  expect(scaleOf(most)).toEqual(scale);
});
