/** The plan of a collection's reminders: slots with due time, channels and tone, and the removed slots. */
import { type Hours, hoursFor, isBarred, nextOpening } from './hours.ts';
import type { Member } from './made-by.ts';
import { planKeeps } from './persons.ts';
import type { Course } from './revisions.ts';
import { ladderTone, minutesOf, type Strategy } from './strategy.ts';
import { type Channel, DAY, MINUTE, type Tone } from './wire.ts';

export type PlanFacts = {
  createdAt: number;
  expiresAt: number;
  strategy: Strategy | undefined;
  /** Channels with an address, with a sender, and not opted out. */
  usable: readonly Channel[];
  hours: Hours;
  /** Minutes by which the reminders of this collection follow an opening. */
  spread: number;
  /** Of a plan that was revised. */
  course?: Course | undefined;
};

/** `channels` begins with the first one that is tried; the others follow as fallbacks. `askedBy`: of a reminder that a member asked for. */
export type Slot = { slot: number; dueAt: number; channels: Channel[]; tone: Tone; askedBy?: Member; why?: Why };

/**
 * Why a slot that was computed is as it is: minutes from the creation to the intended instant, that instant if quiet hours moved it,
 * and whether the day takes a channel away.
 */
export type Why = { after: number; movedFrom: number | undefined; isSilent: boolean; isFirmer: boolean };

export type RemovalReason =
  | 'paused'
  | 'merged'
  | 'cap_24h'
  | 'contact_cap'
  | 'cap_collection'
  | 'quiet_hours_past_expiry'
  | 'after_expiry';
type Removed = { dueAt: number; reason: RemovalReason };

/** `unlisted`: removed slots beyond those that are listed. */
export type Plan = { slots: Slot[]; removed: Removed[]; unlisted: number; overdueAt: number | undefined };

const MAX_IN_A_DAY = 12;
const MAX_IN_ALL = 60;

const MAX_SPREAD = 30;
const MAX_REMOVED_LISTED = 2_000;

/** `after` is the time in minutes from the creation to the intended instant. */
type Placed = { after: number; intended: number; dueAt: number; isMoved: boolean };
type Placement = { placed: Placed[]; removed: Removed[]; unlisted: number };

export function planFor(facts: PlanFacts): Plan {
  const { strategy, course } = facts;
  const channels = strategy?.channels.filter((channel) => facts.usable.includes(channel)) ?? [];
  const asked = course?.asked;
  const askedOf = asked?.channels.filter((channel) => facts.usable.includes(channel)) ?? [];
  const hours = hoursFor(facts.hours, channels);
  // One that is to be offered again goes by the channels of now.
  const turn = (slot: Slot) => ({ ...slot, channels: turnOf(slot.slot - 1, slot.dueAt, channels, facts.hours) });
  const before = [...(course?.before ?? []).map(turn), ...(asked ? [{ ...asked, channels: askedOf }] : [])];
  if (strategy === undefined || channels.length === 0)
    return { slots: before, removed: [], unlisted: 0, overdueAt: undefined };
  const { placed, ...left } = place(facts, strategy, hours);
  const tones = tonesOf(placed, facts, strategy);
  const slots = placed.map(({ after, intended, dueAt, isMoved }, index) => {
    const order = turnOf(before.length + index, dueAt, channels, facts.hours);
    return {
      slot: before.length + index + 1,
      dueAt,
      channels: order,
      tone: tones[index] as Tone,
      why: {
        after,
        movedFrom: isMoved ? intended : undefined,
        isSilent: order.length < channels.length,
        isFirmer: (course?.firmer ?? 0) > 0,
      },
    };
  });
  const all = [...before, ...slots];
  const overdueAt = overdueMark(
    all.map(({ dueAt }) => dueAt),
    strategy,
    facts,
  );
  return { slots: all, ...left, overdueAt };
}

/** Slots begin `startAfter` after the creation and repeat until the expiry; each is placed, or removed for a reason. */
function place(facts: PlanFacts, strategy: Strategy, hours: Hours): Placement {
  const { createdAt, expiresAt, course } = facts;
  const step = minutesOf(strategy.cadence);
  // After a broken promise the rhythm counts from the day that was promised.
  const first = course?.restartsAt ?? createdAt + strategy.startAfter * MINUTE;
  const sent = course?.restartsAt === undefined ? 0 : course.reminders.length;
  const times = Math.max((strategy.attempts ?? Number.POSITIVE_INFINITY) - sent, 1);
  // Reminders on record need not lie in the rhythm.
  const kept: Placed[] = (course?.reminders ?? []).map(({ dueAt }) => ({
    after: 0,
    intended: dueAt,
    dueAt,
    isMoved: true,
  }));
  const made: Placement = { placed: [], removed: [], unlisted: 0 };
  const pace = { isChosen: strategy.attempts !== undefined, window: (expiresAt - createdAt) / MINUTE };
  const tooMuch = (at = 0) =>
    planKeeps(pace, hours, { at, kept: kept.map((each) => each.dueAt) }) ? undefined : 'contact_cap';
  let latest = kept.at(-1)?.dueAt ?? Number.NEGATIVE_INFINITY;
  for (let n = 0; n < times && first + n * step * MINUTE < expiresAt; n += 1) {
    if (kept.length >= MAX_IN_ALL && made.removed.length >= MAX_REMOVED_LISTED) {
      made.unlisted = Math.ceil((expiresAt - first) / (step * MINUTE)) - n;
      break;
    }
    const nominal = first + n * step * MINUTE;
    const after = Math.floor((nominal - createdAt) / MINUTE);
    // Slots are due at whole minutes, rounded up.
    const intended = Math.ceil(nominal / MINUTE) * MINUTE;
    // Slots after the sixtieth are removed anyway, so they are not moved.
    const dueAt = kept.length >= MAX_IN_ALL ? intended : moved(intended, facts, hours);
    if (course !== undefined && (dueAt ?? intended) < course.from) continue;
    const isMoved = dueAt !== intended;
    const reason = isPaused(dueAt, course)
      ? 'paused'
      : (obstacle(dueAt, { latest, kept, isMoved, step }) ?? tooMuch(dueAt));
    if (reason !== 'paused') latest = Math.max(latest, dueAt ?? latest);
    if (reason === undefined && dueAt !== undefined) {
      const placed = { after, intended, dueAt, isMoved };
      kept.push(placed);
      made.placed.push(placed);
    } else if (reason !== undefined) made.removed.push({ dueAt: intended, reason });
  }
  if (first >= expiresAt) made.removed.push({ dueAt: Math.ceil(first / MINUTE) * MINUTE, reason: 'after_expiry' });
  return made;
}

/** The slots of a pause are lost. */
const isPaused = (dueAt: number | undefined, course: Course | undefined): boolean =>
  dueAt !== undefined && course?.pause !== undefined && dueAt >= course.pause.since && dueAt < course.pause.until;

/** Moves a slot in quiet hours to some minutes after their end; undefined when the expiry comes first. */
function moved(intended: number, { spread, expiresAt }: PlanFacts, hours: Hours): number | undefined {
  const opening = nextOpening(intended, hours);
  if (opening === intended || opening === undefined) return opening;
  // An opening just before the expiry is still used, with a smaller spread.
  const left = Math.ceil((expiresAt - opening) / MINUTE);
  return left <= 0 ? undefined : opening + (spread % Math.min(MAX_SPREAD, left)) * MINUTE;
}

type Before = { latest: number; kept: readonly Placed[]; isMoved: boolean; step: number };

/** At most 60 slots in all and 12 in any 24 hours are kept, the earliest ones. A slot that a moved one reaches, or comes near to, is merged with it. */
function obstacle(dueAt: number | undefined, { latest, kept, isMoved, step }: Before): Removed['reason'] | undefined {
  if (dueAt === undefined) return 'quiet_hours_past_expiry';
  if (dueAt <= latest) return 'merged';
  const neighbour = kept.at(-1);
  const apart = neighbour === undefined ? Number.POSITIVE_INFINITY : dueAt - neighbour.dueAt;
  if ((isMoved || neighbour?.isMoved) && apart < Math.min(step, 60) * MINUTE) return 'merged';
  if (kept.length >= MAX_IN_ALL) return 'cap_collection';
  return kept.filter((each) => each.dueAt > dueAt - DAY).length >= MAX_IN_A_DAY ? 'cap_24h' : undefined;
}

const FIRMNESS: readonly Tone[] = ['gentle', 'professional', 'urgent'];

/** The tone of the first slot is the one that the collection shows, which does not know what is removed. A given tone applies to all slots. Otherwise the ladder decides, by the intended instant; its tone never falls. */
function tonesOf(placed: readonly Placed[], { createdAt, expiresAt, course }: PlanFacts, strategy: Strategy): Tone[] {
  const window = (expiresAt - createdAt) / MINUTE;
  const firmer = course?.firmer ?? 0;
  // The tone never falls below that of a reminder on record.
  let firmest = Math.max(0, ...(course?.reminders ?? []).map(({ tone }) => FIRMNESS.indexOf(tone)));
  return placed.map(({ after }, index) => {
    const isOnly = course === undefined && index === 0;
    const wanted = ladderTone(strategy, {
      after,
      window,
      isLast: index === placed.length - 1 && (!isOnly || after + minutesOf(strategy.cadence) >= window),
    });
    const raised = (tone: Tone) => Math.min(FIRMNESS.indexOf(tone) + firmer, FIRMNESS.length - 1);
    firmest = Math.max(firmest, raised(wanted));
    return FIRMNESS[strategy.tone === undefined ? firmest : raised(strategy.tone)] as Tone;
  });
}

/** The channels of slot n begin at `channels[(n − 1) mod k]` and rotate, without the channels that are barred that day. */
export function turnOf(index: number, at: number, channels: readonly Channel[], hours: Hours): Channel[] {
  const order = channels.map((_, n) => channels[(index + n) % channels.length] as Channel);
  return order.filter((channel) => !isBarred(channel, at, hours));
}

/** One cadence after the last slot, on record or to come, if that is before the expiry; never in a pause. */
export function overdueMark(
  dueAt: readonly number[],
  strategy: Strategy | undefined,
  { expiresAt, course }: Pick<PlanFacts, 'expiresAt' | 'course'>,
): number | undefined {
  if (strategy === undefined || dueAt.length === 0) return undefined;
  const mark = Math.max(...dueAt.map((at) => at + minutesOf(strategy.cadence) * MINUTE), course?.pause?.until ?? 0);
  return mark < expiresAt ? mark : undefined;
}
