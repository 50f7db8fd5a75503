/** Converts between the providers' time formats and ISO instants in UTC. */
import type { Order } from '#lib/domain/payment/exchange.ts';
import { malformed } from './read-answer.ts';

export const MINUTE_MS = 60_000;

export const inMinutes = (now: Date, minutes: number): string =>
  new Date(now.getTime() + minutes * MINUTE_MS).toISOString();

/** All instants have the form of `toISOString`, because they are compared as text. */
export const earliest = (first: string, ...others: string[]): string =>
  others.reduce((min, each) => (each < min ? each : min), first);

/** The earlier of the collection's end and the provider's end. @throws when the provider's end has passed */
export function endOf({ expiresAt, now }: Pick<Order, 'expiresAt' | 'now'>, providersEnd: string): string {
  if (providersEnd <= now.toISOString()) throw malformed();
  return earliest(expiresAt, providersEnd);
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Reads an ISO time, which must name its zone. Like all readers here, it throws `malformed_answer`. */
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

/** Lagos has no daylight saving time. */
const LAGOS = { zone: '+01:00', aheadMinutes: 60 };

const DAY_FIRST = /^(\d\d)\/(\d\d)\/(\d{4}) (\d{1,2}):(\d\d):(\d\d) ([AP])M$/;
const YEAR_FIRST = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,9})?$/;

/** Reads Monnify's times: `29/06/2023 01:20:18 PM` or `2023-06-29 13:20:18` in Lagos, or ISO with a zone. */
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

/** Writes an instant in Lagos time, such as `2023-06-29 13:20:18`. */
export const toLagosTime = (instant: string): string =>
  inMinutes(new Date(instant), LAGOS.aheadMinutes).slice(0, 19).replace('T', ' ');
