/** The hours in which a person may get messages: 8 to 20 at both ends of their country (docs/decisions/0015-plans-are-computed.md). */
import { createHash } from 'node:crypto';
import { type Channel, DAY, MINUTE } from './wire.ts';

export type Hours = {
  /** Of the phone, else of the account. */
  country: string | undefined;
  zones: readonly string[];
  from: number;
  until: number;
  noSmsOnSunday: boolean;
  closedOnSunday: boolean;
};

/** `phone` is in E.164, if it is known. */
export function hoursOf(country: string | undefined, phone: string | undefined): Hours {
  const isGhana = country === 'GH';
  const zones = [...areaZonesOf(phone), ...zonesOf(country)];
  return { country, zones, from: 8, until: isGhana ? 19 : 20, noSmsOnSunday: isGhana, closedOnSunday: false };
}

/** With SMS as the only channel, a day without SMS has no reminders at all. */
export const hoursFor = (hours: Hours, channels: readonly Channel[]): Hours => ({
  ...hours,
  closedOnSunday: hours.noSmsOnSunday && channels.every((channel) => channel === 'sms'),
});

/** Russia has two hours that are day everywhere, too few: its people get email only, by the clock of Moscow. */
export const isEmailOnly = (country: string | undefined): boolean => country === 'RU';

/**
 * Where a country is wide, both its ends must be open (docs/decisions/0028-rules-for-people.md). The first zone of each is the one
 * in which most of its people live; messages name its time.
 */
const WIDE: Record<string, string> = {
  AU: 'Australia/Sydney Australia/Perth',
  BR: 'America/Sao_Paulo America/Rio_Branco',
  CA: 'America/Toronto America/St_Johns America/Vancouver',
  CD: 'Africa/Kinshasa Africa/Lubumbashi',
  CL: 'America/Santiago America/Punta_Arenas Pacific/Easter',
  CN: 'Asia/Shanghai Asia/Urumqi',
  EC: 'America/Guayaquil Pacific/Galapagos',
  ES: 'Europe/Madrid Atlantic/Canary',
  FM: 'Pacific/Pohnpei Pacific/Chuuk',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta Asia/Jayapura',
  KI: 'Pacific/Tarawa Pacific/Kiritimati',
  MN: 'Asia/Ulaanbaatar Asia/Hovd',
  MX: 'America/Mexico_City America/Cancun America/Tijuana',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti Pacific/Marquesas',
  PG: 'Pacific/Port_Moresby Pacific/Bougainville',
  PT: 'Europe/Lisbon Atlantic/Azores',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York America/Los_Angeles',
  XK: 'Europe/Belgrade',
};

/** The area codes of Hawaii and Alaska: the states outside the ends. */
function areaZonesOf(phone = ''): readonly string[] {
  if (phone.startsWith('+1808')) return ['Pacific/Honolulu'];
  return phone.startsWith('+1907') ? ['America/Anchorage'] : [];
}

const zonesRead = new Map<string, readonly string[]>();

function zonesOf(country: string | undefined): readonly string[] {
  if (country === undefined) return ['UTC'];
  const zones = zonesRead.get(country) ?? WIDE[country]?.split(' ') ?? [soleZoneOf(country)];
  zonesRead.set(country, zones);
  return zones;
}

const soleZoneOf = (country: string): string =>
  (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones()?.[0] ?? 'UTC';

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
export const offsetOf = (instant: number, zone: string): number => localMinutes(instant, zone);

function localMinutes(instant: number, zone: string): number {
  const key = `${zone} ${Math.floor(instant / QUARTER)}`;
  const found = kept.get(key) ?? readLocalMinutes(instant, zone);
  if (kept.size > MAX_KEPT) kept.clear();
  kept.set(key, found);
  return found;
}

type DayAndTime = [day: number, hour: number, minute: number];

function readLocalMinutes(instant: number, zone: string): number {
  const [day, hour, minute] = (formatOf(zone).format(instant).match(/\d+/g) ?? []).map(Number) as DayAndTime;
  const utc = new Date(instant);
  const days = day === utc.getUTCDate() ? 0 : day === new Date(instant + DAY).getUTCDate() ? 1 : -1;
  return days * 1440 + (hour - utc.getUTCHours()) * 60 + minute - utc.getUTCMinutes();
}

/** 0 is Sunday. */
export function clockOf(instant: number, zone: string): { hour: number; weekday: number } {
  const local = new Date(instant + localMinutes(instant, zone) * MINUTE);
  return { hour: local.getUTCHours(), weekday: local.getUTCDay() };
}

/** True inside the hours of every zone. */
export function isOpen(instant: number, { zones, from, until, closedOnSunday }: Hours): boolean {
  return zones.every((zone) => {
    const { hour, weekday } = clockOf(instant, zone);
    return hour >= from && hour < until && !(closedOnSunday && weekday === 0);
  });
}

/** Ghana allows no SMS on Sundays. */
export const isBarred = (channel: Channel, instant: number, { zones, noSmsOnSunday }: Hours): boolean =>
  noSmsOnSunday && channel === 'sms' && zones.some((zone) => clockOf(instant, zone).weekday === 0);

const MAX_WAIT = 3 * DAY;

/** The instant itself when the hours are open, else the next opening. */
export function nextOpening(instant: number, hours: Hours): number | undefined {
  if (isOpen(instant, hours)) return instant;
  for (let at = Math.ceil(instant / QUARTER) * QUARTER; at <= instant + MAX_WAIT; at += QUARTER)
    if (isOpen(at, hours)) return at;
  return undefined;
}

/** The name of a zone in a message: its offset from UTC at that instant. */
export function offsetIn(zone: string, instant: number): string {
  const minutes = localMinutes(instant, zone);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes > 0 ? '+' : '−'}${rest === 0 ? hours : `${hours}:${rest}`}`;
}

/** Minutes by which the reminders of this collection follow an opening. They spread reminders over time. */
export const spreadOf = (collectionId: string): number =>
  createHash('sha256').update(collectionId).digest().readUInt32BE();
