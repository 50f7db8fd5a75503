/** The words of the workbench: times, money, and the timeline as a developer wants it told. */

import * as telling from '#lib/web/console/format.ts';
import { tellerIn } from '#lib/web/console/format.ts';
import { CONSOLE_WORDS, DEFAULT_LANGUAGE } from '#lib/words/languages.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** In its two largest units, such as `1 day 3 hours`; what is less than a minute is `less than a minute`. */
export function duration(ms: number): string {
  let rest = Math.abs(ms);
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(counted(count, unit));
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(' ') || 'less than a minute';
}

/** `in 3 hours`, `2 days ago`, `just now`. */
export function relative(at: number, now: number): string {
  const away = at - now;
  if (Math.abs(away) < MINUTE / 2) return 'just now';
  return away > 0 ? `in ${duration(away)}` : `${duration(away)} ago`;
}

type Format = { timeZone?: string };

/** `Mon 23 Nov, 17:33`, in the time zone of the reader. */
export const shortInstant = (at: number, { timeZone }: Format = {}): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  })
    .format(at)
    .replace(/^(\w+), /, '$1 ');

/** `17:33`. */
export const hourAndMinute = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);

/** `23 November 2026 at 17:33:05 UTC+1`: all that there is to know. */
export const exactInstant = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' }).format(at);

/** What an input of the kind `datetime-local` holds, to the minute. */
export function forInput(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * MINUTE);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** The service's own reason tells a developer more than plain words. */
export const teller: telling.Teller = {
  ...tellerIn(DEFAULT_LANGUAGE),
  instant: shortInstant,
  why: ({ tone, reason }) => `${tone}, ${withTimes(lowerFirst(reason))}`,
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Instants in a text as people write them. */
const withTimes = (text: string): string => text.replace(INSTANT, (instant) => shortInstant(Date.parse(instant)));

export const { money } = teller;

const { timeline } = CONSOLE_WORDS[DEFAULT_LANGUAGE];

export const CHANNEL_NAMES = timeline.channels;

export const methodText = (method: string | null | undefined): string => telling.methodText(timeline, method);
