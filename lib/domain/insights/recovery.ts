/** Reports on reminders: what followed them, and what the experiment says that they bring. */
import { ARMS, type Arm } from '#lib/domain/account.ts';
import { weekdayOf } from '#lib/domain/follow-up/local-time.ts';
import { cellsOf, type DayRange, named } from './reports.ts';
import {
  type Numbers,
  RECOVERY_DIMENSIONS,
  RECOVERY_NUMBERS,
  type RecoveryDimension,
  type Statistic,
  WEEKDAYS,
} from './statistics.ts';

/** What came of an arm. `asked`: those of its customers whose first collection is old enough. */
type ArmResult = { customers: number; asked: number; paid: number };

/** The difference of the shares that paid, in points of a hundred, with its 95 % interval. */
type Lift = { points: number; low: number; high: number };

/** With fewer in an arm nothing is said. */
const MIN_ASKED = 100;

/** Of the standard normal distribution: 95 % lie within so many standard deviations. */
const Z = 1.959964;

/**
 * Newcombe's hybrid score interval for the difference of two independent proportions, from the Wilson interval of each
 * (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10). Null where an arm has too few.
 */
export function liftOf(reminded: ArmResult, heldOut: ArmResult): Lift | null {
  if (reminded.asked < MIN_ASKED || heldOut.asked < MIN_ASKED) return null;
  const one = wilson(reminded);
  const other = wilson(heldOut);
  const difference = one.share - other.share;
  const below = Math.hypot(one.share - one.low, other.high - other.share);
  const above = Math.hypot(one.high - one.share, other.share - other.low);
  return { points: toPoints(difference), low: toPoints(difference - below), high: toPoints(difference + above) };
}

function wilson({ asked: n, paid }: ArmResult): { share: number; low: number; high: number } {
  const share = paid / n;
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { share, low: middle - half, high: middle + half };
}

/** To a tenth. */
const toPoints = (share: number): number => Math.round(share * 1000) / 10;

/** How long after a message a payment still counts as having followed it. */
export const PAID_WITHIN_DAYS = [1, 3, 7, 14, 30] as const;

export type RecoveryRow = Record<Exclude<(typeof RECOVERY_NUMBERS)[number], 'amount'>, number> & {
  key: string;
  /** Minor units by currency. */
  amounts: ReadonlyMap<string, number>;
  /** By {@link PAID_WITHIN_DAYS}: null until all of its collections are that old. */
  shares: readonly (number | null)[];
  /** Of those that paid; null where none has. */
  medianDays: number | null;
};

/** A row for each hour of each weekday needs no statistic of its own: the day of a cell has its weekday. */
export const RECOVERY_REPORTS = [...RECOVERY_DIMENSIONS, 'weekdayHour'] as const;
type RecoveryReport = (typeof RECOVERY_REPORTS)[number];

/** Which statistic the report is made from, and the key of its row, such as `monday-09`. */
const sourceOf = (report: RecoveryReport): RecoveryDimension => (report === 'weekdayHour' ? 'hour' : report);
const rowKeyOf = (report: RecoveryReport, day: number, key: string): string =>
  report === 'weekdayHour' ? `${WEEKDAYS[weekdayOf(day)]}-${key}` : key;

type RecoveryStatistic = { currency: string; statistic: Statistic };

export function recoveryOf(
  statistics: readonly RecoveryStatistic[],
  { from, to }: DayRange,
  report: RecoveryReport,
  today: number,
): RecoveryRow[] {
  const rows = new Map<string, { numbers: number[]; amounts: Map<string, number>; newest: number }>();
  for (const { currency, statistic } of statistics) {
    for (const [cell, numbers] of statistic) {
      const [day = '', of, cellKey = ''] = cell.split('|');
      if (of !== sourceOf(report) || Number(day) < from || Number(day) > to) continue;
      const key = rowKeyOf(report, Number(day), cellKey);
      const row = rows.get(key) ?? { numbers: [], amounts: new Map(), newest: 0 };
      rows.set(key, row);
      numbers.forEach((number, place) => {
        row.numbers[place] = (row.numbers[place] ?? 0) + number;
      });
      const { amount, collections } = named(RECOVERY_NUMBERS, numbers);
      if (collections > 0) row.newest = Math.max(row.newest, Number(day));
      row.amounts.set(currency, (row.amounts.get(currency) ?? 0) + amount);
    }
  }
  return [...rows]
    .map(([key, row]) => toRow(key, row, today))
    .toSorted((one, other) => one.key.localeCompare(other.key, 'en', { numeric: true }));
}

function toRow(
  key: string,
  { numbers, amounts, newest }: { numbers: readonly number[]; amounts: ReadonlyMap<string, number>; newest: number },
  today: number,
): RecoveryRow {
  const { amount: _sum, ...counts } = named(RECOVERY_NUMBERS, numbers);
  const paidByDays = numbers.slice(RECOVERY_NUMBERS.length);
  const shares = PAID_WITHIN_DAYS.map((days) =>
    counts.collections === 0 || newest + days >= today ? null : paidWithin(paidByDays, days) / counts.collections,
  );
  return { key, ...counts, amounts, shares, medianDays: medianOf(paidByDays) };
}

const paidWithin = (paidByDays: Numbers, days: number): number =>
  paidByDays.slice(0, days + 1).reduce((sum, count) => sum + count, 0);

/** The lower one of an even number. */
function medianOf(paidByDays: Numbers): number | null {
  const all = paidByDays.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  for (const [days, count] of paidByDays.entries()) {
    passed += count;
    if (count > 0 && passed * 2 >= all) return days;
  }
  return null;
}

export type ExperimentResult = {
  arms: ({ arm: Arm; share: number | null } & ArmResult)[];
  lift: Lift | null;
  enough: boolean;
};

/** `days`: within which a customer paid the first collection of the experiment. */
export function experimentOf(statistics: readonly Statistic[], days: number, today: number): ExperimentResult {
  const results = Object.fromEntries(ARMS.map((arm) => [arm, { customers: 0, asked: 0, paid: 0 }])) as Record<
    Arm,
    ArmResult
  >;
  for (const [cell, [customers = 0, ...paidByDays]] of cellsOf(statistics)) {
    const [day, arm] = cell.split('|') as [string, Arm];
    const result = results[arm];
    result.customers += customers;
    if (Number(day) + days >= today) continue;
    result.asked += customers;
    result.paid += paidWithin(paidByDays, days);
  }
  const { reminded, held_out: heldOut } = results;
  return {
    arms: ARMS.map((arm) => ({
      arm,
      ...results[arm],
      share: results[arm].asked === 0 ? null : results[arm].paid / results[arm].asked,
    })),
    lift: liftOf(reminded, heldOut),
    enough: Math.min(reminded.asked, heldOut.asked) >= MIN_ASKED,
  };
}
