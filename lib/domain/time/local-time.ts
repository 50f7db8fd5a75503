/** Local times by Intl alone, and the hours in which a contact may be written to by them. A local time is held as the instant at which a clock in UTC shows it. */

import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import { countriesOf, type Whereabouts, zonesOf } from '#lib/domain/phone.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from './time-units.ts';

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

export type OpeningHours = {
  /** Open means open in all these zones. */
  zones: readonly string[];
  /** Whole hours of the local day. */
  opens: number;
  closes: number;
  hasSilentSundays: boolean;
  /** Whether all its channels rest on Sundays. */
  closedOnSunday: boolean;
};

/** From `opensAt` to just before `closesAt`, in milliseconds. */
type OpenSpan = { opensAt: number; closesAt: number };

const ELSEWHERE = { opens: 8, closes: 20, hasSilentSundays: false };
/** Ghana's regulator allows reminders from 8 to 19 only, and no SMS on Sundays. */
/** No country that shares its calling code has hours of its own. */
const BY_COUNTRY = new Map<string, typeof ELSEWHERE>([['GH', { opens: 8, closes: 19, hasSilentSundays: true }]]);

export function openingHoursIn(where: Whereabouts, channels: readonly Channel[]): OpeningHours {
  const [rule = ELSEWHERE] = countriesOf(where).flatMap((country) => BY_COUNTRY.get(country) ?? []);
  return openingHoursFor({ ...rule, zones: zonesOf(where) }, channels);
}

const restsOnSundays = (channel: Channel): boolean => channelFacts(channel).restsOnSundays;

export const openingHoursFor = (
  hours: Omit<OpeningHours, 'closedOnSunday'>,
  channels: readonly Channel[],
): OpeningHours => ({
  ...hours,
  closedOnSunday: hours.hasSilentSundays && channels.every(restsOnSundays),
});

const isSunday = (local: number): boolean => new Date(local).getUTCDay() === 0;

function spanInZone(hours: OpeningHours, zone: string, from: number): OpenSpan {
  const today = Math.floor(toLocal(zone, from) / DAY_MS) * DAY_MS;
  for (let day = today; ; day += DAY_MS) {
    const closesAt = fromLocal(zone, day + hours.closes * HOUR_MS);
    const isClosed = hours.closedOnSunday && isSunday(day);
    if (from < closesAt && !isClosed) return { opensAt: fromLocal(zone, day + hours.opens * HOUR_MS), closesAt };
  }
}

/** The open span that contains `from`, else the next one. `from` is in milliseconds. */
export function openSpanFrom(hours: OpeningHours, from: number): OpenSpan {
  let [opensAt, closesAt] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const zone of hours.zones) {
    const span = spanInZone(hours, zone, from);
    opensAt = Math.max(opensAt, span.opensAt);
    closesAt = Math.min(closesAt, span.closesAt);
  }
  // If the eastern zone closes before the western one opens, look later: they share hours every day.
  return opensAt < closesAt ? { opensAt, closesAt } : openSpanFrom(hours, closesAt);
}

/**
 * The ends of Russia share two hours a day, and no number says where in it its owner lives: only an email wakes nobody.
 * A phone that may be anywhere in the world has no hours at all. docs/decisions/0028-rules-for-people.md
 */
export function closedToPhones(where: Whereabouts): string | undefined {
  if (where.sharedBy?.length === 0) return 'its number may be anywhere: no hour is day in all the world';
  return countriesOf(where).includes('RU') ? 'too few hours are day in all of RU' : undefined;
}

export const isOpen = (hours: OpeningHours, at: number): boolean => openSpanFrom(hours, at).opensAt <= at;

export function channelsAt(hours: OpeningHours, channels: readonly Channel[], at: number): readonly Channel[] {
  const isSilent = hours.hasSilentSundays && hours.zones.some((zone) => isSunday(toLocal(zone, at)));
  return isSilent ? channels.filter((channel) => !restsOnSundays(channel)) : channels;
}

export const localDay = (zone: string, at: number): number => Math.floor(toLocal(zone, at) / DAY_MS);

/** Some zones change their clocks at midnight, and the day then begins an hour later. */
export function startOfDay(zone: string, day: number): number {
  const midnight = fromLocal(zone, day * DAY_MS);
  return localDay(zone, midnight) < day ? midnight + HOUR_MS : midnight;
}

/** 0 is Sunday: the first of January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (day + 4) % 7;

/** `weekday` counts from Sunday and `month` from January, both from 0. `clock` is like 14:05. */
export type DateParts = { weekday: number; day: number; month: number; year: number; clock: string };

/** Of a day, by its number. */
export function calendarDay(day: number): Omit<DateParts, 'clock'> {
  const date = new Date(day * DAY_MS);
  return {
    weekday: date.getUTCDay(),
    day: date.getUTCDate(),
    month: date.getUTCMonth(),
    year: date.getUTCFullYear(),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Seconds are dropped, so that a text never promises a later minute than is true. */
export function dateParts(instant: string, timeZone: string): DateParts {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const number = (type: 'year' | 'month' | 'day') => Number(parts.get(type));
  const [year, month, day] = [number('year'), number('month') - 1, number('day')];
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return { weekday, day, month, year, clock: `${parts.get('hour')}:${parts.get('minute')}` };
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
