/** Local times by Intl alone. A local time is held as the instant at which a clock in UTC shows it. */

import { MINUTE_MS, WEEK_MS } from '#lib/domain/time-units.ts';

/** Cached: creating a format is a thousand times slower than using it, and using it ten times slower than a look-up. */
type Zone = { format: Intl.DateTimeFormat; offsetAtWeek: Map<number, number> };

const zones = new Map<string, Zone>();

function zoneNamed(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const zone = { format, offsetAtWeek: new Map<number, number>() };
  zones.set(name, zone);
  return zone;
}

function readOffset({ format }: Zone, at: number): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(at)) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

function offsetAtWeek(zone: Zone, week: number): number {
  const known = zone.offsetAtWeek.get(week);
  if (known !== undefined) return known;
  const offset = readOffset(zone, week * WEEK_MS);
  zone.offsetAtWeek.set(week, offset);
  return offset;
}

/** Minutes by which the zone is ahead of UTC. Cached by week: no zone changes its clocks twice in a week. */
export function offsetMinutes(zoneName: string, at: number): number {
  const zone = zoneNamed(zoneName);
  const week = Math.floor(at / WEEK_MS);
  const offset = offsetAtWeek(zone, week);
  return offset === offsetAtWeek(zone, week + 1) ? offset : readOffset(zone, at);
}

export const toLocal = (zone: string, at: number): number => at + offsetMinutes(zone, at) * MINUTE_MS;

/** Correct for local times at least an hour away from a clock change. Clocks change at night. */
export function fromLocal(zone: string, local: number): number {
  const near = local - offsetMinutes(zone, local) * MINUTE_MS;
  return local - offsetMinutes(zone, near) * MINUTE_MS;
}

/** In the style of `UTC+1`. */
export function offsetText(zone: string, at: number): string {
  const minutes = offsetMinutes(zone, at);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
