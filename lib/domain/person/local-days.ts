/** Local days, counted from 1970, in the zones of a person. */
import { fromLocal, toLocal } from '#lib/domain/follow-up/time-zones.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const localDay = (zone: string, at: number): number => Math.floor(toLocal(zone, at) / DAY);

/** Some zones change their clocks at midnight, and the day then begins an hour later. */
export function startOfDay(zone: string, day: number): number {
  const midnight = fromLocal(zone, day * DAY);
  return localDay(zone, midnight) < day ? midnight + HOUR : midnight;
}

/** 0 is Sunday: the first of January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (day + 4) % 7;
