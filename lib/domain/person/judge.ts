/** Judges a message to a person: whether the rules allow it, from when on they do if not, and what becomes of one that is due. */
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import {
  fromLocal,
  localDay,
  type OpeningHours,
  openingHoursFor,
  openSpanFrom,
  startOfDay,
  weekdayOf,
} from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time/time-units.ts';
import { countedAt, type Person, withoutLastSend, withSend } from './person.ts';
import type { Cap, PersonRules, WeekHours } from './policy.ts';

type Sends = Pick<Person, 'sends'>;

/** All times are in milliseconds. */
export type Judgement = { kind: 'allowed' } | { kind: 'not_yet'; deferUntil: number };

/** `hours` are the plan's; their zones are the person's. */
export type IntendedSend = { at: number; channel: Channel; hours: OpeningHours };

/** `deferUntil` is the first instant at which the rules and the opening hours allow the message, if nothing else is sent. */
export function judge(person: Sends, rules: PersonRules, { at, channel, hours }: IntendedSend): Judgement {
  const from = Math.max(at, ...capsOn(channel, rules).map((cap) => endOf(cap, sentBy(person, cap), hours.zones)));
  const allowed = firstOpen([opening(hours, channel), ...weekOpenings(rules.week, hours.zones)], from);
  return allowed === at ? { kind: 'allowed' } : { kind: 'not_yet', deferUntil: allowed };
}

/** The caps that a message by this channel must keep. */
function capsOn(channel: Channel, { caps, ownCaps = [], oneChannelDays }: PersonRules): readonly Cap[] {
  const own = [...caps, ...ownCaps].filter(({ channels }) => channels === undefined || channels.includes(channel));
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

/** From when on the hours of the week are open, which are no part of a plan. In milliseconds. */
export const openInWeek = ({ week }: PersonRules, { zones }: Pick<OpeningHours, 'zones'>, from: number): number =>
  firstOpen(weekOpenings(week, zones), from);

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

/** `hash` is the collection's. */
type SendRules = { person: Person; hash: string; rules: PersonRules; hours: OpeningHours };

/** Times are in milliseconds. */
export type DueMessage = {
  /** Of the slot, of its deferral, or of its failover. */
  dueAt: number;
  channels: readonly Channel[];
  /** The next slot's time, else the expiry. */
  until: number;
  /** The collection's last message surely did not arrive, and this one takes its place. */
  replacesLast?: boolean;
};

export type DueJudgement =
  | { kind: 'send'; channels: readonly Channel[]; person: Person }
  | Exclude<SlotJudgement, { kind: 'send' }>;

/** Judged at the time at which it counts. But what a run a little too early may send is not sent before the hours of the week. */
export function judgeDue(
  of: SendRules,
  { dueAt, channels, until, replacesLast }: DueMessage,
  now: number,
): DueJudgement {
  const { hash, rules, hours } = of;
  const person = replacesLast ? withoutLastSend(of.person, hash) : of.person;
  const judgeAt = (at: number): DueJudgement => {
    const judgement = judgeSlot(person, rules, { at, channels, hours, until });
    if (judgement.kind !== 'send') return judgement;
    return { ...judgement, person: withSend(person, { at, channel: judgement.channels[0], hash }) };
  };
  const at = countedAt(dueAt, now);
  const judgement = judgeAt(at);
  const opensAt = now < at ? openInWeek(rules, hours, now) : now;
  if (judgement.kind === 'send' && now < opensAt && opensAt <= at) return { kind: 'defer', until: opensAt };
  return judgement.kind === 'defer' && judgement.until <= now && at < now ? judgeAt(now) : judgement;
}

/** Times are in milliseconds. */
type DueSlot = {
  /** When the message counts: see `countedAt`. */
  at: number;
  /** In the order in which they are tried. */
  channels: readonly Channel[];
  hours: OpeningHours;
  /** The next slot's time, else the expiry: a slot is not deferred that long. */
  until: number;
};

type SlotJudgement =
  /** The first channel counts. The others may be tried if it refuses the message, without a second look at the rules. */
  | { kind: 'send'; channels: readonly [Channel, ...Channel[]] }
  | { kind: 'defer'; until: number }
  | { kind: 'skip'; reason: 'contact_cap' };

export function judgeSlot(person: Pick<Person, 'sends'>, rules: PersonRules, slot: DueSlot): SlotJudgement {
  const { at, channels, hours, until } = slot;
  const instants = channels.map((channel) => {
    const judgement = judge(person, rules, { at, channel, hours });
    return judgement.kind === 'allowed' ? at : judgement.deferUntil;
  });
  const [first, ...others] = channels.filter((_, index) => instants[index] === at);
  if (first !== undefined) return { kind: 'send', channels: [first, ...others.filter(standsInFor(first, rules))] };
  const earliest = Math.min(...instants);
  return earliest < until ? { kind: 'defer', until: earliest } : { kind: 'skip', reason: 'contact_cap' };
}

/** A message that was counted for one channel may go by another only where no rule counts that one apart. */
const standsInFor =
  (counted: Channel, { caps, oneChannelDays }: PersonRules) =>
  (channel: Channel): boolean =>
    oneChannelDays === undefined &&
    caps.every(({ channels }) => !channels?.includes(channel) || channels.includes(counted));
