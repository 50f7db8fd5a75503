/** Local times by Intl alone. A local time is held as the instant at which a clock in UTC shows it. */

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

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
  const offset = readOffset(zone, week * WEEK);
  zone.offsetAtWeek.set(week, offset);
  return offset;
}

/** Minutes by which the zone is ahead of UTC. Cached by week: no zone changes its clocks twice in a week. */
export function offsetMinutes(zoneName: string, at: number): number {
  const zone = zoneNamed(zoneName);
  const week = Math.floor(at / WEEK);
  const offset = offsetAtWeek(zone, week);
  return offset === offsetAtWeek(zone, week + 1) ? offset : readOffset(zone, at);
}

export const toLocal = (zone: string, at: number): number => at + offsetMinutes(zone, at) * MINUTE;

/** Correct for local times at least an hour away from a clock change. Clocks change at night. */
export function fromLocal(zone: string, local: number): number {
  const near = local - offsetMinutes(zone, local) * MINUTE;
  return local - offsetMinutes(zone, near) * MINUTE;
}

const FROM_COAST_TO_COAST = ['America/New_York', 'America/Los_Angeles'] as const;

/** Exceptions to "all zones of the country", and a cache, as a look-up takes a third of a millisecond. */
const COUNTRY_ZONES = new Map<string, readonly string[]>([
  // A US number shows where it was first sold, not where its owner is: it must be day on both coasts.
  ['US', FROM_COAST_TO_COAST],
  ['CA', FROM_COAST_TO_COAST],
  // Ten hours wide: no hour suits all of it, so use the zone in which most people live.
  ['RU', ['Europe/Moscow']],
  // Kosovo has a calling code, but no zone in the time zone database.
  ['XK', ['Europe/Belgrade']],
]);

/** TypeScript's library for our target does not have `getTimeZones` yet. */
type WithTimeZones = { getTimeZones: () => string[] | undefined };

/** All zones of an ISO 3166 country, or UTC if they are not known. */
export function zonesOf(country: string | undefined): readonly string[] {
  if (country === undefined) return ['UTC'];
  const known = COUNTRY_ZONES.get(country);
  if (known !== undefined) return known;
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & WithTimeZones;
  const found = locale.getTimeZones() ?? [];
  const zones = found.length > 0 ? found : ['UTC'];
  COUNTRY_ZONES.set(country, zones);
  return zones;
}
