/** The hours in which a person may get messages: 8 to 20 in every time zone of their country (docs/decisions/0015-plans-are-computed.md). */
import { createHash } from 'node:crypto';
import { type Channel, DAY, MINUTE } from './wire.ts';

export type Hours = {
  zones: readonly string[];
  from: number;
  until: number;
  noSmsOnSunday: boolean;
  closedOnSunday: boolean;
};

const MIN_COMMON_HOURS = 4;

/** `country` is that of the phone, else that of the account. */
export function hoursOf(country: string | undefined, now: number): Hours {
  const isGhana = country === 'GH';
  const hours = { from: 8, until: isGhana ? 19 : 20, noSmsOnSunday: isGhana, closedOnSunday: false };
  const zones = zonesOf(country);
  return {
    ...hours,
    zones: zones.length > 1 && commonHours(zones, now) < MIN_COMMON_HOURS ? zones.slice(0, 1) : zones,
  };
}

/** With SMS as the only channel, a day without SMS has no reminders at all. */
export const hoursFor = (hours: Hours, channels: readonly Channel[]): Hours => ({
  ...hours,
  closedOnSunday: hours.noSmsOnSunday && channels.every((channel) => channel === 'sms'),
});

/** Time zones of countries: both coasts of Canada and the United States, and the zones of most people in Russia. */
const KNOWN: Record<string, readonly string[]> = {
  US: ['America/New_York', 'America/Los_Angeles'],
  CA: ['America/New_York', 'America/Los_Angeles'],
  RU: ['Europe/Moscow'],
  XK: ['Europe/Belgrade'],
};

const zonesRead = new Map<string, readonly string[]>();

function zonesOf(country: string | undefined): readonly string[] {
  if (country === undefined) return ['UTC'];
  const zones =
    zonesRead.get(country) ?? KNOWN[country] ?? (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones();
  zonesRead.set(country, zones ?? []);
  return zones === undefined || zones.length === 0 ? ['UTC'] : zones;
}

/** The number of hours between 8 and 20 that all zones have in common. */
function commonHours(zones: readonly string[], now: number): number {
  const noon = Math.floor(now / DAY) * DAY + DAY / 2;
  const offsets = zones.map((zone) => localMinutes(noon, zone));
  return 12 - (Math.max(...offsets) - Math.min(...offsets)) / 60;
}

/** ECMA-402 has this method, but TypeScript's library does not declare it yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones: () => string[] | undefined };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/** All clock changes and all openings fall on a quarter of an hour of UTC. */
const QUARTER = 15 * MINUTE;
const MAX_KEPT = 200_000;
const kept = new Map<string, number>();

/** The offset of a zone from UTC in minutes. */
function localMinutes(instant: number, zone: string): number {
  const key = `${zone} ${Math.floor(instant / QUARTER)}`;
  const found = kept.get(key) ?? readLocalMinutes(instant, zone);
  if (kept.size > MAX_KEPT) kept.clear();
  kept.set(key, found);
  return found;
}

function readLocalMinutes(instant: number, zone: string): number {
  const [day, hour, minute] = (formatOf(zone).format(instant).match(/\d+/g) ?? []).map(Number) as [
    number,
    number,
    number,
  ];
  const utc = new Date(instant);
  const days = day === utc.getUTCDate() ? 0 : day === new Date(instant + DAY).getUTCDate() ? 1 : -1;
  return days * 1440 + (hour - utc.getUTCHours()) * 60 + minute - utc.getUTCMinutes();
}

function clockOf(instant: number, zone: string): { hour: number; isSunday: boolean } {
  const local = new Date(instant + localMinutes(instant, zone) * MINUTE);
  return { hour: local.getUTCHours(), isSunday: local.getUTCDay() === 0 };
}

/** True inside the hours of every zone. */
export function isOpen(instant: number, { zones, from, until, closedOnSunday }: Hours): boolean {
  return zones.every((zone) => {
    const { hour, isSunday } = clockOf(instant, zone);
    return hour >= from && hour < until && !(closedOnSunday && isSunday);
  });
}

/** Ghana allows no SMS on Sundays. */
export const isBarred = (channel: Channel, instant: number, { zones, noSmsOnSunday }: Hours): boolean =>
  noSmsOnSunday && channel === 'sms' && zones.some((zone) => clockOf(instant, zone).isSunday);

const MAX_WAIT = 3 * DAY;

/** The instant itself when the hours are open, else the next opening. */
export function nextOpening(instant: number, hours: Hours): number | undefined {
  if (isOpen(instant, hours)) return instant;
  for (let at = Math.ceil(instant / QUARTER) * QUARTER; at <= instant + MAX_WAIT; at += QUARTER)
    if (isOpen(at, hours)) return at;
  return undefined;
}

/** Minutes by which the reminders of this collection follow an opening. They spread reminders over time. */
export const spreadOf = (collectionId: string): number =>
  createHash('sha256').update(collectionId).digest().readUInt32BE();
