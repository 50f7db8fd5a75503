/** The sums that the first screen shows. Pure: time is an argument. */
import type { BookResponse } from '#lib/contract/book.ts';
import type { ExperimentResponse, FlowResponse, RecoveryResponse } from '#lib/contract/insights.ts';
import { NOT_DUE } from '#lib/domain/insights/age.ts';
import { dayOf } from './typed-values.ts';

export type Money = { value: number; currency: string };

/** Days of the reader's calendar, both included. */
export type DayRange = { from: string; to: string };

export type Home = {
  book: BookResponse;
  weeks: FlowResponse;
  month: FlowResponse;
  /** From a week ago, and as many days of the month before as this one has had. */
  lately: FlowResponse;
  monthBefore: FlowResponse;
  channels: RecoveryResponse;
  hours: RecoveryResponse;
  attempts: RecoveryResponse;
  experiment: ExperimentResponse;
};

/** The reader's month, until today. */
export const monthUntil = (now: number): DayRange => ({ from: `${dayOf(now).slice(0, -2)}01`, to: dayOf(now) });

/** As many days of the month before as this one has had, or all of a shorter one. */
export function sameDaysBefore(now: number): DayRange {
  const [year = 0, month = 0, day = 0] = dayOf(now).split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1, 0));
  const prefix = last.toISOString().slice(0, 'yyyy-mm-'.length);
  return { from: `${prefix}01`, to: `${prefix}${String(Math.min(day, last.getUTCDate())).padStart(2, '0')}` };
}

/** By how much more is owed than at the end of the flow's first step; undefined where there is none. */
export function changeIn(flow: FlowResponse, currency: string): Money | undefined {
  const steps = stepsIn(flow, currency);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { currency, value: sumOf([last.closing.amount.value, -first.closing.amount.value]) };
}

/** The one with most collections comes first. */
export function currenciesOf({ book, weeks }: Pick<Home, 'book' | 'weeks'>): string[] {
  const owed = book.currencies.toSorted((one, other) => other.count - one.count).map(({ currency }) => currency);
  return [...new Set([...owed, ...weeks.currencies.map(({ currency }) => currency)])];
}

type CurrencyBook = BookResponse['currencies'][number];
export type FlowStep = FlowResponse['currencies'][number]['steps'][number];
export type RecoveryRow = RecoveryResponse['rows'][number];

export const bookIn = ({ book }: Pick<Home, 'book'>, currency: string): CurrencyBook | undefined =>
  book.currencies.find((each) => each.currency === currency);

export const stepsIn = (flow: FlowResponse, currency: string): FlowStep[] =>
  flow.currencies.find((each) => each.currency === currency)?.steps ?? [];

/** As money of one currency is added: without the last digits that only binary fractions have. */
export const sumOf = (values: readonly number[]): number =>
  Number(values.reduce((sum, value) => sum + value, 0).toFixed(4));

/** All that is owed and late. */
export function lateIn({ currency, byAge }: CurrencyBook): { amount: Money; count: number } {
  const late = byAge.filter(({ age }) => age !== NOT_DUE);
  const value = sumOf(late.map(({ amount }) => amount.value));
  return { amount: { value, currency }, count: late.reduce((sum, { count }) => sum + count, 0) };
}

export const receivedIn = ({ received: { online, byHand } }: FlowStep): Money => ({
  ...online,
  value: sumOf([online.value, byHand.value]),
});

/** Without what came again: a refund that failed, a dispute that was won. */
export const returnedIn = ({ returned, restored }: Pick<FlowStep, 'returned' | 'restored'>): Money => ({
  ...returned,
  value: sumOf([returned.value, -restored.value]),
});

/** All that were sent, whatever became of them. */
export const messagesOf = ({ sent, delivered, read: wasRead, failed, unknown }: RecoveryRow): number =>
  sent + delivered + wasRead + failed + unknown;

/** Of the first messages; null while nobody has paid after one. */
export const medianDaysOf = ({ attempts }: Pick<Home, 'attempts'>): number | null =>
  attempts.rows.find(({ key }) => key === '1')?.medianDays ?? null;

const MONDAY_FIRST = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export type HourRow = { hour: number; days: (RecoveryRow | undefined)[] };

/** The hours from the first to the last that has messages, each with its days from Monday on. */
export function hoursOf({ rows }: RecoveryResponse): HourRow[] {
  const hours = rows.map(({ key }) => Number(key.split('-')[1]));
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => {
    const hour = first + index;
    const days = MONDAY_FIRST.map((day) => rows.find(({ key }) => key === `${day}-${String(hour).padStart(2, '0')}`));
    return { hour, days };
  });
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Round numbers from 0 to at least the most, three to five steps of them. */
export function scaleOf(most: number): number[] {
  if (most <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = power * (STEPS.find((size) => most / (size * power) <= 4) ?? 10);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
