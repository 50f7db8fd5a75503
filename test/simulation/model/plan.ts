/** The plan of a collection's reminders (design §3): which, when, by which channel, in which tone, and what was left out. */
import { type Hours, hoursFor, isBarred, nextOpening } from './hours.ts';
import { ladderTone, minutesOf, type Strategy } from './strategy.ts';
import { type Channel, DAY, MINUTE, type Tone } from './wire.ts';

export type PlanFacts = {
  createdAt: number;
  expiresAt: number;
  strategy: Strategy | undefined;
  /** Those with an address, with a sender, and not opted out. */
  usable: readonly Channel[];
  hours: Hours;
  /** By how many minutes this collection's reminders follow an opening. */
  spread: number;
};

/** `channels`: the one it starts on, and the others in the order in which they take over. */
export type Slot = { slot: number; dueAt: number; channels: Channel[]; tone: Tone };
type Removed = { dueAt: number; reason: 'after_expiry' | 'merged' | 'cap' };
export type Plan = { slots: Slot[]; removed: Removed[]; overdueAt: number | undefined };

const MAX_IN_A_DAY = 12;
const MAX_IN_ALL = 60;

const MAX_SPREAD = 30;
const MAX_REMOVED_LISTED = 2_000;

/** `after`: minutes from the creation to the time it was meant for; `isLast`: no other was meant to come after it. */
type Placed = { after: number; dueAt: number; isLast: boolean };
type Placement = { placed: Placed[]; removed: Removed[] };

export function planFor(facts: PlanFacts): Plan {
  const { strategy, expiresAt } = facts;
  const channels = strategy?.channels.filter((channel) => facts.usable.includes(channel)) ?? [];
  if (strategy === undefined || channels.length === 0) return { slots: [], removed: [], overdueAt: undefined };
  const { placed, removed } = place(facts, strategy, hoursFor(facts.hours, channels));
  const tones = tonesOf(placed, facts, strategy);
  const slots = placed.map(({ dueAt }, index) => ({
    slot: index + 1,
    dueAt,
    channels: turnOf(index, dueAt, channels, facts.hours),
    tone: tones[index] as Tone,
  }));
  return { slots, removed, overdueAt: overdueMark(slots, strategy, expiresAt) };
}

/** Design §3: creation and start, then every step while before the expiry; each is placed, or removed for a reason. */
function place(facts: PlanFacts, strategy: Strategy, hours: Hours): Placement {
  const { createdAt, expiresAt } = facts;
  const step = minutesOf(strategy.cadence);
  const window = (expiresAt - createdAt) / MINUTE;
  const times = strategy.attempts ?? Number.POSITIVE_INFINITY;
  const made: Placement = { placed: [], removed: [] };
  let latest = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < times && strategy.startAfter + n * step < window; n += 1) {
    if (made.placed.length === MAX_IN_ALL && made.removed.length >= MAX_REMOVED_LISTED) break;
    const after = strategy.startAfter + n * step;
    // Whole minutes, rounded up.
    const meant = Math.ceil((createdAt + after * MINUTE) / MINUTE) * MINUTE;
    // What comes after the sixtieth is not looked at any more closely.
    const dueAt = made.placed.length === MAX_IN_ALL ? meant : moved(meant, facts, hours);
    const reason = obstacle(dueAt, { latest, kept: made.placed });
    latest = Math.max(latest, dueAt ?? latest);
    if (reason === undefined && dueAt !== undefined)
      made.placed.push({ after, dueAt, isLast: n === times - 1 || after + step >= window });
    else if (reason !== undefined) made.removed.push({ dueAt: meant, reason });
  }
  const first = createdAt + strategy.startAfter * MINUTE;
  if (strategy.startAfter >= window)
    made.removed.push({ dueAt: Math.ceil(first / MINUTE) * MINUTE, reason: 'after_expiry' });
  return { placed: made.placed, removed: made.removed.slice(0, MAX_REMOVED_LISTED) };
}

/** Out of the quiet hours, some minutes after they end; undefined when the expiry comes first. */
function moved(meant: number, { spread, expiresAt }: PlanFacts, hours: Hours): number | undefined {
  const opening = nextOpening(meant, hours);
  if (opening === meant || opening === undefined) return opening;
  // An opening just before the expiry still counts, with less of a spread.
  const left = Math.ceil((expiresAt - opening) / MINUTE);
  return left <= 0 ? undefined : opening + (spread % Math.min(MAX_SPREAD, left)) * MINUTE;
}

type Before = { latest: number; kept: readonly Placed[] };

/** At most 60 in all and 12 in any 24 hours, of which the earliest stay; what a moved one has reached is merged with it. */
function obstacle(dueAt: number | undefined, { latest, kept }: Before): Removed['reason'] | undefined {
  if (dueAt === undefined) return 'after_expiry';
  // ▲ Also when less than min(cadence, 60 minutes) separates a moved slot from its neighbour.
  if (dueAt <= latest) return 'merged';
  if (kept.length >= MAX_IN_ALL) return 'cap';
  return kept.filter((each) => each.dueAt > dueAt - DAY).length >= MAX_IN_A_DAY ? 'cap' : undefined;
}

const FIRMNESS: readonly Tone[] = ['gentle', 'professional', 'urgent'];

/** A given tone holds for all. Else the ladder, at the time before moving: it never falls (design §7). */
function tonesOf(placed: readonly Placed[], { createdAt, expiresAt }: PlanFacts, strategy: Strategy): Tone[] {
  const window = (expiresAt - createdAt) / MINUTE;
  let firmest = 0;
  return placed.map(({ after, isLast }) => {
    const meant = ladderTone(strategy, { after, window, isLast });
    firmest = Math.max(firmest, FIRMNESS.indexOf(meant));
    return strategy.tone ?? (FIRMNESS[firmest] as Tone);
  });
}

/** The order in which a slot tries the channels: `channels[(n − 1) mod k]`, then on from there, without what is barred that day. */
function turnOf(index: number, at: number, channels: readonly Channel[], hours: Hours): Channel[] {
  const order = channels.map((_, n) => channels[(index + n) % channels.length] as Channel);
  return order.filter((channel) => !isBarred(channel, at, hours));
}

/** Design §2: one cadence after the last slot of a plan that had slots, before the expiry. */
function overdueMark(slots: readonly Slot[], { cadence }: Strategy, expiresAt: number): number | undefined {
  const last = slots.at(-1);
  if (last === undefined) return undefined;
  const mark = last.dueAt + minutesOf(cadence) * MINUTE;
  return mark < expiresAt ? mark : undefined;
}
