/** Reports on reminders: what followed them. */
import { weekdayOf } from '#lib/domain/time/local-time.ts';
import { paidWithin } from './experiment.ts';
import { MESSAGE_RESULTS } from './facts.ts';
import { type DayRange, named } from './reports.ts';
import {
  currencyOfCosts,
  type Numbers,
  PAID_DAYS,
  RECOVERY_DIMENSIONS,
  RECOVERY_NUMBERS,
  type RecoveryDimension,
  type Statistic,
  WEEKDAYS,
} from './statistics.ts';

/** How long after a message a payment still counts as having followed it. */
export const PAID_WITHIN_DAYS = [1, 3, 7, 14, 30] as const;

export type RecoveryRow = Record<Exclude<(typeof RECOVERY_NUMBERS)[number], 'amount'>, number> & {
  key: string;
  /** Minor units by currency. */
  amounts: ReadonlyMap<string, number>;
  /** In units of a millionth by currency; `unpriced`: messages of which no cost is known. */
  costs: ReadonlyMap<string, number>;
  unpriced: number;
  /** By {@link PAID_WITHIN_DAYS}: null until all of its collections are that old. */
  shares: readonly (number | null)[];
  /** Until half of them were paid; null where half is not reached. */
  medianDays: number | null;
};

/** A row for each hour of each weekday needs no statistic of its own: the day of a cell has its weekday. */
export const RECOVERY_REPORTS = [...RECOVERY_DIMENSIONS, 'weekdayHour'] as const;
type RecoveryReport = (typeof RECOVERY_REPORTS)[number];

/** Which statistic the report is made from, and the key of its row, such as `monday-09`. */
const sourceOf = (report: RecoveryReport): RecoveryDimension => (report === 'weekdayHour' ? 'hour' : report);
const rowKeyOf = (report: RecoveryReport, { day, key, currency }: { day: number; key: string; currency: string }) => {
  // A band of one currency is nothing in another.
  if (report === 'amountBand') return `${currency} ${key}`;
  return report === 'weekdayHour' ? `${WEEKDAYS[weekdayOf(day)]}-${key}` : key;
};

type RecoveryStatistic = { currency: string; statistic: Statistic };

type Row = {
  numbers: number[];
  amounts: Map<string, number>;
  costs: Map<string, number>;
  priced: number;
  newest: number;
  cohorts: Cohort[];
};
type Rows = Map<string, Row>;

const newRow = (): Row => ({ numbers: [], amounts: new Map(), costs: new Map(), priced: 0, newest: 0, cohorts: [] });

/** The collections whose first message was sent on one day, which lie `age` days back; `paid`: by days until payment. */
type Cohort = { age: number; collections: number; paid: Numbers };

export function recoveryOf(
  statistics: readonly RecoveryStatistic[],
  { from, to }: DayRange,
  report: RecoveryReport,
  today: number,
): RecoveryRow[] {
  const rows: Rows = new Map();
  for (const { currency, statistic } of statistics) {
    for (const [cell, numbers] of statistic) {
      const [day = '', of = '', cellKey = ''] = cell.split('|');
      const costsIn = currencyOfCosts(of, sourceOf(report));
      if ((of !== sourceOf(report) && costsIn === undefined) || Number(day) < from || Number(day) > to) continue;
      const key = rowKeyOf(report, { day: Number(day), key: cellKey, currency });
      const row = rows.get(key) ?? newRow();
      rows.set(key, row);
      if (costsIn !== undefined) {
        row.costs.set(costsIn, (row.costs.get(costsIn) ?? 0) + (numbers[0] ?? 0));
        row.priced += numbers[1] ?? 0;
        continue;
      }
      numbers.forEach((number, place) => {
        row.numbers[place] = (row.numbers[place] ?? 0) + number;
      });
      const { amount, collections } = named(RECOVERY_NUMBERS, numbers);
      if (collections > 0) row.newest = Math.max(row.newest, Number(day));
      row.cohorts.push({ age: today - Number(day), collections, paid: numbers.slice(RECOVERY_NUMBERS.length) });
      row.amounts.set(currency, (row.amounts.get(currency) ?? 0) + amount);
    }
  }
  return [...rows]
    .map(([key, row]) => toRow(key, row, today))
    .toSorted((one, other) => one.key.localeCompare(other.key, 'en', { numeric: true }));
}

function toRow(key: string, { numbers, amounts, costs, priced, newest, cohorts }: Row, today: number): RecoveryRow {
  const { amount: _sum, ...counts } = named(RECOVERY_NUMBERS, numbers);
  const paidByDays = numbers.slice(RECOVERY_NUMBERS.length);
  const shares = PAID_WITHIN_DAYS.map((days) =>
    counts.collections === 0 || newest + days >= today ? null : paidWithin(paidByDays, days) / counts.collections,
  );
  const unpriced = MESSAGE_RESULTS.reduce((sum, result) => sum + counts[result], 0) - priced;
  return { key, ...counts, amounts, costs, unpriced, shares, medianDays: medianOf(cohorts) };
}

/**
 * In how many days half of them are paid, those counted that have not paid yet, for as long as they are known (Kaplan and Meier,
 * "Nonparametric estimation from incomplete observations", JASA 53, 1958). Null where half is not reached.
 */
function medianOf(cohorts: readonly Cohort[]): number | null {
  let unpaid = 1;
  for (let day = 1; day <= PAID_DAYS; day += 1) {
    const known = cohorts.filter(({ age }) => age > day);
    const sum = (of: (cohort: Cohort) => number) => known.reduce((all, cohort) => all + of(cohort), 0);
    const waiting = sum(({ collections, paid }) => collections - paidWithin(paid, day - 1));
    if (waiting <= 0) return null;
    unpaid *= 1 - sum(({ paid }) => paid[day] ?? 0) / waiting;
    if (unpaid <= 0.5) return day;
  }
  return null;
}

/** What all messages of the days cost, in units of a millionth by currency, and of how many that is not known. */
export function costsOf(
  statistics: readonly RecoveryStatistic[],
  range: DayRange,
  today: number,
): { costs: ReadonlyMap<string, number>; unpriced: number } {
  const costs = new Map<string, number>();
  let unpriced = 0;
  // Each message has one channel.
  for (const row of recoveryOf(statistics, range, 'channel', today)) {
    for (const [currency, units] of row.costs) costs.set(currency, (costs.get(currency) ?? 0) + units);
    unpriced += row.unpriced;
  }
  return { costs, unpriced };
}
