/** Local days, counted from 1970, in the zones of a person. */

import { fromLocal, toLocal } from '#lib/domain/follow-up/time-zones.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time-units.ts';

export const localDay = (zone: string, at: number): number => Math.floor(toLocal(zone, at) / DAY_MS);

/** Some zones change their clocks at midnight, and the day then begins an hour later. */
export function startOfDay(zone: string, day: number): number {
  const midnight = fromLocal(zone, day * DAY_MS);
  return localDay(zone, midnight) < day ? midnight + HOUR_MS : midnight;
}

/** 0 is Sunday: the first of January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (day + 4) % 7;
