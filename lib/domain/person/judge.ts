/** Judges a message to a person: whether the rules allow it at a given time, and if not, from when on they do. */

import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import { type OpeningHours, openingHoursFor, openSpanFrom } from '#lib/domain/follow-up/quiet-hours.ts';
import { fromLocal } from '#lib/domain/follow-up/time-zones.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time-units.ts';
import { localDay, startOfDay, weekdayOf } from './local-days.ts';
import type { Person } from './person.ts';
import type { Cap, PersonRules, WeekHours } from './policy.ts';

type Sends = Pick<Person, 'sends'>;

/** All times are in milliseconds. */
export type Judgement = { kind: 'allowed' } | { kind: 'not_yet'; deferUntil: number };

/** `hours` are the plan's; their zones are the person's. */
export type Intended = { at: number; channel: Channel; hours: OpeningHours };

/** `deferUntil` is the first instant at which the rules and the opening hours allow the message, if nothing else is sent. */
export function judge(person: Sends, rules: PersonRules, { at, channel, hours }: Intended): Judgement {
  const from = Math.max(at, ...capsOn(channel, rules).map((cap) => endOf(cap, sentBy(person, cap), hours.zones)));
  const allowed = firstOpen([opening(hours, channel), ...weekOpenings(rules.week, hours.zones)], from);
  return allowed === at ? { kind: 'allowed' } : { kind: 'not_yet', deferUntil: allowed };
}

/** The caps that a message by this channel must keep. */
function capsOn(channel: Channel, { caps, oneChannelDays }: PersonRules): readonly Cap[] {
  const own = caps.filter(({ channels }) => channels === undefined || channels.includes(channel));
  if (oneChannelDays === undefined) return own;
  return [...own, { max: 1, days: oneChannelDays, channels: CHANNELS.filter((other) => other !== channel) }];
}

const sentBy = ({ sends }: Sends, { channels }: Cap): number[] =>
  sends.filter(({ channel }) => channels === undefined || channels.includes(channel)).map(({ at }) => Date.parse(at));

/** When a cap allows the next message after those that were sent, oldest first. */
function endOf(cap: Cap, sent: readonly number[], zones: readonly string[]): number {
  const oldest = sent.at(-cap.max);
  if (oldest === undefined) return Number.NEGATIVE_INFINITY;
  if ('hours' in cap) return oldest + cap.hours * HOUR_MS;
  return Math.max(...zones.map((zone) => startOfDay(zone, localDay(zone, oldest) + cap.days)));
}

/** From when on a plan keeps a slot beside those that it has kept, oldest first. All times are in milliseconds. */
export const planAllowsFrom = (
  { caps, planCaps }: PersonRules,
  { zones }: Pick<OpeningHours, 'zones'>,
  kept: readonly number[],
): number =>
  Math.max(...[...caps, ...planCaps].map((cap) => (cap.channels ? Number.NEGATIVE_INFINITY : endOf(cap, kept, zones))));

/** The first instant from the given one on at which it is open. */
type Opening = (from: number) => number;

/** Each opening passes over closed time only, so what all of them leave is the first instant that all allow. */
function firstOpen(all: readonly Opening[], from: number): number {
  const at = all.reduce((earliest, opening) => opening(earliest), from);
  return at === from ? at : firstOpen(all, at);
}

/** Those of the channel itself: a Sunday that is closed for SMS is no rule for a reminder that was asked for by email. */
function opening(hours: OpeningHours, channel: Channel): Opening {
  const own = openingHoursFor(hours, [channel]);
  return (from) => Math.max(from, openSpanFrom(own, from).opensAt);
}

const weekOpenings = (week: WeekHours | undefined, zones: readonly string[]): readonly Opening[] =>
  week === undefined ? [] : zones.map((zone) => inWeek(week, zone));

const inWeek =
  (week: WeekHours, zone: string): Opening =>
  (from) => {
    for (let day = localDay(zone, from); ; day += 1) {
      const hours = week[weekdayOf(day)];
      if (hours === undefined) continue;
      const at = (hour: number) => fromLocal(zone, day * DAY_MS + hour * HOUR_MS);
      if (from < at(hours.closes)) return Math.max(from, at(hours.opens));
    }
  };
