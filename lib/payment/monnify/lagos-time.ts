/** Monnify's times, which are those of Lagos. */
import { inMinutes, readInstant, toInstant } from '#lib/payment/provider-values.ts';
import { malformed } from '#lib/payment/read-answer.ts';

/** Lagos has no daylight saving time. */
const LAGOS = { zone: '+01:00', aheadMinutes: 60 };

const DAY_FIRST = /^(\d\d)\/(\d\d)\/(\d{4}) (\d{1,2}):(\d\d):(\d\d) ([AP])M$/;
const YEAR_FIRST = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,9})?$/;

/** Reads `29/06/2023 01:20:18 PM` or `2023-06-29 13:20:18` in Lagos, or ISO with a zone. */
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
