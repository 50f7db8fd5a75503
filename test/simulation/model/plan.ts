/** The plan of a collection's reminders (design §3): which, when, by which channel, in which tone, and what was left out. */
import { type Hours, isBarred, isOpen, nextOpening } from './hours.ts';
import { ladderTone, minutesOf, type Strategy } from './strategy.ts';
import { type Channel, DAY, MINUTE, type Tone } from './wire.ts';

export type PlanFacts = {
  createdAt: number;
  expiresAt: number;
  strategy: Strategy | undefined;
  /** Those with an address, with a sender, and not opted out. */
  usable: readonly Channel[];
  hours: Hours;
  /** Minutes by which this collection's reminders follow an opening, 0 to 29. */
  spread: number;
};

export type Slot = { slot: number; dueAt: number; channel: Channel; tone: Tone };
export type Removed = { dueAt: number; reason: 'after_expiry' | 'merged' | 'cap' };
export type Plan = { slots: Slot[]; removed: Removed[]; overdueAt: number | undefined };

const MAX_IN_A_DAY = 12;
const MAX_IN_ALL = 60;

type Placed = { nominal: number; dueAt: number };

export function planFor(facts: PlanFacts): Plan {
  const { strategy, expiresAt } = facts;
  const channels = strategy?.channels.filter((channel) => facts.usable.includes(channel)) ?? [];
  if (strategy === undefined || channels.length === 0) return { slots: [], removed: [], overdueAt: undefined };
  const removed: Removed[] = [];
  const placed = cap(place(nominalTimes(facts, strategy, removed), facts, removed), removed);
  const slots = withTones(placed, facts, strategy).map(({ dueAt, tone }, index) => ({
    slot: index + 1,
    dueAt,
    channel: channelOf(index, dueAt, channels, facts.hours),
    tone,
  }));
  return { slots, removed, overdueAt: overdueMark(slots, strategy, expiresAt) };
}

/** Design §3: creation and start, rounded up to the minute, then every step while before the expiry. */
function nominalTimes({ createdAt, expiresAt }: PlanFacts, strategy: Strategy, removed: Removed[]): number[] {
  const first = Math.ceil((createdAt + strategy.startAfter * MINUTE) / MINUTE) * MINUTE;
  const step = minutesOf(strategy.cadence) * MINUTE;
  const times: number[] = [];
  for (let at = first; at < expiresAt && times.length < (strategy.attempts ?? Number.POSITIVE_INFINITY); at += step)
    times.push(at);
  if (times.length === 0) removed.push({ dueAt: first, reason: 'after_expiry' });
  return times;
}

/** Out of the quiet hours; what a moved one reaches is merged with it; what an opening past the expiry leaves out. */
function place(times: readonly number[], { hours, spread, expiresAt }: PlanFacts, removed: Removed[]): Placed[] {
  const placed: Placed[] = [];
  for (const nominal of times) {
    const opening = isOpen(nominal, hours) ? undefined : (nextOpening(nominal, hours) ?? expiresAt);
    const dueAt = opening === undefined ? nominal : opening + spread * MINUTE;
    const last = placed.at(-1);
    // ▲ Also when less than min(cadence, 60 minutes) separates a moved slot from its neighbour.
    if (dueAt >= expiresAt) removed.push({ dueAt: nominal, reason: 'after_expiry' });
    else if (last !== undefined && dueAt <= last.dueAt) removed.push({ dueAt: nominal, reason: 'merged' });
    else placed.push({ nominal, dueAt });
  }
  return placed;
}

/** At most 12 in any 24 hours and 60 in all; the earliest stay. */
function cap(placed: readonly Placed[], removed: Removed[]): Placed[] {
  const kept: Placed[] = [];
  for (const each of placed) {
    const recent = kept.filter(({ dueAt }) => dueAt > each.dueAt - DAY);
    if (recent.length < MAX_IN_A_DAY && kept.length < MAX_IN_ALL) kept.push(each);
    else removed.push({ dueAt: each.dueAt, reason: 'cap' });
  }
  return kept;
}

const FIRMNESS: readonly Tone[] = ['gentle', 'professional', 'urgent'];

/** A given tone holds for all. Else the ladder: it never falls, and only the last may be urgent (decision 12). */
function withTones(placed: readonly Placed[], facts: PlanFacts, strategy: Strategy): (Placed & { tone: Tone })[] {
  const window = (facts.expiresAt - facts.createdAt) / MINUTE;
  let firmest = 0;
  return placed.map((each, index) => {
    const meant = ladderTone(strategy, (each.nominal - facts.createdAt) / MINUTE, window);
    const allowed = meant === 'urgent' && index < placed.length - 1 ? 'professional' : meant;
    firmest = Math.max(firmest, FIRMNESS.indexOf(allowed));
    return { ...each, tone: strategy.tone ?? (FIRMNESS[firmest] as Tone) };
  });
}

/** Design §7: slot n starts on `channels[(n − 1) mod k]`; what is barred then leaves the turn to the next. */
function channelOf(index: number, dueAt: number, channels: readonly Channel[], hours: Hours): Channel {
  const order = turnOf(index, channels);
  return order.find((channel) => !isBarred(channel, dueAt, hours)) ?? (order[0] as Channel);
}

/** The order in which a slot tries the channels: its own, then on from there (design §7). */
export const turnOf = (index: number, channels: readonly Channel[]): Channel[] =>
  channels.map((_, n) => channels[(index + n) % channels.length] as Channel);

/** Design §2: one cadence after the last slot of a plan that had slots, before the expiry. */
function overdueMark(slots: readonly Slot[], { cadence }: Strategy, expiresAt: number): number | undefined {
  const last = slots.at(-1);
  if (last === undefined) return undefined;
  const mark = last.dueAt + minutesOf(cadence) * MINUTE;
  return mark < expiresAt ? mark : undefined;
}
