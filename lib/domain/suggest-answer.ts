/** What a reply suggests to a person: that it is paid, or the day by which the customer promises to pay. */
import { ANSWER_WORDS } from '#lib/words/languages.ts';
import { dayIn, endOfDay } from './due-day.ts';
import { calendarDay, weekdayOf } from './follow-up/local-time.ts';
import { cutText } from './message/clean-text.ts';
import { parsePhone } from './phone.ts';
import { DAY_MS } from './time-units.ts';

const LANGUAGES = Object.values(ANSWER_WORDS);

/** Whole words. */
const anyOf = (patterns: readonly string[]): RegExp => new RegExp(`\\b(?:${patterns.join('|')})\\b`);

const DAYS_AHEAD: Readonly<Record<string, number>> = Object.assign({}, ...LANGUAGES.map((words) => words.daysAhead));
/** Sunday is 0. */
const WEEKDAYS = new Map(LANGUAGES.flatMap(({ weekdays }) => weekdays.map((name, place) => [name, place] as const)));
const DAY_NAME = anyOf([...Object.keys(DAYS_AHEAD), ...WEEKDAYS.keys()]);

const MONTH_END = anyOf(LANGUAGES.flatMap(({ monthEnd }) => monthEnd));
const DAY_OF_MONTH = anyOf(LANGUAGES.flatMap(({ dayOfMonth }) => dayOfMonth));

/** Of each month in all languages. */
const MONTHS = Array.from({ length: 12 }, (_month, at) => LANGUAGES.map(({ months }) => months[at]).join('|'));
const DATES = MONTHS.map((names) => {
  const number = '(\\d{1,2})(?:st|nd|rd|th|er)?';
  return new RegExp(`\\b(?:${number} (?:of |de )?(?:${names})|(?:${names}) ${number})\\b(?:,? (20\\d\\d))?`);
});

/** A promise is about a day that is near: what is further is a day that is over. */
const MAX_DAYS = 184;

/**
 * "Tomorrow", "Friday", "the 5th", "5 March", "month end", in any of the languages. A day is a number of days since
 * 1970. `sentence`: in small letters, without accents. `isAhead`: a word for a day to come, as tomorrow is.
 */
function dayNamedIn(sentence: string, today: number): { day: number; isAhead: boolean } | undefined {
  const [name = ''] = DAY_NAME.exec(sentence) ?? [];
  const ahead = DAYS_AHEAD[name];
  if (ahead !== undefined) return { day: today + ahead, isAhead: ahead > 0 };
  const day = dateIn(sentence, today) ?? nextWeekday(WEEKDAYS.get(name), today);
  return day === undefined || day > today + MAX_DAYS ? undefined : { day, isAhead: false };
}

/** After today. */
const nextWeekday = (weekday: number | undefined, today: number): number | undefined =>
  weekday === undefined ? undefined : today + ((weekday - weekdayOf(today) + 6) % 7) + 1;

function dateIn(sentence: string, today: number): number | undefined {
  const { year, month } = calendarDay(today);
  for (const [at, pattern] of DATES.entries()) {
    const [found, before, after, ofYear] = pattern.exec(sentence) ?? [];
    if (found === undefined) continue;
    const years = ofYear === undefined ? [year, year + 1] : [Number(ofYear)];
    const months = years.map((each) => 12 * each + at);
    return firstFrom(today, months, Number(before ?? after));
  }
  if (MONTH_END.test(sentence)) return Date.UTC(year, month + 1, 0) / DAY_MS;
  const number = DAY_OF_MONTH.exec(sentence)?.find((each, at) => at > 0 && each !== undefined);
  const months = [0, 1, 2].map((ahead) => 12 * year + month + ahead);
  return number === undefined ? undefined : firstFrom(today, months, Number(number));
}

/** The first of these months, counted from the year 0, that has such a day which is not over. */
function firstFrom(today: number, months: readonly number[], number: number): number | undefined {
  const dates = months.map((month) => new Date(Date.UTC(Math.floor(month / 12), month % 12, number)));
  return dates
    .filter((date, at) => date.getUTCMonth() === (months[at] ?? 0) % 12)
    .map((date) => date.getTime() / DAY_MS)
    .find((day) => day >= today);
}

/** `payBy`: ISO 8601. `quote`: the words from which it follows. */
export type Suggestion =
  | { kind: 'claim'; quote?: string; claim?: string }
  | { kind: 'promise'; quote: string; payBy: string }
  | { kind: 'dispute'; dispute: string }
  | { kind: 'reopen' };

const MAX_QUOTE = 200;

/** More of a text is not looked at. */
const MAX_READ = 500;

/** Behind a mark, which is none within a number, and before a note in brackets of what was not kept. */
const SENTENCE_ENDS = /(?<=[!?\n]|\.(?!\d))\s*|\s(?=\[)/;

const PAID = anyOf(LANGUAGES.flatMap(({ paid }) => paid));
const NOT_PAID = anyOf(LANGUAGES.flatMap(({ notPaid }) => notPaid));
const PAST = anyOf(LANGUAGES.flatMap(({ past }) => past));

/** `phone`: its country says which day it is. */
export function suggestionFor(text: string, { at, phone }: { at: Date; phone: string }): Suggestion | undefined {
  const sentences = text.slice(0, MAX_READ).split(SENTENCE_ENDS);
  const { country } = parsePhone(phone, undefined);
  const today = dayIn(country, at.getTime());
  for (const sentence of sentences) {
    const plain = withoutAccents(sentence);
    if (plain.includes('?')) continue;
    const quote = cutText(sentence.trim(), MAX_QUOTE, '…');
    const named = dayNamedIn(plain, today);
    if (PAID.test(plain) && !NOT_PAID.test(plain) && !named?.isAhead) return { kind: 'claim', quote };
    if (named !== undefined && !PAST.test(plain))
      return { kind: 'promise', quote, payBy: new Date(endOfDay(named.day, country)).toISOString() };
  }
  return undefined;
}

const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
