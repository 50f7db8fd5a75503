/** When a person may be written to (messaging §2.6 step 6, decision 15): 8 to 20 by the clock of each of the zones they may be in. */
import { type Channel, HOUR, MINUTE } from './wire.ts';

export type Hours = { zones: readonly string[]; from: number; until: number; noSmsOnSunday: boolean };

/** The United States and Canada: inside both coasts' hours. */
const COASTS = ['America/New_York', 'America/Los_Angeles'];

/** `country` is the phone's. ▲ The [east, west] table of respect.md §5 replaces `zonesOf`. */
export function hoursOf(country: string | undefined): Hours {
  const isGhana = country === 'GH';
  return { zones: zonesOf(country), from: 8, until: isGhana ? 19 : 20, noSmsOnSunday: isGhana };
}

function zonesOf(country: string | undefined): readonly string[] {
  if (country === undefined) return ['UTC'];
  if (country === 'US' || country === 'CA') return COASTS;
  const zones = (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? [];
  return zones.length === 0 ? ['UTC'] : zones;
}

/** ECMA-402 has it; TypeScript's library does not yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones: () => string[] | undefined };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: '2-digit', weekday: 'short' });
  formats.set(timeZone, made);
  return made;
}

function clockOf(instant: number, zone: string): { hour: number; isSunday: boolean } {
  const text = formatOf(zone).format(instant);
  return { hour: Number(/\d+/.exec(text)?.[0]), isSunday: text.includes('Sun') };
}

/** Inside the hours of every zone. */
export function isOpen(instant: number, { zones, from, until }: Hours): boolean {
  return zones.every((zone) => {
    const { hour } = clockOf(instant, zone);
    return hour >= from && hour < until;
  });
}

/** Ghana's Sundays. */
export const isBarred = (channel: Channel, instant: number, { zones, noSmsOnSunday }: Hours): boolean =>
  noSmsOnSunday && channel === 'sms' && zones.some((zone) => clockOf(instant, zone).isSunday);

/** Every zone's hours begin at a quarter of an hour of UTC. */
const QUARTER = 15 * MINUTE;
const MAX_WAIT = 48 * HOUR;

/** The next instant at which the hours begin, given that they are closed now. */
export function nextOpening(instant: number, hours: Hours): number | undefined {
  for (let at = Math.ceil(instant / QUARTER) * QUARTER; at <= instant + MAX_WAIT; at += QUARTER)
    if (isOpen(at, hours)) return at;
  return undefined;
}
