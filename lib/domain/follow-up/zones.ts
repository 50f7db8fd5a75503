/** Where a contact may be: the time zones of a country. */

const FROM_COAST_TO_COAST = ['America/New_York', 'America/Los_Angeles'] as const;

/** Where the zones to go by are not simply all those of the country; then those looked up, which takes a third of a millisecond. */
const ZONES = new Map<string, readonly string[]>([
  // A number tells the area it was first sold in, not where its owner is: both coasts have to be awake.
  ['US', FROM_COAST_TO_COAST],
  ['CA', FROM_COAST_TO_COAST],
  // Ten hours wide: no hour of the day suits everybody, so where most people live.
  ['RU', ['Europe/Moscow']],
  // Kosovo has a calling code but no zone in the database.
  ['XK', ['Europe/Belgrade']],
]);

/** TypeScript's library for our target does not have it yet. */
type WithTimeZones = { getTimeZones: () => string[] | undefined };

/** All zones of an ISO 3166 country that a contact may live by; UTC where nothing is known. */
export function zonesOf(country: string | undefined): readonly string[] {
  if (country === undefined) return ['UTC'];
  const known = ZONES.get(country);
  if (known !== undefined) return known;
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & WithTimeZones;
  const found = locale.getTimeZones() ?? [];
  const zones = found.length > 0 ? found : ['UTC'];
  ZONES.set(country, zones);
  return zones;
}
