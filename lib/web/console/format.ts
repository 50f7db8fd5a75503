/** What is told in a language: its words, the faults of fields, and money, days and instants as it writes them, in the time zone of the reader. */

import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { HOURS_DEFERRED } from '#lib/domain/follow-up/follow-up.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { ConsoleWords } from '#lib/words/console-words.ts';
import { factsOf, type Language } from '#lib/words/languages.ts';
import type { TimelineWords } from '#lib/words/timeline-words.ts';

export type Slot = FollowUpPlanResponse['slots'][number];

export type Teller = {
  words: TimelineWords;
  money: (amount: { value: number; currency: string }) => string;
  /** Short, in the time zone of the reader. */
  instant: (at: number) => string;
  day: (at: number) => string;
  /** Why a reminder comes as it comes. */
  why: (slot: Slot) => string;
};

export const reasonText = ({ reasons }: TimelineWords, reason: string | undefined): string =>
  reason === undefined ? '' : (reasons[reason] ?? spaced(reason));

export const methodText = ({ methods }: TimelineWords, method: string | null | undefined): string =>
  methods[method ?? ''] ?? spaced(method ?? '');

const spaced = (code: string): string => code.replaceAll('_', ' ');

/** The tone, and why it does not come when its turn was. */
function plainWhy({ tones, moved }: TimelineWords, { tone, reason, retryAt, deferredUntil }: Slot): string {
  if (retryAt !== undefined) return `${tones[tone]}; ${moved.channel}`;
  if (deferredUntil !== undefined)
    return `${tones[tone]}; ${reason.endsWith(HOURS_DEFERRED) ? moved.hours : moved.customer}`;
  return /quiet hours/.test(reason) ? `${tones[tone]}; ${moved.night}` : tones[tone];
}

type Amount = { value: number; currency: string };

/** With the code of the currency, which every reader knows apart. */
export const moneyIn =
  (language: Language) =>
  ({ value, currency }: Amount): string =>
    new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' }).format(value);

const written =
  (options: Intl.DateTimeFormatOptions) =>
  (language: Language, timeZone?: string) =>
  (at: number): string =>
    new Intl.DateTimeFormat(factsOf(language).locale, { ...options, ...(timeZone && { timeZone }) }).format(at);

/** `Mon, 23 Nov, 17:33`. */
export const instantIn = written({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** `Mon, 23 Nov`. */
export const dayIn = written({ weekday: 'short', day: 'numeric', month: 'short' });

/** `23 Nov 2026`. */
export const dateIn = written({ day: 'numeric', month: 'short', year: 'numeric' });

/** `23 Nov`. */
export const shortDayIn = written({ day: 'numeric', month: 'short' });

/** `12 %`, as the language writes it. */
export const shareIn =
  (language: Language) =>
  (share: number): string =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);

/** `23 November 2026 at 17:33`. */
export const longIn = written({ dateStyle: 'long', timeStyle: 'short' });

/** All that there is to know. */
export const exactIn = written({ dateStyle: 'long', timeStyle: 'long' });

/** `in 3 hours`, `2 days ago`, in its largest unit. A day ends at midnight: `tomorrow` is the next day of the calendar. */
export function awayIn(language: Language, at: number, now: number, timeZone?: string): string {
  const format = new Intl.RelativeTimeFormat(factsOf(language).locale, { numeric: 'auto' });
  const away = at - now;
  const size = Math.abs(away);
  if (size >= DAY_MS) return format.format(calendarDay(at, timeZone) - calendarDay(now, timeZone), 'day');
  if (Math.round(size / MINUTE_MS) >= 60) return format.format(Math.round(away / HOUR_MS), 'hour');
  return format.format(Math.round(away / MINUTE_MS) || 0, 'minute');
}

/** Counts the days of the calendar, on the reader's wall. */
function calendarDay(at: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(timeZone && { timeZone }) }).format(at);
  return Date.parse(`${parts}T00:00:00Z`) / DAY_MS;
}

export function tellerIn(language: Language, words: TimelineWords): Teller {
  return {
    words,
    money: moneyIn(language),
    instant: instantIn(language),
    day: dayIn(language),
    why: (slot) => plainWhy(words, slot),
  };
}

/** What differs between two faults of one kind: numbers, the code of a currency, and what there is to choose from. */
const VALUES = /(?<=one of ).+|(?<= in )[A-Z]{3}$|\d[\d,.]*(?<=\d)/g;

/** The words name the values by `#`, in their order. A fault without words is shown as the service says it. */
export function faultText({ faults, fault }: Pick<ConsoleWords, 'faults' | 'fault'>, message: string): string {
  const words = faults[message] ?? faults[message.replace(VALUES, '#')];
  if (words === undefined) return fault(message);
  const values = message.match(VALUES) ?? [];
  return words.replace(/#/g, () => values.shift() ?? '');
}

/** A promise holds to the end of its day, whose end can be the midnight after it. */
export const lastMoment = (payBy: string): number => Date.parse(payBy) - 1;

/** Noon there, so that every form of it shows the same day. */
export const noonOf = (date: string): number => Date.parse(`${date}T12:00`);

/** For how many days an unpaid debt has been late; 0 while it is not. `today` is the reader's day. */
export function daysLate({ dueDate, status }: Pick<CollectionResponse, 'dueDate' | 'status'>, today: string): number {
  if (dueDate === undefined || (status !== 'overdue' && status !== 'expired')) return 0;
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS));
}
