/** What a customer's reply seems to say: that it is paid, or the day on which it will be. A suggestion with its quote; only a person acts on it. */

import { ANSWER_WORDS } from '#lib/words/languages.ts';
import { dayIn, endOfDay } from './due-day.ts';
import { cutText } from './message/clean-text.ts';
import { anyOf, dayNamedIn } from './named-day.ts';
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

const PAID = anyOf(LANGUAGES.flatMap(({ paid }) => paid));
const NOT_PAID = anyOf(LANGUAGES.flatMap(({ notPaid }) => notPaid));
const PAST = anyOf(LANGUAGES.flatMap(({ past }) => past));

/** `phone`: its country says which day it is. */
export function suggestionFor(text: string, { at, phone }: { at: Date; phone: string }): Suggestion | undefined {
  const sentences = text.slice(0, MAX_READ).split(ENDS);
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
