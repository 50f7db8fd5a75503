/** The reports, from stored statistics: what is owed, how money came and went, and what was heard and paid after reminders. */

import { weekdayOf } from '#lib/domain/time/local-time.ts';
import { AGES, type Age, ageOf } from './age.ts';
import {
  BOOK_NUMBERS,
  CUSTOMERS_CELL,
  dayOfPromised,
  FLOW_NUMBERS,
  isPromisedCell,
  monthOf,
  type Numbers,
  ofAgedCell,
  type Statistic,
} from './statistics.ts';

/** Money is in minor units. */
export type Sum = { minor: number; count: number };

const NOTHING: Sum = { minor: 0, count: 0 };
export const plus = (sum: Sum = NOTHING, minor: number, count: number): Sum => ({
  minor: sum.minor + minor,
  count: sum.count + count,
});

/** By age, in the order of the ages. */
export type Ageing = ReadonlyMap<string, Sum>;

export type Book = Record<'owed' | 'promised' | 'disputed' | 'expired', Sum> & { customers: number; byAge: Ageing };

/** Of one currency. `today`: a day of the account's country. */
export function bookOf(statistics: readonly Statistic[], today: number, ages: readonly Age[] = AGES): Book {
  const byAge = noAges(ages);
  const book: Book = { owed: NOTHING, promised: NOTHING, disputed: NOTHING, expired: NOTHING, customers: 0, byAge };
  for (const [cell, numbers] of cellsOf(statistics)) {
    if (cell === CUSTOMERS_CELL) {
      book.customers += numbers[0] ?? 0;
      continue;
    }
    if (isPromisedCell(cell)) {
      const [minor = 0, count = 0] = numbers;
      if (dayOfPromised(cell) >= today) book.promised = plus(book.promised, minor, count);
      continue;
    }
    const of = named(BOOK_NUMBERS, numbers);
    addTo(byAge, ageOf(today - Number(cell), ages), of.owed, of.count);
    book.owed = plus(book.owed, of.owed, of.count);
    book.expired = plus(book.expired, of.expired, of.expiredCount);
    book.disputed = plus(book.disputed, of.disputed, of.disputedCount);
  }
  return book;
}

export const noAges = (ages: readonly Age[]): Map<string, Sum> => new Map(ages.map(({ age }) => [age, NOTHING]));

const addTo = (byAge: Map<string, Sum>, age: string, minor: number, count: number): void => {
  byAge.set(age, plus(byAge.get(age), minor, count));
};

/**
 * What was owed at the end of a day that is over, by its age then: what is owed now, without all that has changed it since.
 * `aged` reaches from the month of the day to now.
 */
export function agedAt(
  { book, aged }: { book: readonly Statistic[]; aged: readonly Statistic[] },
  day: number,
  ages: readonly Age[] = AGES,
): { owed: Sum; byAge: Ageing } {
  const byAge = noAges(ages);
  let owed = NOTHING;
  const add = (lateAfter: number, minor: number, count: number) => {
    addTo(byAge, ageOf(day - lateAfter, ages), minor, count);
    owed = plus(owed, minor, count);
  };
  for (const [cell, [minor = 0, count = 0]] of cellsOf(book))
    if (cell !== CUSTOMERS_CELL && !isPromisedCell(cell)) add(Number(cell), minor, count);
  for (const [cell, [minor = 0, count = 0]] of cellsOf(aged)) {
    const { day: changedOn, lateAfter } = ofAgedCell(cell);
    if (changedOn > day) add(lateAfter, -minor, -count);
  }
  return { owed, byAge };
}

export const cellsOf = (statistics: readonly Statistic[]): [string, Numbers][] =>
  statistics.flatMap((each) => [...each]);

export const named = <Name extends string>(names: readonly Name[], numbers: Numbers): Record<Name, number> =>
  Object.fromEntries(names.map((name, place) => [name, numbers[place] ?? 0])) as Record<Name, number>;

export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** Days since 1970, both of them included. */
export type DayRange = { from: number; to: number };

type FlowNumbers = Record<(typeof FLOW_NUMBERS)[number], number>;

export type FlowStep = DayRange & FlowNumbers & { closing: Sum };

/** Of one currency. `statistics` reach from the range's first month to now; `owedNow` is the book's sum. */
export function flowOf(statistics: readonly Statistic[], { from, to }: DayRange, step: Step, owedNow: Sum): FlowStep[] {
  const days = new Map(cellsOf(statistics).map(([cell, numbers]) => [Number(cell), named(FLOW_NUMBERS, numbers)]));
  const sumOver = (range: DayRange) =>
    Object.fromEntries(FLOW_NUMBERS.map((name) => [name, sumIn(days, range, name)])) as FlowNumbers;
  const last = Math.max(to, ...days.keys());
  return stepsIn({ from, to }, step).map((range) => {
    const sums = sumOver(range);
    const later = sumOver({ from: range.to + 1, to: last });
    const closing = { minor: owedNow.minor - changeOf(later), count: owedNow.count - later.opened + later.closed };
    return { ...range, ...sums, closing };
  });
}

function sumIn(
  days: ReadonlyMap<number, FlowNumbers>,
  { from, to }: DayRange,
  name: (typeof FLOW_NUMBERS)[number],
): number {
  let sum = 0;
  for (const [day, numbers] of days) if (day >= from && day <= to) sum += numbers[name];
  return sum;
}

/** How many collections began to be owed, of all currencies. */
export const openedIn = (statistics: readonly Statistic[], { from, to }: DayRange): number =>
  cellsOf(statistics)
    .filter(([cell]) => Number(cell) >= from && Number(cell) <= to)
    .reduce((sum, [, numbers]) => sum + named(FLOW_NUMBERS, numbers).opened, 0);

/** Money that came in these days, in minor units. */
export const receivedIn = (statistics: readonly Statistic[], { from, to }: DayRange): number =>
  cellsOf(statistics)
    .filter(([cell]) => Number(cell) >= from && Number(cell) <= to)
    .map(([, numbers]) => named(FLOW_NUMBERS, numbers))
    .reduce((sum, { online, byHand }) => sum + online + byHand, 0);

/** By how much what is owed grew. */
const changeOf = (of: FlowNumbers): number =>
  of.asked +
  of.corrected -
  of.online -
  of.byHand +
  of.returned -
  of.restored -
  of.credited -
  of.writtenOff +
  of.reinstated +
  of.overpaid +
  of.moved;

/** Weeks begin on Mondays; the first and the last step may be shorter. */
function stepsIn({ from, to }: DayRange, step: Step): DayRange[] {
  const steps: DayRange[] = [];
  for (let day = from; day <= to; day += 1) {
    const current = steps.at(-1);
    if (current === undefined || begins(day, step)) steps.push({ from: day, to: day });
    else current.to = day;
  }
  return steps;
}

const MONDAY = 1;

function begins(day: number, step: Step): boolean {
  if (step === 'day') return true;
  return step === 'week' ? weekdayOf(day) === MONDAY : monthOf(day) !== monthOf(day - 1);
}
