/** The instants of reminders that are planned by the day: in the morning of the person's zones. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/time-units.ts';
import { fromLocal, localDay, type OpeningHours, openSpanFrom } from './local-time.ts';

/** Hours of the local day, from the first to just before the second. */
const MORNING = { from: 9, until: 12 };

/** Longer than any closed time: a day on which no hour is open is followed by one that has some. */
const MAX_CLOSED_DAYS = 7;

/** `spread`: a number that differs between collections, so that not all of them are due at once. `from`: nothing is due before. */
type Morning = { hours: OpeningHours; spread: number; from: number };

/**
 * In milliseconds, on a whole minute: from 9 o'clock on in the zone where the day begins last, spread until noon there; on a day
 * that is closed, the next morning that is open. On the day of `from`, only the rest of the morning is used.
 */
export function morningOf(day: number, { hours, spread, from }: Morning): number {
  for (let next = day; next <= day + MAX_CLOSED_DAYS; next += 1) {
    const [opens, noon] = [hourOf(next, MORNING.from, hours), hourOf(next, MORNING.until, hours)];
    const start = from > opens && from < noon ? Math.ceil(from / MINUTE_MS) * MINUTE_MS : opens;
    const { opensAt, closesAt } = openSpanFrom(hours, start);
    if (opensAt > start) continue;
    const minutes = Math.max(1, Math.floor((Math.min(noon, closesAt) - start) / MINUTE_MS));
    return start + (spread % minutes) * MINUTE_MS;
  }
  return openSpanFrom(hours, hourOf(day, MORNING.from, hours)).opensAt;
}

const hourOf = (day: number, hour: number, { zones }: OpeningHours): number =>
  Math.max(...zones.map((zone) => fromLocal(zone, day * DAY_MS + hour * HOUR_MS)));

/** The person's day, in the first of their zones. */
export const dayOfPerson = ({ zones }: Pick<OpeningHours, 'zones'>, at: number): number =>
  localDay(zones[0] ?? 'UTC', at);
