/** The time zones in which a contact may be, by the country and the area code of the phone. */

/**
 * Countries with several zones: first the zone in which most people live, then the eastern and the western end, where it is
 * not an end itself. The clocks of all other places show a time between those of the ends, except where fewer than
 * five thousand people live. A country that is not listed has the same time everywhere.
 */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['AU', ['Australia/Sydney', 'Australia/Perth']],
  ['BR', ['America/Sao_Paulo', 'America/Rio_Branco']],
  ['CA', ['America/Toronto', 'America/St_Johns', 'America/Vancouver']],
  ['CD', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
  ['CL', ['America/Santiago', 'America/Punta_Arenas', 'Pacific/Easter']],
  ['CN', ['Asia/Shanghai', 'Asia/Urumqi']],
  ['EC', ['America/Guayaquil', 'Pacific/Galapagos']],
  ['ES', ['Europe/Madrid', 'Atlantic/Canary']],
  ['FM', ['Pacific/Pohnpei', 'Pacific/Chuuk']],
  ['GL', ['America/Nuuk']],
  ['ID', ['Asia/Jakarta', 'Asia/Jayapura']],
  ['KI', ['Pacific/Tarawa', 'Pacific/Kiritimati']],
  ['MN', ['Asia/Ulaanbaatar', 'Asia/Hovd']],
  ['MX', ['America/Mexico_City', 'America/Cancun', 'America/Tijuana']],
  ['NZ', ['Pacific/Auckland']],
  ['PF', ['Pacific/Tahiti', 'Pacific/Marquesas']],
  ['PG', ['Pacific/Port_Moresby', 'Pacific/Bougainville']],
  ['PT', ['Europe/Lisbon', 'Atlantic/Azores']],
  // Its ends share two hours: docs/decisions/0028-rules-for-people.md.
  ['RU', ['Europe/Moscow']],
  ['UA', ['Europe/Kyiv']],
  ['US', ['America/New_York', 'America/Los_Angeles']],
  // Kosovo has a calling code, but no zone in the time zone database.
  ['XK', ['Europe/Belgrade']],
]);

/**
 * The area codes of the United States and Canada outside the ends of their country. Most owners live there, but a number
 * moves with its owner, so the ends hold for them, too.
 */
const AREAS = [
  { start: '+1808', zone: 'Pacific/Honolulu' },
  { start: '+1907', zone: 'America/Anchorage' },
] as const;

export const areaZoneOf = (phone: string): string | undefined =>
  AREAS.find(({ start }) => phone.startsWith(start))?.zone;

/** `country` is in ISO 3166, and `areaZone` is known for few phones. */
export type Whereabouts = { country?: string | undefined; areaZone?: string | undefined };

/** The contact's own zone first, as far as it is known. UTC if the country is not known or has none. */
export function zonesOf({ country, areaZone }: Whereabouts): readonly string[] {
  const zones = country === undefined ? ['UTC'] : (ENDS.get(country) ?? soleZoneOf(country));
  return areaZone === undefined ? zones : [areaZone, ...zones];
}

/** TypeScript's library for our target does not have `getTimeZones` yet. */
type WithTimeZones = { getTimeZones: () => string[] | undefined };

/** A cache, as a look-up takes a third of a millisecond. */
const sole = new Map<string, readonly string[]>();

function soleZoneOf(country: string): readonly string[] {
  const known = sole.get(country);
  if (known !== undefined) return known;
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & WithTimeZones;
  const zones = [locale.getTimeZones()?.[0] ?? 'UTC'];
  sole.set(country, zones);
  return zones;
}
