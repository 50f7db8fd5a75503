/** Opening hours: when a contact may be written to, on any channel. All other hours are quiet. */

import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time-units.ts';
import { type Whereabouts, zonesOf } from './country-zones.ts';
import { fromLocal, toLocal } from './time-zones.ts';

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
export type OpenSpan = { opensAt: number; closesAt: number };

const ELSEWHERE = { opens: 8, closes: 20, hasSilentSundays: false };
/** Ghana's regulator allows reminders from 8 to 19 only, and no SMS on Sundays. */
const BY_COUNTRY = new Map<string | undefined, typeof ELSEWHERE>([
  ['GH', { opens: 8, closes: 19, hasSilentSundays: true }],
]);

export function openingHoursIn(where: Whereabouts, channels: readonly Channel[]): OpeningHours {
  const rule = BY_COUNTRY.get(where.country) ?? ELSEWHERE;
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
 * docs/decisions/0028-rules-for-people.md
 */
export const isClosedToPhones = (country: string | undefined): boolean => country === 'RU';

export const isOpen = (hours: OpeningHours, at: number): boolean => openSpanFrom(hours, at).opensAt <= at;

export function channelsAt(hours: OpeningHours, channels: readonly Channel[], at: number): readonly Channel[] {
  const isSilent = hours.hasSilentSundays && hours.zones.some((zone) => isSunday(toLocal(zone, at)));
  return isSilent ? channels.filter((channel) => !restsOnSundays(channel)) : channels;
}
