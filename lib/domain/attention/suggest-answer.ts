/** What a reply suggests to a person: that it is paid, or the day by which the customer promises to pay. */

import { dateOrderIn } from '#lib/domain/date-order.ts';
import { cutText } from '#lib/domain/message/clean-text.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { dayIn, endOfDay } from '#lib/domain/time/due-day.ts';
import { calendarDay, weekdayOf } from '#lib/domain/time/local-time.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { ANSWER_WORDS } from '#lib/words/languages.ts';

const LANGUAGES = Object.values(ANSWER_WORDS);

/** Whole words. */
const anyOf = (patterns: readonly string[]): RegExp => new RegExp(`\\b(?:${patterns.join('|')})\\b`);

const DAYS_AHEAD: Readonly<Record<string, number>> = Object.assign({}, ...LANGUAGES.map((words) => words.daysAhead));
const DAY_NAME = anyOf(Object.keys(DAYS_AHEAD));
/** Sunday is 0. */
const WEEKDAYS = Array.from(
  { length: 7 },
  (_day, place) =>
    new RegExp(LANGUAGES.map(({ weekdays, weekdayEnd = '\\b' }) => `\\b${weekdays[place]}${weekdayEnd}`).join('|')),
);

const MONTH_END = anyOf(LANGUAGES.flatMap(({ monthEnd }) => monthEnd));
const NEXT_MONTHS = LANGUAGES.flatMap(({ nextMonth }) => nextMonth);
const NEXT_MONTH = new RegExp(`^,? ?(?:${NEXT_MONTHS.join('|')})\\b`);
const NEXT_WEEK = anyOf(LANGUAGES.flatMap(({ nextWeek }) => nextWeek));
const DAY_OF_MONTH = anyOf(LANGUAGES.flatMap(({ dayOfMonth }) => dayOfMonth));

const NUMBERS: Readonly<Record<string, number>> = Object.assign({}, ...LANGUAGES.map(({ numbers }) => numbers));
const afterNumber = (patterns: readonly string[]): RegExp =>
  anyOf(patterns.map((pattern) => pattern.replace('{n}', `(\\d{1,2}|${Object.keys(NUMBERS).join('|')})`)));
const IN_DAYS = afterNumber(LANGUAGES.flatMap(({ inDays }) => inDays));
const IN_WEEKS = afterNumber(LANGUAGES.flatMap(({ inWeeks }) => inWeeks));

/** Of each month in all languages. */
const MONTHS = Array.from({ length: 12 }, (_month, at) => LANGUAGES.map(({ months }) => months[at]).join('|'));
const DATES = MONTHS.map((names) => {
  const number = '(\\d{1,2})(?:st|nd|rd|th|er)?';
  return new RegExp(`\\b(?:${number} (?:of |de )?(?:${names})|(?:${names}) ${number})\\b(?:,? (20\\d\\d))?`);
});

/** "15/12", "15.12.2026". Two single figures may be a fraction, unless a word says that it is a day. */
const NUMERIC =
  /(?<![\d/.,-])(\d{1,2})(?:\/(\d{1,2})(?:\/(20\d\d|\d\d))?|([.-])(\d{1,2})\4(20\d\d|\d\d))(?![\d/-]|[.,]\d)/;
const BEFORE_DATE = new RegExp(`\\b(?:${LANGUAGES.flatMap(({ before }) => before).join('|')}) ?$`);

/** After a number of a day: the rest of a sum, or what is counted. */
const COUNTED =
  /^(?:[.,:]?\s?\d|\s?(?:%|\p{Sc}|(?:f|fcfa|cfa|xof|xaf|eur|euros?|usd|dollars?|ngn|nairas?|kes|ksh|kshs|shillings?|ghs|cedis?|rwf|ugx|tzs|tsh|zar|mil(?:le)?|million|k|kg|pcs)\b)|\s(?:payments?|instal+ments?|parts?|portion|times?|reminders?|orders?|invoices?|floor|half|batch|messages?|bills?|versements?|paiements?|rappels?|fois|parcelas?|prestac\S+|malipo|awamu)\b)/u;

const PAYING = anyOf(LANGUAGES.flatMap(({ paying }) => paying));
const BESIDE = new Set(LANGUAGES.flatMap(({ beside }) => beside.split(' ')));
const DAYS = [DAY_NAME, ...WEEKDAYS, ...DATES, NEXT_WEEK, MONTH_END, DAY_OF_MONTH, IN_DAYS, IN_WEEKS];

/** "Tomorrow please", and "I pay tomorrow", but not "call me tomorrow". */
function isAboutPaying(sentence: string): boolean {
  if (PAYING.test(sentence)) return true;
  const rest = DAYS.reduce((left, day) => left.replace(day, ' '), sentence).replace(anyOf(NEXT_MONTHS), ' ');
  return (rest.match(/\p{L}+/gu) ?? []).every((word) => BESIDE.has(word));
}

/** A promise is about a day that is near: what is further is a day that is over. */
const MAX_DAYS = 184;

type NamedDay = { day: number; isAhead: boolean };

/**
 * "Tomorrow", "Friday", "the 5th", "5 March", "15/12", "in 3 days", "month end", in any of the languages. A day is a number of days
 * since 1970. `sentence`: in small letters, without accents. `isAhead`: a word for a day to come, as tomorrow is.
 */
function dayNamedIn(sentence: string, today: number, country: string | undefined): NamedDay | undefined {
  const ahead = DAYS_AHEAD[DAY_NAME.exec(sentence)?.[0] ?? ''];
  if (ahead !== undefined) return { day: today + ahead, isAhead: ahead > 0 };
  const counted = countedIn(sentence, today);
  if (counted !== undefined) return { day: counted, isAhead: true };
  const day = dateIn(sentence, today) ?? numericDateIn(sentence, today, country) ?? weekdayIn(sentence, today);
  return day === undefined || day > today + MAX_DAYS ? undefined : { day, isAhead: false };
}

/** In so many days or weeks. */
function countedIn(sentence: string, today: number): number | undefined {
  const count = (pattern: RegExp) => {
    const found = pattern.exec(sentence)?.find((each, at) => at > 0 && each !== undefined);
    return found === undefined ? undefined : (NUMBERS[found] ?? Number(found));
  };
  const [days, weeks] = [count(IN_DAYS), count(IN_WEEKS)];
  if (days !== undefined) return today + days;
  return weeks === undefined ? undefined : today + 7 * weeks;
}

/** The first one that is named, after today; of next week by its end, where no day of it is named. */
function weekdayIn(sentence: string, today: number): number | undefined {
  const [first] = WEEKDAYS.map((name, place) => ({ place, at: name.exec(sentence)?.index ?? -1 }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  // The week begins on Monday.
  const daysSinceMonday = (weekday: number) => (weekday + 6) % 7;
  const nextMonday = today + 7 - daysSinceMonday(weekdayOf(today));
  if (NEXT_WEEK.test(sentence)) return nextMonday + (first === undefined ? 6 : daysSinceMonday(first.place));
  return first === undefined ? undefined : today + ((first.place - weekdayOf(today) + 6) % 7) + 1;
}

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
  const named = DAY_OF_MONTH.exec(sentence);
  const number = named?.find((each, at) => at > 0 && each !== undefined);
  if (named === null || number === undefined) return undefined;
  const behind = sentence.slice(named.index + named[0].length);
  if (COUNTED.test(behind)) return undefined;
  const isNext = NEXT_MONTH.test(behind);
  const months = (isNext ? [1] : [0, 1, 2]).map((ahead) => 12 * year + month + ahead);
  return firstFrom(today, months, Number(number));
}

/** Where the country does not say which number is the day, and the numbers do not either, nothing. */
function numericDateIn(sentence: string, today: number, country: string | undefined): number | undefined {
  const found = NUMERIC.exec(sentence);
  if (found === null || COUNTED.test(sentence.slice(found.index + found[0].length))) return undefined;
  const [, first = '', second = found[5] ?? '', , , , yearBehindDot] = found;
  const ofYear = found[3] ?? yearBehindDot;
  const isFraction = ofYear === undefined && first.length === 1 && second.length === 1;
  if (isFraction && !BEFORE_DATE.test(sentence.slice(0, found.index))) return undefined;
  const [day, month] = dayAndMonth(Number(first), Number(second), country) ?? [];
  if (day === undefined || month === undefined) return undefined;
  const { year } = calendarDay(today);
  const years = ofYear === undefined ? [year, year + 1] : [Number(ofYear) + (ofYear.length === 2 ? 2000 : 0)];
  return firstFrom(
    today,
    years.map((each) => 12 * each + month - 1),
    day,
  );
}

function dayAndMonth(first: number, second: number, country: string | undefined): [number, number] | undefined {
  const order = dateOrderIn(country);
  if (first > 12 || (order === 'dmy' && second <= 12)) return second >= 1 && second <= 12 ? [first, second] : undefined;
  if (second > 12 || order === 'mdy') return [second, first];
  return undefined;
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
const NEGATED = anyOf(LANGUAGES.flatMap(({ negated }) => negated));
const PAST = anyOf(LANGUAGES.flatMap(({ past }) => past));

/** What stands in quotation marks is somebody else's: phones answer a message by its text, as in `Liked “…”`. */
const QUOTED = /“[^”]*(?:”|$)|«[^»]*(?:»|$)|„[^“”]*(?:[“”]|$)|"[^"]*(?:"|$)/g;

/** A subject that answers ours. */
const ANSWERED_SUBJECT = /^\s*(?:re|r[ée]f?|aw|sv|res)\s*:/i;

type ReplyContext = {
  at: Date;
  /** Its country says which day it is, and how days are written. */
  phone: string;
  /** Texts that were sent to the customer: what they say suggests nothing. */
  ours?: readonly string[];
};

export function suggestionFor(text: string, { at, phone, ours = [] }: ReplyContext): Suggestion | undefined {
  if (ANSWERED_SUBJECT.test(text)) return undefined;
  const sentences = text.slice(0, MAX_READ).replace(QUOTED, ' ').split(SENTENCE_ENDS);
  const { country } = parsePhone(phone, undefined);
  const today = dayIn(country, at.getTime());
  const sent = ours.map(plainWords);
  for (const sentence of sentences) {
    const plain = withoutAccents(sentence);
    if (plain.includes('?') || sent.some((message) => message.includes(plainWords(sentence)))) continue;
    const quote = cutText(sentence.trim(), MAX_QUOTE, '…');
    const named = dayNamedIn(plain, today, country);
    if (PAID.test(plain) && !NOT_PAID.test(plain) && !named?.isAhead) return { kind: 'claim', quote };
    if (named !== undefined && !PAST.test(plain) && !NEGATED.test(plain) && isAboutPaying(plain))
      return { kind: 'promise', quote, payBy: new Date(endOfDay(named.day, country)).toISOString() };
  }
  return undefined;
}

const plainWords = (text: string): string =>
  withoutAccents(text)
    .replace(/[\s.…]+/g, ' ')
    .trim();

const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
