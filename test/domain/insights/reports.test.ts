/** The reports, from statistics. */
import { describe, expect, it } from 'vitest';
import { AGES, ageOf, agesOf } from '#lib/domain/insights/age.ts';
import { customerBooks } from '#lib/domain/insights/customer-book.ts';
import { costsOf, recoveryOf } from '#lib/domain/insights/recovery.ts';
import { agedAt, bookOf, flowOf, openedIn, receivedIn } from '#lib/domain/insights/reports.ts';
import { FLOW_NUMBERS, RECOVERY_NUMBERS, type Statistic } from '#lib/domain/insights/statistics.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';

const TODAY = dayOf('2026-03-31');

describe('what is owed', () => {
  it.each([
    [-1, 'not_due'],
    [0, 'not_due'],
    [1, '1-7'],
    [7, '1-7'],
    [8, '8-30'],
    [30, '8-30'],
    [31, '31-60'],
    [60, '31-60'],
    [61, '61-90'],
    [90, '61-90'],
    [91, 'over_90'],
    [4_000, 'over_90'],
  ])('of a debt that is %d days late is in the age %s', (late, age) => {
    expect(ageOf(late, AGES)).toBe(age);
  });

  it.each([
    [[30], ['not_due', '1-30', 'over_30']],
    [
      [30, 60, 90],
      ['not_due', '1-30', '31-60', '61-90', 'over_90'],
    ],
    [
      [1, 2],
      ['not_due', '1-1', '2-2', 'over_2'],
    ],
  ])('in bands of %j is in the ages %j', (bands, ages) => {
    expect(agesOf(bands).map(({ age }) => age)).toEqual(ages);
  });

  it('has its customers, and in each age the money and the collections of all its days', () => {
    const numbers = [100, 1, 40, 1, 30, 1];
    const statistic: Statistic = new Map([
      ['customers', [3]],
      [String(TODAY - 2), numbers],
      [String(TODAY - 5), numbers],
      [String(TODAY), [7, 1]],
    ]);
    const book = bookOf([statistic, new Map([['customers', [2]]])], TODAY);
    expect(book).toMatchObject({
      customers: 5,
      owed: { minor: 207, count: 3 },
      expired: { minor: 80, count: 2 },
      disputed: { minor: 60, count: 2 },
      promised: { minor: 0, count: 0 },
    });
    expect(['not_due', '1-7'].map((age) => book.byAge.get(age))).toEqual([
      { minor: 7, count: 1 },
      { minor: 200, count: 2 },
    ]);
  });

  it('is promised until the end of the promised day', () => {
    const promised = (day: number): Statistic => new Map([[`promised#${day}`, [500, 1]]]);
    expect(bookOf([promised(TODAY)], TODAY).promised).toEqual({ minor: 500, count: 1 });
    expect(bookOf([promised(TODAY - 1)], TODAY).promised).toEqual({ minor: 0, count: 0 });
  });
});

describe('what was owed at the end of a day', () => {
  const book: Statistic = new Map([
    ['customers', [3]],
    [`promised#${TODAY}`, [500, 1]],
    [String(TODAY - 40), [100, 1]],
    [String(TODAY + 5), [30, 2]],
  ]);
  const aged: Statistic = new Map([
    [`${TODAY}|${TODAY - 40}`, [-60, 0]],
    [`${TODAY}|${TODAY + 5}`, [30, 2]],
    [`${TODAY - 1}|${TODAY - 40}`, [160, 1]],
  ]);

  it('is what is owed now without what changed since, in the ages that it had then', () => {
    const then = (day: number) => agedAt({ book: [book], aged: [aged] }, day);
    expect(then(TODAY - 1).owed).toEqual({ minor: 160, count: 1 });
    expect([...then(TODAY - 1).byAge].filter(([, { count }]) => count > 0)).toEqual([
      ['31-60', { minor: 160, count: 1 }],
    ]);
    expect(then(TODAY - 2).owed).toEqual({ minor: 0, count: 0 });
    expect(then(TODAY).owed).toEqual({ minor: 130, count: 3 });
  });
});

describe('the flow', () => {
  const flow = (numbers: Record<string, number>) => FLOW_NUMBERS.map((name) => numbers[name] ?? 0);
  const statistic: Statistic = new Map([
    [String(dayOf('2026-02-27')), flow({ asked: 100, opened: 1 })],
    [String(dayOf('2026-03-01')), flow({ asked: 50, opened: 1, online: 30 })],
    [String(dayOf('2026-03-02')), flow({ byHand: 70, closed: 1 })],
  ]);
  const range = { from: dayOf('2026-02-26'), to: dayOf('2026-03-03') };
  const owed = { minor: 50, count: 1 };

  it('closes each step with what was owed at its end', () => {
    expect(flowOf([statistic], range, 'day', owed).map(({ closing }) => closing)).toEqual([
      { minor: 0, count: 0 },
      { minor: 100, count: 1 },
      { minor: 100, count: 1 },
      { minor: 120, count: 2 },
      { minor: 50, count: 1 },
      { minor: 50, count: 1 },
    ]);
  });

  it('goes back from what is owed now by each kind of movement since, today included', () => {
    const names = FLOW_NUMBERS.filter((name) => name !== 'opened' && name !== 'closed');
    const moved = { ...Object.fromEntries(names.map((name, place) => [name, 10 ** place])), opened: 2 };
    const less = ['online', 'byHand', 'restored', 'credited', 'writtenOff'];
    const grew = names.reduce((sum, name, place) => sum + (less.includes(name) ? -1 : 1) * 10 ** place, 0);
    const since: Statistic = new Map([
      [String(dayOf('2026-03-03')), flow({ asked: 7 })],
      [String(dayOf('2026-03-04')), flow({ ...moved, closed: 5 })],
    ]);
    const day = { from: dayOf('2026-03-03'), to: dayOf('2026-03-03') };
    const [step] = flowOf([since], day, 'day', { minor: 0, count: 0 });
    expect(step).toMatchObject({ asked: 7, closing: { minor: -grew, count: 3 } });
  });

  it.each([
    ['week', ['2026-02-26', '2026-03-02']],
    ['month', ['2026-02-26', '2026-03-01']],
  ] as const)('by %s', (step, starts) => {
    expect(flowOf([statistic], range, step, owed).map(({ from }) => from)).toEqual(starts.map(dayOf));
  });
});

it('counts the collections that began to be owed on some days', () => {
  const opened = (days: [number, number][]): Statistic =>
    new Map(days.map(([day, count]) => [String(day), FLOW_NUMBERS.map((name) => (name === 'opened' ? count : 9))]));
  const range = { from: TODAY - 2, to: TODAY };
  const days: [number, number][] = [
    [TODAY - 3, 1],
    [TODAY - 2, 10],
    [TODAY, 100],
    [TODAY + 1, 1_000],
  ];
  expect(openedIn([opened(days), opened([[TODAY, 5]])], range)).toBe(115);
});

describe('recovery', () => {
  const row = (collections: number, paid: number[]) => [
    ...RECOVERY_NUMBERS.map((name) => (name === 'collections' ? collections : 0)),
    ...paid,
  ];
  const sentOn = (day: number, collections: number, paid: number[]): Statistic =>
    new Map([[`${day}|channel|sms`, row(collections, paid)]]);
  const report = (day: number) =>
    recoveryOf(
      [{ currency: 'NGN', statistic: sentOn(day, 4, [0, 1, 0, 1]) }],
      { from: TODAY - 60, to: TODAY },
      'channel',
      TODAY,
    )[0];

  it.each([
    [1, [null, null, null, null, null]],
    [2, [0.25, null, null, null, null]],
    [3, [0.25, null, null, null, null]],
    [4, [0.25, 0.5, null, null, null]],
    [31, [0.25, 0.5, 0.5, 0.5, 0.5]],
  ])('%d days after the messages, says only what is known of all', (age, shares) => {
    expect(report(TODAY - age)?.shares).toEqual(shares);
  });

  it('tells the hours of the weekdays apart by the days of the messages', () => {
    const cell = (date: string, hour: string) => `${dayOf(date)}|hour|${hour}`;
    const statistic = new Map([
      [cell('2026-03-02', '09'), row(1, [])],
      [cell('2026-03-09', '09'), row(2, [])],
      [cell('2026-03-10', '09'), row(4, [])],
    ]);
    const range = { from: dayOf('2026-03-01'), to: dayOf('2026-03-31') };
    const rows = recoveryOf([{ currency: 'NGN', statistic }], range, 'weekdayHour', TODAY);
    expect(rows.map(({ key, collections }) => [key, collections])).toEqual([
      ['monday-09', 3],
      ['tuesday-09', 4],
    ]);
  });

  it('sums costs by row and in all, by currency, and says of how many messages none is known', () => {
    const day = dayOf('2026-03-02');
    const statistic: Statistic = new Map([
      [`${day}|channel|sms`, [2, 1, 1, 0, 0]],
      [`${day}|cost USD channel|sms`, [150_000, 3]],
      [`${day}|cost NGN channel|sms`, [4_000_000, 1]],
      [`${day + 1}|channel|email`, [0, 0, 0, 1, 1]],
      [`${day}|tone|gentle`, [2, 1, 1, 0, 0]],
      [`${day}|cost USD tone|gentle`, [150_000, 3]],
      [`${day - 40}|cost USD channel|sms`, [9, 1]],
    ]);
    const range = { from: dayOf('2026-03-01'), to: dayOf('2026-03-31') };
    const rows = recoveryOf([{ currency: 'NGN', statistic }], range, 'channel', TODAY);
    expect(rows.map(({ key, costs, unpriced }) => [key, Object.fromEntries(costs), unpriced])).toEqual([
      ['email', {}, 2],
      ['sms', { USD: 150_000, NGN: 4_000_000 }, 0],
    ]);
    const { costs, unpriced } = costsOf([{ currency: 'NGN', statistic }], range, TODAY);
    expect([Object.fromEntries(costs), unpriced]).toEqual([{ USD: 150_000, NGN: 4_000_000 }, 2]);
    expect(recoveryOf([{ currency: 'NGN', statistic }], range, 'tone', TODAY)).toMatchObject([
      { key: 'gentle', unpriced: 1 },
    ]);
  });

  it('says what came in some days, the first and the last of them included', () => {
    const flow = (day: number, online: number, byHand: number): [string, number[]] => [
      String(day),
      FLOW_NUMBERS.map((name) => (name === 'online' ? online : name === 'byHand' ? byHand : 99)),
    ];
    const statistics = [new Map([flow(9, 1, 1), flow(10, 2, 4)]), new Map([flow(12, 8, 16), flow(13, 32, 64)])];
    expect(receivedIn(statistics, { from: 10, to: 12 })).toBe(30);
  });

  /** What is known of `collections`, of which so many were paid on each day, that many days later. */
  const median = (cohorts: [age: number, collections: number, paid: number[]][]) => {
    const statistics = cohorts.map(([age, collections, paid]) => ({
      currency: 'NGN',
      statistic: sentOn(TODAY - age, collections, paid),
    }));
    return recoveryOf(statistics, { from: TODAY - 90, to: TODAY }, 'channel', TODAY)[0]?.medianDays;
  };

  it.each<[string, Parameters<typeof median>[0], number | null]>([
    ['of all, with those that have not paid', [[50, 4, [0, 1, 0, 1]]], 3],
    ['where exactly half have paid', [[50, 2, [0, 0, 1]]], 2],
    ['none where less than half have', [[50, 5, [0, 1, 1]]], null],
    ['none where nobody has paid', [[50, 4, [0, 0]]], null],
    ['within a day', [[50, 1, [0, 1]]], 1],
    ['none of what is too young to say', [[1, 4, [0, 4]]], null],
    // Of the young ones only that is known which they are old enough for: 2 of 8 on the first day, then 3 of the 3 that are left.
    [
      'of the young ones as long as they are known',
      [
        [2, 4, [0, 1, 1]],
        [50, 4, [0, 1, 3]],
      ],
      2,
    ],
  ])('has the median %s', (_name, cohorts, days) => expect(median(cohorts)).toBe(days));

  it('has a band of amounts for each currency', () => {
    const statistic = new Map([[`${TODAY - 9}|amountBand|1000-9999`, row(1, [])]]);
    const both = ['NGN', 'EUR'].map((currency) => ({ currency, statistic }));
    const rows = recoveryOf(both, { from: TODAY - 60, to: TODAY }, 'amountBand', TODAY);
    expect(rows.map(({ key, collections }) => [key, collections])).toEqual([
      ['EUR 1000-9999', 1],
      ['NGN 1000-9999', 1],
    ]);
  });

  const cell = (
    day: number,
    of: string,
    given: Record<string, number> = {},
    paid: number[] = [],
  ): [string, number[]] => [`${day}|${of}`, [...RECOVERY_NUMBERS.map((name) => given[name] ?? 0), ...paid]];
  const range = { from: TODAY - 9, to: TODAY - 5 };

  it('counts the days from the first to the last, of this dimension alone', () => {
    const days = [TODAY - 10, TODAY - 9, TODAY - 5, TODAY - 4];
    const statistic = new Map(days.map((day, index) => cell(day, 'channel|sms', { sent: 10 ** index })));
    statistic.set(...cell(TODAY - 7, 'tone|sms', { sent: 5 }));
    expect(recoveryOf([{ currency: 'NGN', statistic }], range, 'channel', TODAY)).toMatchObject([
      { key: 'sms', sent: 110, shares: [null, null, null, null, null] },
    ]);
  });

  it('adds the amounts of each currency, and all collections', () => {
    const statistic = new Map([
      cell(TODAY - 6, 'channel|sms', { amount: 5, collections: 1 }),
      cell(TODAY - 7, 'channel|sms', { amount: 7, collections: 2 }),
    ]);
    const other = new Map([cell(TODAY - 6, 'channel|sms', { amount: 3, collections: 4 })]);
    const rows = recoveryOf(
      [
        { currency: 'NGN', statistic },
        { currency: 'KES', statistic: other },
      ],
      range,
      'channel',
      TODAY,
    );
    const amounts = new Map([
      ['NGN', 12],
      ['KES', 3],
    ]);
    expect(rows).toMatchObject([{ key: 'sms', collections: 7, amounts }]);
  });

  it('its age is that of the newest collection, not of a later message', () => {
    const statistic = new Map([
      cell(TODAY - 9, 'channel|sms', { collections: 2 }, [0, 1]),
      cell(TODAY - 5, 'channel|sms', { sent: 1 }),
    ]);
    expect(recoveryOf([{ currency: 'NGN', statistic }], range, 'channel', TODAY)[0]?.shares).toEqual([
      ...[0.5, 0.5, 0.5],
      ...[null, null],
    ]);
  });

  it('has its rows in the order of their numbers', () => {
    const statistic = new Map(['10', '12+', '2', '1'].map((key) => cell(TODAY - 6, `attempt|${key}`)));
    const keys = recoveryOf([{ currency: 'NGN', statistic }], range, 'attempt', TODAY).map(({ key }) => key);
    expect(keys).toEqual(['1', '2', '10', '12+']);
  });
});

describe('the book of a customer', () => {
  const at = Date.parse('2026-03-02T12:00:00.000Z');
  const debt = {
    currency: 'NGN',
    journal: [{ at, kind: 'asked', minor: 500 } as const],
    terms: [{ from: at, expiresAt: at }],
  };
  const zones = { day: 'UTC', hour: 'UTC' };
  const book = (asOf: number, day = dayOf('2026-03-02')) => customerBooks([debt], { day, asOf, ages: AGES, zones });

  it('has what happened before the instant up to which nothing is missing, and nothing of that instant', () => {
    expect(book(at)).toEqual([]);
    expect(book(at + 1)[0]?.owed).toEqual({ minor: 500, count: 1 });
    expect(book(at + 1, dayOf('2026-03-01'))).toEqual([]);
  });
});
