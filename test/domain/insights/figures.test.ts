/** What one collection adds to the statistics of its account, and that differences add up to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGES } from '#lib/domain/insights/age.ts';
import { customerBooks } from '#lib/domain/insights/customer-book.ts';
import { type Facts, factsOf } from '#lib/domain/insights/facts.ts';
import { amountBand, experimentFiguresOf, figuresOf, paidAfter } from '#lib/domain/insights/figures.ts';
import { paidAt } from '#lib/domain/insights/paid.ts';
import { type Ageing, agedAt, bookOf, flowOf, named, type Sum } from '#lib/domain/insights/reports.ts';
import {
  accountZones,
  addStatistic,
  differenceOf,
  type Figures,
  FLOW_NUMBERS,
  type Statistic,
} from '#lib/domain/insights/statistics.ts';
import type { JournalEntry } from '#lib/domain/journal/journal.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time/time-units.ts';
import { type Debt, played, someHappenings } from '#test/domain/journal/a-story.ts';
import { CREATED_AT } from '#test/support/a-collection.ts';

const AT = Date.parse('2026-03-02T09:00:00.000Z');

const ASKED: JournalEntry = { at: AT, kind: 'asked', minor: 45_000_00 };

/** So much came, so many milliseconds after the creation. */
const received = (minor: number, after = 0, given: Partial<JournalEntry> = {}): JournalEntry => ({
  at: AT + after,
  kind: 'received',
  minor: -minor,
  provider: 'prv_1',
  ...given,
});
const credited = (minor: number, after = 0): JournalEntry =>
  received(minor, after, { kind: 'credited', provider: 'merchant' });

const facts = (given: Partial<Facts> = {}): Facts => ({
  contact: 'contact_1',
  currency: 'NGN',
  reference: 'INV-1',
  amount: 45_000_00,
  status: 'pending',
  createdAt: AT,
  journal: [ASKED],
  terms: [{ from: AT, expiresAt: AT + DAY_MS }],
  messages: [],
  replies: [],
  optOuts: [],
  ...given,
});

const UTC = { day: 'UTC', hour: 'UTC' };
const figures = (given: Partial<Facts>) => figuresOf(facts(given), UTC);
const cell = (all: Figures, name: string, key: string) => all.get(name)?.get(key);

describe('the book', () => {
  it('has what is outstanding by the day after which it is late', () => {
    expect(
      cell(figures({ journal: [ASKED, received(5_000_00)] }), 'BOOK#2026-03#NGN', String(dayOf('2026-03-03'))),
    ).toEqual([40_000_00, 1, 0, 0, 0, 0]);
  });

  it('has it by its due day, where it has one', () => {
    expect(
      cell(
        figures({ terms: [{ from: AT, dueDay: dayOf('2026-02-27'), expiresAt: AT + DAY_MS }] }),
        'BOOK#2026-02#NGN',
        String(dayOf('2026-02-27')),
      )?.[0],
    ).toBe(45_000_00);
  });

  it.each([
    ['paid', { status: 'completed', journal: [ASKED, received(45_000_00)] }],
    ['cancelled', { status: 'cancelled', journal: [ASKED, { at: AT, kind: 'written_off', minor: -45_000_00 }] }],
  ] as [string, Partial<Facts>][])('has nothing of a collection that is %s', (_, given) => {
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
  const LAGOS = { day: 'Africa/Lagos', hour: 'Africa/Lagos' };
  const of = (all: Figures, day: string) =>
    named(FLOW_NUMBERS, cell(all, 'FLOW#2026-03#NGN', String(dayOf(day))) ?? []);
  const NOTHING = named(FLOW_NUMBERS, []);

  it('has each entry on the day of the account on which the books changed, whenever the money moved', () => {
    const late = 14.5 * HOUR_MS;
    const journal = [
      ASKED,
      received(40_000_00, 0, { provider: 'merchant', effectiveAt: AT - 5 * DAY_MS }),
      received(7_000_00, late, { effectiveAt: AT }),
      { at: AT + late, kind: 'overpaid', minor: 2_000_00 } as const,
    ];
    const all = figuresOf(facts({ status: 'completed', journal }), LAGOS);
    expect(of(all, '2026-03-02')).toEqual({ ...NOTHING, asked: 45_000_00, byHand: 40_000_00, opened: 1 });
    expect(of(all, '2026-03-03')).toEqual({ ...NOTHING, online: 7_000_00, overpaid: 2_000_00, closed: 1 });
  });

  it.each([
    ['corrected', -5, { corrected: -5 }],
    ['returned', 5, { returned: 5 }],
    ['restored', -5, { restored: 5 }],
    ['credited', -5, { credited: 5 }],
    ['written_off', -5, { writtenOff: 5 }],
    ['reinstated', 5, { reinstated: 5 }],
    ['overpaid', -5, { overpaid: -5 }],
  ] as const)('tells what was %s by its own name', (kind, minor, expected) => {
    const all = figures({ journal: [ASKED, { at: AT + DAY_MS, kind, minor }] });
    expect(of(all, '2026-03-03')).toEqual({ ...NOTHING, ...expected });
  });

  it('counts a collection as opened and closed as often as it begins and ceases to be owed', () => {
    const opens = { at: AT + DAY_MS, kind: 'reinstated', minor: 45_000_00 } as const;
    const all = figures({ journal: [ASKED, received(45_000_00, HOUR_MS), opens] });
    expect([of(all, '2026-03-02'), of(all, '2026-03-03')]).toMatchObject([
      { opened: 1, closed: 1 },
      { opened: 1, closed: 0 },
    ]);
  });

  it('a refund of what is paid opens nothing', () => {
    const back = [
      { at: AT + DAY_MS, kind: 'returned', minor: 5 },
      { at: AT + DAY_MS, kind: 'credited', minor: -5 },
    ] as const;
    const all = figures({ journal: [ASKED, received(45_000_00), ...back] });
    expect(of(all, '2026-03-03')).toEqual({ ...NOTHING, returned: 5, credited: 5 });
  });
});

describe('a fortnight, and another one', () => {
  const DAYS = 28;
  const today = localDay(UTC.day, CREATED_AT.getTime()) + DAYS;

  type Kept = { owed: Sum; byAge: Ageing };

  const factsThen = ({ collection, entries }: Debt, now: Date): Facts =>
    factsOf({ collection, entries, attempts: [], events: [], replies: [] }, {}, now);

  const statisticsOf = (all: readonly Facts[], kind: string): Statistic[] =>
    all.flatMap((each) => [...figuresOf(each, UTC)].flatMap(([name, cells]) => (name.startsWith(kind) ? [cells] : [])));

  /** What the book says of these debts at the last instant of a day. */
  const bookThen = (debts: readonly Debt[], day: number): Kept => {
    const { owed, byAge } = bookOf(
      statisticsOf(
        debts.map((debt) => factsThen(debt, midnightAfter(day))),
        'BOOK',
      ),
      day,
    );
    return { owed, byAge };
  };

  const midnightAfter = (day: number) => new Date((day + 1) * DAY_MS - 1);

  it('every closing, and every age, is what the book said at that midnight', () => {
    fc.assert(
      fc.property(fc.array(someHappenings, { minLength: 1, maxLength: 3 }), (stories) => {
        const lives = stories.map(played);
        const asOf = (now: Date) =>
          lives.map((life) => life.findLast(({ at }) => at <= now)?.debt).filter((debt) => debt !== undefined);
        const days = Array.from({ length: DAYS }, (_, index) => today - DAYS + index);
        const kept = days.map((day) => bookThen(asOf(midnightAfter(day)), day));
        for (const later of [14, DAYS]) {
          const now = midnightAfter(today - DAYS + later);
          const all = asOf(now).map((debt) => factsThen(debt, now));
          const [book, aged, flow] = ['BOOK', 'AGED', 'FLOW'].map((kind) => statisticsOf(all, kind)) as [
            Statistic[],
            Statistic[],
            Statistic[],
          ];
          const owedNow = bookOf(book, today).owed;
          const range = { from: today - DAYS, to: today - DAYS + later };
          const closings = flowOf(merged(flow), range, 'day', owedNow).map(({ closing }) => closing);
          expect(closings.slice(0, -1)).toEqual(kept.slice(0, later).map(({ owed }) => owed));
          for (const [index, day] of days.slice(0, later).entries()) {
            expect(agedAt({ book, aged }, day)).toEqual(kept[index]);
            // As if they were all of one customer.
            const as = { day, asOf: now.getTime() + 1, ages: AGES, zones: UTC };
            const [{ owed, byAge } = {}] = customerBooks(all, as);
            const { owed: sum, byAge: ages } = kept[index] as Kept;
            expect({ owed, byAge }).toEqual(sum.count === 0 ? {} : { owed: sum, byAge: ages });
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  /** As they are stored: the sums of all collections. */
  function merged(flow: readonly Statistic[]): Statistic[] {
    return [flow.reduce((sum, cells) => addStatistic(sum, cells), new Map() as Statistic)];
  }
});

describe('recovery', () => {
  const message = (hours: number, given: object = {}) =>
    ({ at: AT + hours * HOUR_MS, channel: 'whatsapp', tone: 'gentle', result: 'read', ...given }) as const;

  it('counts each message, and a collection once for each key, by its first message of it', () => {
    const all = figures({
      status: 'completed',
      journal: [ASKED, received(45_000_00, 30 * HOUR_MS)],
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

  it('what messages cost is summed in millionths beside each row, by currency, with how many it is known of', () => {
    const priced = (hours: number, value: number, currency: string, more: object = {}) => ({
      ...message(hours),
      cost: { value, currency },
      ...more,
    });
    const all = figures({
      messages: [
        priced(0, 0.0079, 'USD'),
        priced(1, 0.00013, 'USD'),
        priced(2, 4, 'NGN'),
        priced(3, 9, 'USD', { isShared: true }),
        message(4),
      ],
    });
    const of = (rest: string) => cell(all, 'RECOVERY#2026-03#NGN', `${dayOf('2026-03-02')}|${rest}`);
    expect(of('cost USD tone|gentle')).toEqual([8_030, 2]);
    expect(of('cost NGN tone|gentle')).toEqual([4_000_000, 1]);
    expect(of('cost USD hour|09')).toEqual([7_900, 1]);
    expect(of('tone|gentle')?.slice(0, 5)).toEqual([0, 0, 4, 0, 0]);
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
    expect(paidAfter(AT + after, AT, 3)).toEqual(expected);
  });

  it('no payment', () => expect(paidAfter(undefined, AT, 3)).toEqual([]));

  it.each<[string, JournalEntry[], number | undefined]>([
    ['by money', [received(45_000_00, 5)], AT + 5],
    ['by its last part', [received(20_000_00, 3), received(25_000_00, 5)], AT + 5],
    ['when the money moved, whenever it was recorded', [received(45_000_00, 5, { effectiveAt: AT - 7 })], AT - 7],
    [
      'in the order in which the money moved',
      [received(20_000_00, 3, { effectiveAt: AT + 1 }), received(25_000_00, 5, { effectiveAt: AT })],
      AT + 1,
    ],
    ['not by a part', [received(44_999_99)], undefined],
    ['not by a mark without money', [{ at: AT, kind: 'written_off', minor: -45_000_00 }], undefined],
    ['by what is left after a credit', [credited(5_000_00), received(40_000_00, 5)], AT + 5],
    ['when money moved, and not when the rest was credited', [received(40_000_00, 5), credited(5_000_00, 9)], AT + 5],
    ['not by less than a credit leaves', [credited(5_000_00), received(39_999_99, 5)], undefined],
    ['not by credits alone', [credited(20_000_00), credited(25_000_00)], undefined],
    [
      'not by what went back of an ended debt, though the books credit it',
      [received(45_000_00), { at: AT + 3, kind: 'returned', minor: 1 }, { at: AT + 3, kind: 'credited', minor: -1 }],
      undefined,
    ],
    ['not by what went back', [received(45_000_00), { at: AT + 3, kind: 'returned', minor: 1 }], undefined],
    ['once, whatever comes after that', [received(45_000_00, 5), received(1, 9)], AT + 5],
    [
      'again by what came after that',
      [received(45_000_00), { at: AT + 3, kind: 'returned', minor: 1 }, received(1, 9)],
      AT + 9,
    ],
  ])('is paid %s', (_what, money, expected) => {
    expect(paidAt(facts({ journal: [ASKED, ...money] }))).toBe(expected);
  });

  it('is paid by the share that is asked about', () => {
    const most = facts({ journal: [ASKED, received(40_500_00)] });
    expect([paidAt(most, 0.9), paidAt(most)]).toEqual([AT, undefined]);
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
  const SINCE = '2026-03-01T08:00:00.000Z';
  const takesPart = (journal: JournalEntry[], given: Partial<Facts> = {}): Facts =>
    facts({
      arm: 'held_out',
      inExperiment: { since: SINCE, reminderAt: AT + 2 * DAY_MS },
      journal: [ASKED, ...journal],
      ...given,
    });
  const cells = (of: Facts) => [...experimentFiguresOf(of, UTC)].map(([name, all]) => [name, [...all]]);
  const counted = (numbers: number[]) => [
    [`EXPERIMENT#2026-03#${SINCE}`, [[`${dayOf('2026-03-04')}|held_out`, numbers]]],
  ];

  it.each<[string, JournalEntry[], unknown]>([
    ['who has not paid', [], counted([1])],
    ['who pays 30 hours after the reminder', [received(45_000_00, 78 * HOUR_MS)], counted([1, 0, 0, 1])],
    ['who pays nine tenths', [received(40_500_00, 49 * HOUR_MS)], counted([1, 0, 1])],
    ['who pays less', [received(40_499_99, 49 * HOUR_MS)], counted([1])],
    [
      'who pays nine tenths of what a credit left',
      [credited(5_000_00), received(36_000_00, 49 * HOUR_MS)],
      counted([1, 0, 1]),
    ],
    ['not those who have paid before it', [received(45_000_00, HOUR_MS)], []],
    [
      'nor by money that moved before it, and was recorded later',
      [received(45_000_00, 99 * HOUR_MS, { effectiveAt: AT })],
      [],
    ],
    ['who is marked as paid without money', [{ at: AT, kind: 'written_off', minor: -45_000_00 }], counted([1])],
    [
      'whose money went back',
      [received(45_000_00, 78 * HOUR_MS), { at: AT + 90 * HOUR_MS, kind: 'returned', minor: 5_000_00 }],
      counted([1]),
    ],
  ])('counts from the day of the first reminder on %s', (_what, journal, expected) => {
    expect(cells(takesPart(journal))).toEqual(expected);
  });

  it('counts beside them what the messages about the collection cost', () => {
    const sent = { at: AT + 50 * HOUR_MS, channel: 'sms', tone: 'gentle', result: 'sent' } as const;
    const messages = [
      { ...sent, cost: { value: 0.05, currency: 'USD' } },
      { ...sent, cost: { value: 0.1, currency: 'USD' } },
      { ...sent, cost: { value: 7, currency: 'USD' }, isShared: true as const },
      sent,
    ];
    const day = dayOf('2026-03-04');
    expect(cells(takesPart([], { messages }))).toEqual([
      [
        `EXPERIMENT#2026-03#${SINCE}`,
        [
          [`${day}|held_out`, [1]],
          [`${day}|held_out|USD`, [150_000, 2]],
        ],
      ],
    ]);
  });

  it('does not count who takes no part, or would get no reminder', () => {
    expect(experimentFiguresOf(facts(), UTC)).toEqual(new Map());
    const { inExperiment: _none, ...unreminded } = takesPart([]);
    expect(experimentFiguresOf(unreminded, UTC)).toEqual(new Map());
  });
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
  const parts = [received(10_000_00), received(35_000_00, 40 * DAY_MS)];
  const steps = [
    {},
    { journal: [ASKED, ...parts.slice(0, 1)] },
    { contact: 'contact_2', status: 'expired' as const, journal: [ASKED, ...parts.slice(0, 1)] },
    { status: 'completed' as const, journal: [ASKED, ...parts] },
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
