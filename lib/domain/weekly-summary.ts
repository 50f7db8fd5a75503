/** The email that tells a member each Monday what is owed, how that has changed in a week, and which late payments are the oldest. */

import { calendarDay, fromLocal, localDay, weekdayOf } from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time/time-units.ts';
import { factsOf, type Language, MEMBER_EMAIL_WORDS } from '#lib/words/languages.ts';
import { type EmailMessage, plainEmail } from './channels/email/render.ts';
import type { Collection } from './collection.ts';
import { NOT_DUE } from './insights/age.ts';
import { bookOf, flowOf } from './insights/reports.ts';
import type { Statistic } from './insights/statistics.ts';
import { amountIn } from './message/amount.ts';
import { cleanText, cutText, escapeHtml } from './message/clean-text.ts';
import { outstandingOf } from './money.ts';

const MONDAY = 1;
const DAYS_A_WEEK = 7;
const OPENS_AT_HOUR = 7;

/** The first Monday at 7 o'clock in the zone that is after `now`. */
export function nextMonday(zone: string, now: Date): Date {
  const today = localDay(zone, now.getTime());
  const monday = today + ((MONDAY - weekdayOf(today) + DAYS_A_WEEK) % DAYS_A_WEEK);
  const at = fromLocal(zone, monday * DAY_MS + OPENS_AT_HOUR * HOUR_MS);
  return at > now.getTime() ? new Date(at) : nextMonday(zone, new Date(now.getTime() + DAY_MS));
}

/** Of one currency, in minor units. `before`: what was owed at the end of the day a week ago; `received`: in the seven days since. */
export type Week = {
  currency: string;
  owed: number;
  count: number;
  late: number;
  before: number;
  received: number;
};

/** `today` is not over and so not part of the week. */
export function weekOf(
  currency: string,
  { book: stored, flow }: { book: readonly Statistic[]; flow: readonly Statistic[] },
  today: number,
): Week {
  const book = bookOf(stored, today);
  const [first, ...days] = flowOf(flow, firstAndWeek(today), 'day', book.owed);
  const received = days.reduce((sum, { online, byHand }) => sum + online + byHand, 0);
  return {
    currency,
    owed: book.owed.minor,
    count: book.owed.count,
    late: book.owed.minor - (book.byAge.get(NOT_DUE)?.minor ?? 0),
    before: first?.closing.minor ?? 0,
    received,
  };
}

/** A currency of which there is nothing to tell is left out. */
export const isToldOf = ({ owed, before, received }: Week): boolean => owed > 0 || before > 0 || received > 0;

/** The day whose end the week began with, and the seven days after it. */
export const firstAndWeek = (today: number) => ({ from: today - DAYS_A_WEEK - 1, to: today - 1 });

type Summary = {
  merchant: string;
  weeks: readonly Week[];
  /** Those that have been late for longest. */
  oldest: readonly Collection[];
  /** In which days of the account are told. */
  zone: string;
  consoleUrl: string;
};

const LIMITS = { merchant: 60, reference: 80, name: 60 };

/** Nothing that is owed is news, too. */
export function summaryEmail({ merchant, weeks, oldest, zone, consoleUrl }: Summary, language: Language): EmailMessage {
  const { weekly } = MEMBER_EMAIL_WORDS[language];
  const told = weeks.length === 0 ? [[weekly.nothing]] : weeks.map((week) => sentencesOf(week, language));
  const list = oldest.map((collection) => lineOf(collection, zone, language));
  const blocks = [...told, ...(list.length === 0 ? [] : [[weekly.oldest, ...list]])];
  const html = [
    ...blocks.map((lines) => paragraph(lines.map(escapeHtml).join('<br>'))),
    paragraph(`<a href="${escapeHtml(consoleUrl)}">${escapeHtml(weekly.button)}</a>`),
    paragraph(escapeHtml(weekly.why)),
  ];
  return plainEmail({
    subject: weekly.subject(short(merchant, LIMITS.merchant)),
    text: [...blocks.map((lines) => lines.join('\n')), `${weekly.button}:\n${consoleUrl}`, weekly.why].join('\n\n'),
    html: html.join(''),
  });
}

const paragraph = (html: string): string => `<p>${html}</p>`;

const short = (text: string, limit: number): string => cutText(cleanText(text), limit, '…');

function sentencesOf({ currency, owed, count, late, before, received }: Week, language: Language): string[] {
  const { weekly } = MEMBER_EMAIL_WORDS[language];
  const amount = (minor: number) => amountIn(language, { minor, currency });
  const change = owed - before;
  const changed = change === 0 ? weekly.unchanged : weekly[change > 0 ? 'more' : 'less'](amount(Math.abs(change)));
  return [
    weekly.owed(amount(owed), count),
    changed,
    weekly.received(amount(received)),
    ...(late > 0 ? [weekly.late(amount(late))] : []),
  ];
}

function lineOf(collection: Collection, zone: string, language: Language): string {
  const { contact, reference, createdAt, dueDay } = collection;
  const day = calendarDay(dueDay ?? localDay(zone, Date.parse(createdAt)));
  const { weekly } = MEMBER_EMAIL_WORDS[language];
  const since = factsOf(language).day(day);
  return [
    amountIn(language, outstandingOf(collection)),
    short(`${contact.firstName} ${contact.lastName}`, LIMITS.name),
    short(reference, LIMITS.reference),
    dueDay === undefined ? weekly.asked(since) : weekly.due(since),
  ].join(' · ');
}
