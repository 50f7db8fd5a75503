/** Times as the providers write them. */
import type { Order } from '#lib/domain/payment/exchange.ts';
import { malformed } from './read-answer.ts';

export const MINUTE_MS = 60_000;

export const inMinutes = (now: Date, minutes: number): string =>
  new Date(now.getTime() + minutes * MINUTE_MS).toISOString();

/** Of instants in the form of `toISOString`. */
export const earliest = (first: string, ...others: string[]): string =>
  others.reduce((min, each) => (each < min ? each : min), first);

/** When a session ends that the provider keeps open until then; one that has ended already is not what was asked for. */
export function endOf({ expiresAt, now }: Pick<Order, 'expiresAt' | 'now'>, providersEnd: string): string {
  if (providersEnd <= now.toISOString()) throw malformed();
  return earliest(expiresAt, providersEnd);
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** An ISO time with its zone. */
export function readInstant(value: unknown): string {
  if (typeof value !== 'string' || !ZONED.test(value)) throw malformed();
  return toInstant(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

export function readEpochSeconds(value: unknown): string {
  if (!Number.isSafeInteger(value)) throw malformed();
  return toInstant((value as number) * 1000);
}

function toInstant(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw malformed();
  return date.toISOString();
}

/** Lagos keeps West Africa Time the whole year. */
const LAGOS = { zone: '+01:00', aheadMinutes: 60 };

const DAY_FIRST = /^(\d\d)\/(\d\d)\/(\d{4}) (\d{1,2}):(\d\d):(\d\d) ([AP])M$/;
const YEAR_FIRST = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,9})?$/;

/** Monnify's: `29/06/2023 01:20:18 PM` and `2023-06-29 13:20:18`, both local to Lagos, or ISO. */
export function readLagosTime(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const [, day, month, year, hour, minute, second, half] = DAY_FIRST.exec(text) ?? [];
  if (hour !== undefined) {
    if (Number(hour) < 1 || Number(hour) > 12) throw malformed();
    const hours = String((Number(hour) % 12) + (half === 'P' ? 12 : 0)).padStart(2, '0');
    return toInstant(`${year}-${month}-${day}T${hours}:${minute}:${second}${LAGOS.zone}`);
  }
  const [, date, time] = YEAR_FIRST.exec(text) ?? [];
  return date === undefined ? readInstant(value) : toInstant(`${date}T${time}${LAGOS.zone}`);
}

/** `2023-06-29 13:20:18`, on the clocks of Lagos. */
export const toLagosTime = (instant: string): string =>
  inMinutes(new Date(instant), LAGOS.aheadMinutes).slice(0, 19).replace('T', ' ');
