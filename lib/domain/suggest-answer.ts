/** What a customer's reply seems to say: that it is paid, or the day on which it will be. A suggestion with its quote; only a person acts on it. */
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

/** Without accents, in small letters: English, French, Portuguese and Swahili. */
const PAID =
  /\b(?:paid|sent (?:the|your|d?) ?money|transferred|(?:deja|ai|avons) (?:deja )?paye|paye|(?:ja )?paguei|(?:ja|esta|foi) pago|nimelipa|nimeshalipa|nilishalipa|nililipa|tumelipa)\b/;
const NOT_PAID =
  /\b(?:not|never|n't|haven'?t|didn'?t|can'?t|cannot|unpaid|pas|jamais|nao|nunca|sija\w*|hatuja\w*|if|when|how|where|comment|quand|como|quando|lini|vipi)\b|\?/;

/** Sunday is 0. */
const WEEKDAYS: Readonly<Record<string, number>> = {
  ...{ sunday: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6 },
  ...{ dimanche: 0, lundi: 1, mardi: 2, mercredi: 3, jeudi: 4, vendredi: 5, samedi: 6 },
  ...{ domingo: 0, segunda: 1, terca: 2, quarta: 3, quinta: 4, sexta: 5, sabado: 6 },
  ...{ jumapili: 0, jumatatu: 1, jumanne: 2, jumatano: 3, alhamisi: 4, ijumaa: 5, jumamosi: 6 },
};

const DAYS_AHEAD: Readonly<Record<string, number>> = {
  ...{ today: 0, tonight: 0, tomorrow: 1 },
  ...{ "aujourd'hui": 0, demain: 1 },
  ...{ hoje: 0, amanha: 1 },
  ...{ leo: 0, kesho: 1 },
};

const NAMED_DAY = new RegExp(`\\b(${[...Object.keys(WEEKDAYS), ...Object.keys(DAYS_AHEAD)].join('|')})\\b`);
const PAST = /\b(?:last|yesterday|hier|dernier|derniere|ontem|passad[ao]|jana|iliyopita)\b/;

/** `phone`: its country says which day it is. */
export function suggestionFor(text: string, { at, phone }: { at: Date; phone: string }): Suggestion | undefined {
  const sentences = text.slice(0, MAX_READ).split(/(?<=[.!?\n])\s*/);
  for (const sentence of sentences) {
    const plain = withoutAccents(sentence);
    const quote = cutText(sentence.trim(), MAX_QUOTE, '…');
    if (PAID.test(plain) && !NOT_PAID.test(plain)) return { kind: 'claim', quote };
    const [, name] = NAMED_DAY.exec(plain) ?? [];
    if (name !== undefined && !PAST.test(plain) && !/\?\s*$/.test(plain))
      return { kind: 'promise', quote, payBy: dayNamed(name, { at, phone }) };
  }
  return undefined;
}

const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** The next day with this name, after today; its end. */
function dayNamed(name: string, { at, phone }: { at: Date; phone: string }): string {
  const { country } = parsePhone(phone, undefined);
  const today = dayIn(country, at.getTime());
  const weekday = WEEKDAYS[name];
  // The first of January 1970 was a Thursday.
  const ahead = weekday === undefined ? (DAYS_AHEAD[name] ?? 0) : ((weekday - ((today + 4) % 7) + 6) % 7) + 1;
  return new Date(endOfDay(today + ahead, country)).toISOString();
}
