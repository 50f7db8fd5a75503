/** What a customer's reply seems to say: that it is paid, or the day on which it will be. A suggestion with its quote; only a person acts on it. */

import { ANSWER_WORDS } from '#lib/words/languages.ts';
import { dayIn, endOfDay } from './due-day.ts';
import { cutText } from './message/clean-text.ts';
import { parsePhone } from './phone.ts';

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
const ENDS = /(?<=[!?\n]|\.(?!\d))\s*|\s(?=\[)/;

const LANGUAGES = Object.values(ANSWER_WORDS);

const DAYS_AHEAD: Readonly<Record<string, number>> = Object.assign({}, ...LANGUAGES.map((words) => words.daysAhead));
/** Sunday is 0. */
const WEEKDAYS = new Map(LANGUAGES.flatMap(({ weekdays }) => weekdays.map((name, place) => [name, place] as const)));

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(`\\b(${patterns.join('|')})\\b`);

const PAID = anyOf(LANGUAGES.flatMap(({ paid }) => paid));
const NOT_PAID = anyOf(LANGUAGES.flatMap(({ notPaid }) => notPaid));
const PAST = anyOf(LANGUAGES.flatMap(({ past }) => past));
const NAMED_DAY = anyOf([...WEEKDAYS.keys(), ...Object.keys(DAYS_AHEAD)]);

/** `phone`: its country says which day it is. */
export function suggestionFor(text: string, { at, phone }: { at: Date; phone: string }): Suggestion | undefined {
  const sentences = text.slice(0, MAX_READ).split(ENDS);
  for (const sentence of sentences) {
    const plain = withoutAccents(sentence);
    if (plain.includes('?')) continue;
    const quote = cutText(sentence.trim(), MAX_QUOTE, '…');
    const [, day] = NAMED_DAY.exec(plain) ?? [];
    const isToCome = day !== undefined && (DAYS_AHEAD[day] ?? 0) > 0;
    if (PAID.test(plain) && !NOT_PAID.test(plain) && !isToCome) return { kind: 'claim', quote };
    if (day !== undefined && !PAST.test(plain)) return { kind: 'promise', quote, payBy: dayNamed(day, { at, phone }) };
  }
  return undefined;
}

const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** The next day with this name, after today; its end. */
function dayNamed(name: string, { at, phone }: { at: Date; phone: string }): string {
  const { country } = parsePhone(phone, undefined);
  const today = dayIn(country, at.getTime());
  const weekday = WEEKDAYS.get(name);
  // The first of January 1970 was a Thursday.
  const ahead = weekday === undefined ? (DAYS_AHEAD[name] ?? 0) : ((weekday - ((today + 4) % 7) + 6) % 7) + 1;
  return new Date(endOfDay(today + ahead, country)).toISOString();
}
