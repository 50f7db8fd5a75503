/** What one collection adds to the statistics of its account, and that differences add up to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#lib/domain/due-day.ts';
import { type Facts, owedOf } from '#lib/domain/insights/facts.ts';
import { amountBand, experimentFiguresOf, figuresOf, paidAfter } from '#lib/domain/insights/figures.ts';
import {
  accountZones,
  addStatistic,
  differenceOf,
  type Figures,
  FLOW_NUMBERS,
  type Statistic,
} from '#lib/domain/insights/statistics.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time-units.ts';

const AT = Date.parse('2026-03-02T09:00:00.000Z');

const facts = (given: Partial<Facts> = {}): Facts => ({
  contact: 'contact_1',
  currency: 'NGN',
  amount: 45_000_00,
  received: 0,
  status: 'pending',
  createdAt: AT,
  expiresAt: AT + DAY_MS,
  messages: [],
  money: [],
  replies: [],
  optOuts: [],
  ...given,
});

const UTC = { day: 'UTC', hour: 'UTC' };
const figures = (given: Partial<Facts>) => figuresOf(facts(given), UTC);
const cell = (all: Figures, name: string, key: string) => all.get(name)?.get(key);

describe('the book', () => {
  it('has what is outstanding by the day after which it is late', () => {
    expect(cell(figures({ received: 5_000_00 }), 'BOOK#2026-03#NGN', String(dayOf('2026-03-03')))).toEqual([
      40_000_00, 1, 0, 0, 0, 0,
    ]);
  });

  it('has it by its due day, where it has one', () => {
    expect(cell(figures({ dueDay: dayOf('2026-02-27') }), 'BOOK#2026-02#NGN', String(dayOf('2026-02-27')))?.[0]).toBe(
      45_000_00,
    );
  });

  it.each([
    ['paid', { status: 'completed' }],
    ['cancelled', { status: 'cancelled' }],
    ['paid in full and not completed yet', { received: 45_000_00 }],
  ] as const)('has nothing of a collection that is %s', (_, given) => {
    expect([...figures(given).keys()].filter((name) => name.startsWith('BOOK'))).toEqual([]);
  });

  it('says what of it is expired, disputed and promised', () => {
    const all = figures({ status: 'expired', isDisputed: true, promisedFor: AT + 40 * DAY_MS });
    const owed = 45_000_00;
    expect(cell(all, 'BOOK#2026-03#NGN', String(dayOf('2026-03-03')))).toEqual([owed, 1, owed, 1, owed, 1]);
    expect(cell(all, 'BOOK#2026-04#NGN', `promised#${dayOf('2026-04-11')}`)).toEqual([owed, 1]);
  });
});

describe('the flow', () => {
  it('has each movement on its day of the account: asked, received, returned, written off, overpaid', () => {
    const late = Date.parse('2026-03-02T23:30:00.000Z');
    const all = figuresOf(
      facts({
        status: 'completed',
        endedAt: late,
        received: 46_000_00,
        money: [
          { at: AT, credited: 40_000_00, byHand: true },
          { at: late, credited: 7_000_00, byHand: false },
          { at: late, credited: -1_000_00, byHand: false },
        ],
      }),
      { day: 'Africa/Lagos', hour: 'Africa/Lagos' },
    );
    const on = (day: string) => cell(all, 'FLOW#2026-03#NGN', String(dayOf(day)));
    expect(on('2026-03-02')).toEqual([45_000_00, 1, 0, 40_000_00, 0, 0, 0, 0]);
    expect(on('2026-03-03')).toEqual([0, 0, 7_000_00, 0, 1_000_00, 0, 1_000_00, 1]);
  });

  it('has what is too much on the day of the last movement', () => {
    const money = [0, 1, 3].map((days) => ({ at: AT + days * DAY_MS, credited: 20_000_00, byHand: false }));
    const all = figures({ status: 'completed', endedAt: AT + 3 * DAY_MS, received: 60_000_00, money });
    const overpaid = ['2026-03-02', '2026-03-03', '2026-03-05'].map(
      (day) => cell(all, 'FLOW#2026-03#NGN', String(dayOf(day)))?.[FLOW_NUMBERS.indexOf('overpaid')],
    );
    expect(overpaid).toEqual([0, 0, 15_000_00]);
  });

  it('adds up to what is owed, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.integer({ min: -500, max: 800 }), { maxLength: 6 }),
        fc.constantFrom('pending', 'overdue', 'expired', 'completed', 'cancelled'),
        (amount, moved, status) => {
          const money = moved.map((credited, index) => ({
            at: AT + index * DAY_MS,
            credited,
            byHand: index % 2 === 0,
          }));
          const received = moved.reduce((sum, credited) => sum + credited, 0);
          const all = facts({ amount, received, status, money, ...(status === 'completed' && { endedAt: AT }) });
          const cells = [...figuresOf(all, UTC)].flatMap(([name, each]) =>
            name.startsWith('FLOW') ? [...each.values()] : [],
          );
          const sum = (name: (typeof FLOW_NUMBERS)[number]) =>
            cells.reduce((total, numbers) => total + (numbers[FLOW_NUMBERS.indexOf(name)] ?? 0), 0);
          expect(
            sum('asked') - sum('online') - sum('byHand') + sum('returned') - sum('writtenOff') + sum('overpaid'),
          ).toBe(owedOf(all));
        },
      ),
    );
  });
});

describe('recovery', () => {
  const message = (hours: number, given: object = {}) =>
    ({ at: AT + hours * HOUR_MS, channel: 'whatsapp', tone: 'gentle', result: 'read', ...given }) as const;

  it('counts each message, and a collection once for each key, by its first message of it', () => {
    const all = figures({
      status: 'completed',
      endedAt: AT + 30 * HOUR_MS,
      replies: [AT + 2 * HOUR_MS],
      messages: [
        message(1),
        message(3, { result: 'failed' }),
        message(4, { channel: 'sms', tone: 'urgent', result: 'sent' }),
      ],
    });
    const of = (key: string) => cell(all, 'RECOVERY#2026-03#NGN', `${dayOf('2026-03-02')}|${key}`);
    expect(of('channel|whatsapp')).toEqual([0, 0, 1, 1, 0, 1, 0, 1, 45_000_00, 0, 0, 1]);
    expect(of('channel|sms')).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 45_000_00, 0, 0, 1]);
    expect(of('attempt|2')).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 45_000_00, 0, 0, 1]);
    expect(of('hour|10')?.slice(0, 3)).toEqual([0, 0, 1]);
    expect(of('weekday|monday')?.[7]).toBe(1);
    expect(of('tone|gentle')?.slice(0, 4)).toEqual([0, 0, 1, 1]);
    expect(of('country|unknown')?.[7]).toBe(1);
    expect(of('amountBand|10000-99999')?.[7]).toBe(1);
  });

  it('the twelfth message and all later ones are one row', () => {
    const all = figures({ messages: Array.from({ length: 13 }, (_, index) => message(index / 60)) });
    const of = (attempt: string) => cell(all, 'RECOVERY#2026-03#NGN', `${dayOf('2026-03-02')}|attempt|${attempt}`)?.[2];
    expect([of('11'), of('12+'), of('12')]).toEqual([1, 2, undefined]);
    expect(cell(all, 'RECOVERY#2026-03#NGN', `${dayOf('2026-03-02')}|hour|09`)?.[2]).toBe(13);
  });

  it('an answer in the very instant of a message belongs to that message, and none before the first counts', () => {
    const at = (hours: number, ms = 0) => AT + hours * HOUR_MS + ms;
    const all = figures({
      messages: [message(1), message(3)],
      replies: [at(1, -1), at(1), at(3, -1), at(3)],
      optOuts: [at(9)],
    });
    const answers = (attempt: number) =>
      cell(all, 'RECOVERY#2026-03#NGN', `${dayOf('2026-03-02')}|attempt|${attempt}`)?.slice(5, 7);
    expect([answers(1), answers(2)]).toEqual([
      [2, 0],
      [1, 1],
    ]);
  });

  it.each([
    ['before the message', -1, []],
    ['at once', 0, [0, 1]],
    ['after 24 hours to the millisecond', DAY_MS, [0, 1]],
    ['a millisecond later', DAY_MS + 1, [0, 0, 1]],
    ['after more days than are told apart', 9 * DAY_MS, [0, 0, 0, 0, 1]],
  ])('a payment %s', (_, after, expected) => {
    expect(paidAfter(facts({ status: 'completed', endedAt: AT + after }), AT, 3)).toEqual(expected);
  });

  it.each([{ status: 'cancelled', endedAt: AT + 1 }, { status: 'completed' }] as const)('no payment of %j', (given) => {
    expect(paidAfter(facts(given), AT, 3)).toEqual([]);
  });

  it.each([
    [1, 'NGN', '0'],
    [100, 'NGN', '1-9'],
    [99_999, 'NGN', '100-999'],
    [100_000, 'NGN', '1000-9999'],
    [1_000, 'XAF', '1000-9999'],
    [1_000, 'BHD', '1-9'],
  ])('%d minor units of %s are in the band %s', (minor, currency, band) => {
    expect(amountBand(minor, currency)).toBe(band);
  });
});

describe('the experiment', () => {
  it('counts a customer on the day of the first collection, in its arm, with the days until it was paid', () => {
    const paid = { arm: 'held_out', status: 'completed', endedAt: AT + 30 * HOUR_MS } as const;
    expect(experimentFiguresOf(facts(paid), UTC)).toEqual(
      new Map([['EXPERIMENT#2026-03#*', new Map([[`${dayOf('2026-03-02')}|held_out`, [1, 0, 0, 1]]])]]),
    );
  });

  it('does not count who takes no part', () => expect(experimentFiguresOf(facts(), UTC)).toEqual(new Map()));
});

describe('a day of the account', () => {
  it.each([
    [undefined, 'UTC'],
    ['NG', 'Africa/Lagos'],
    ['US', 'Pacific/Honolulu', 'America/Los_Angeles'],
    ['CL', 'Pacific/Easter'],
    ['ID', 'Asia/Jakarta'],
  ])('of the country %s is one of %s', (country, day, hour = day) => {
    expect(accountZones({ ...(country && { country }) })).toEqual({ day, hour });
  });
});

it('a difference has only what changed, and a sum no zeros at its end', () => {
  const figuresWith = (changed: number[]): Figures =>
    new Map([
      ['a', new Map(Object.entries({ same: [1], changed }))],
      ['b', new Map([['same', [1]]])],
    ]);
  expect(differenceOf(figuresWith([1, 2]), figuresWith([3, 2]))).toEqual(
    new Map([['a', new Map([['changed', [2, 0]]])]]),
  );
  expect(addStatistic(new Map([['cell', [1, 2]]]), new Map([['cell', [0, -2]]]))).toEqual(new Map([['cell', [1]]]));
});

it('differences of any steps add up to the last figures, and leave no zeros', () => {
  const steps = [
    {},
    { received: 10_000_00, money: [{ at: AT, credited: 10_000_00, byHand: false }] },
    { contact: 'contact_2', status: 'expired' as const },
    { status: 'completed' as const, endedAt: AT + 40 * DAY_MS, received: 45_000_00 },
  ].map(figures);
  const sums = new Map<string, Statistic>();
  let before: Figures = new Map();
  for (const after of steps) {
    for (const [name, cells] of differenceOf(before, after))
      sums.set(name, addStatistic(sums.get(name) ?? new Map(), cells));
    before = after;
  }
  const left = [...sums].filter(([, cells]) => cells.size > 0);
  expect(new Map(left)).toEqual(new Map([...before].map(([name, cells]) => [name, addStatistic(new Map(), cells)])));
});
