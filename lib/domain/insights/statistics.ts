/** The statistics of an account: sums by month and currency, and what the numbers of each kind mean. */
import type { Account } from '#lib/domain/account.ts';
import { allZonesOf, zonesOf } from '#lib/domain/phone.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { toLocal } from '#lib/domain/time/local-time.ts';
import { MESSAGE_RESULTS } from './facts.ts';

/** Numbers that are added one by one. What each place means is said by the kind of statistic. */
export type Numbers = readonly number[];

/** By cell. */
export type Statistic = ReadonlyMap<string, Numbers>;

/** By the name of the statistic, such as `FLOW#2026-11#NGN`: that is how it is stored. */
export type Figures = ReadonlyMap<string, Statistic>;

export type StatisticKind = 'BOOK' | 'AGED' | 'FLOW' | 'RECOVERY' | 'EXPERIMENT';

/** A statistic holds a month of a currency, or of an experiment, so that a report of any account reads few. */
export const statisticName = (kind: StatisticKind, month: string, of: string): string => `${kind}#${month}#${of}`;

export const monthOf = (day: number): string => dateOf(day).slice(0, 'yyyy-mm'.length);

/** Where the days of an account begin, and where the hours are its own. */
export type AccountZones = { day: string; hour: string };

/** In both halves of a year, because a zone may change its clocks: the same zone is the west end in each of them. */
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

/**
 * A day is one of the account's country, as a due day is: where that has several times, of its west end, where a day ends last.
 * Hours and weekdays are told by the west end of where people live: few messages go to the far islands.
 */
export const accountZones = ({ country }: Pick<Account, 'country'>): AccountZones => ({
  day: westOf(allZonesOf(country)),
  hour: westOf(country === undefined ? [] : zonesOf({ country })),
});

const westOf = ([first = 'UTC', ...others]: readonly string[]): string =>
  others.reduce((west, zone) => (timeIn(zone) < timeIn(west) ? zone : west), first);

const timeIn = (zone: string): number => SEASONS.reduce((sum, at) => sum + toLocal(zone, at), 0);

/** In the order of their places. */
export const BOOK_NUMBERS = ['owed', 'count', 'expired', 'expiredCount', 'disputed', 'disputedCount'] as const;
export const FLOW_NUMBERS = [
  'asked',
  'online',
  'corrected',
  'byHand',
  'returned',
  'restored',
  'credited',
  'writtenOff',
  'reinstated',
  'overpaid',
  'opened',
  'closed',
  // Between two debts of an account: all together it is nothing.
  'moved',
] as const;

/** Of a day, and of the day after which they were late: by how much what is owed grew, and of how many collections. */
export const agedCell = (day: number, lateAfter: number): string => `${day}|${lateAfter}`;

export function ofAgedCell(cell: string): { day: number; lateAfter: number } {
  const [day, lateAfter] = cell.split('|').map(Number);
  return { day: day ?? 0, lateAfter: lateAfter ?? 0 };
}
export const RECOVERY_NUMBERS = [...MESSAGE_RESULTS, 'replies', 'optOuts', 'collections', 'amount'] as const;

/** After the last of {@link RECOVERY_NUMBERS}, by days until payment: those that paid within 24 hours are at place 1. */
export const PAID_DAYS = 90;

/** In the experiment nobody asks about more. */
export const EXPERIMENT_DAYS = 30;

/** How many customers owe something is one number of a currency, in no month. */
export const customersName = (currency: string): string => statisticName('BOOK', '*', currency);
export const CUSTOMERS_CELL = 'customers';

const PROMISED = 'promised#';

/** The cell of what is promised until a day. */
export const promisedCell = (day: number): string => `${PROMISED}${day}`;
export const isPromisedCell = (cell: string): boolean => cell.startsWith(PROMISED);
export const dayOfPromised = (cell: string): number => Number(cell.slice(PROMISED.length));

export const RECOVERY_DIMENSIONS = ['channel', 'tone', 'attempt', 'hour', 'weekday', 'country', 'amountBand'] as const;
export type RecoveryDimension = (typeof RECOVERY_DIMENSIONS)[number];

/** The days of the week, as `Date` numbers them. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** In millionths of the currency, so that sums are whole: a message may cost less than its smallest coin. */
export const COST_UNIT = 1_000_000;

/** What messages of a row cost in a currency: the cost, and how many it is known of. */
export const costCell = (day: number, dimension: RecoveryDimension, key: string, currency: string): string =>
  `${day}|cost ${currency} ${dimension}|${key}`;

/** The currency of the costs in a cell of this dimension; undefined of another cell. */
export function currencyOfCosts(part: string, dimension: RecoveryDimension): string | undefined {
  const [kind, currency, of] = part.split(' ');
  return kind === 'cost' && of === dimension ? currency : undefined;
}

export const recoveryCell = (day: number, dimension: RecoveryDimension, key: string): string =>
  `${day}|${dimension}|${key}`;

export const sumOf = (one: Numbers, other: Numbers): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, place) => (one[place] ?? 0) + (other[place] ?? 0));

/** What is to be added where `before` was counted; a statistic, a cell or a change of nothing is left out. */
export function differenceOf(before: Figures, after: Figures): Figures {
  const changes = new Map<string, Map<string, Numbers>>();
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)];
    const cells = new Map<string, Numbers>();
    for (const cell of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
      const change = sumOf(
        is?.get(cell) ?? [],
        (was?.get(cell) ?? []).map((number) => -number),
      );
      if (change.some((number) => number !== 0)) cells.set(cell, change);
    }
    if (cells.size > 0) changes.set(name, cells);
  }
  return changes;
}

/** Sums of nothing but zeros are dropped, and zeros at an end. */
export function addStatistic(one: Statistic, other: Statistic): Map<string, Numbers> {
  const sums = new Map(one);
  for (const [cell, numbers] of other) {
    const sum = sumOf(sums.get(cell) ?? [], numbers);
    const last = sum.findLastIndex((number) => number !== 0);
    if (last === -1) sums.delete(cell);
    else sums.set(cell, sum.slice(0, last + 1));
  }
  return sums;
}
