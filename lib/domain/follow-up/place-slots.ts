/** When the slots of a plan are due: nominal times, moved out of quiet hours, merged, capped. */
import { createHash } from 'node:crypto';
import { type OpeningHours, openSpanFrom } from './quiet-hours.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Collections that wait for the same opening do not all run in its first minute. */
const SPREAD_MINUTES = 30;

/** The hard limits: more reminders than this are never sent, whatever was asked for. */
export const MAX_IN_24_HOURS = 12;
export const MAX_PER_COLLECTION = 60;

/** All times in milliseconds. */
export type Timetable = {
  firstAt: number;
  step: number;
  count: number;
  expiresAt: number;
  hours: OpeningHours;
  /** The collection's. */
  id: string;
};

export type RemovalReason = 'cap_24h' | 'cap_collection' | 'merged' | 'quiet_hours_past_expiry' | 'after_expiry';

/** `nth` counts the nominal times from 0. `dueAt` is on a whole minute. */
export type PlacedSlot = { nth: number; nominalAt: number; dueAt: number };

/** `dueAt` is the minute at which it would have been due, had it not been moved. */
export type Removal = { dueAt: number; reason: RemovalReason };

export const wholeMinute = (at: number): number => Math.ceil(at / MINUTE) * MINUTE;

/** The slots in order of time; it ends as soon as there are `max`. */
export function placeSlots(timetable: Timetable, max = MAX_PER_COLLECTION): PlacedSlot[] {
  const slots: PlacedSlot[] = [];
  for (const placed of placements(timetable)) {
    if ('nth' in placed) slots.push(placed);
    if (slots.length === max) break;
  }
  return slots;
}

/** What becomes of each nominal time, in order. A year of `every_5m` has 105,120 of them, so take no more than needed. */
export function* placements(timetable: Timetable): Generator<PlacedSlot | Removal> {
  const { firstAt, step, count } = timetable;
  const move = outOfQuietHours(timetable);
  const slots: PlacedSlot[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (let nth = 0; nth < count; nth += 1) {
    const nominalAt = firstAt + nth * step;
    const minute = wholeMinute(nominalAt);
    const dueAt = slots.length >= MAX_PER_COLLECTION ? minute : move(minute);
    if (dueAt === undefined) {
      yield { dueAt: minute, reason: 'quiet_hours_past_expiry' };
      continue;
    }
    // What comes up before a moved reminder has gone out goes with it: no morning begins with a burst.
    const reason = dueAt <= latest ? 'merged' : capReached(slots, dueAt);
    latest = Math.max(latest, dueAt);
    if (reason !== undefined) {
      yield { dueAt: minute, reason };
      continue;
    }
    const slot = { nth, nominalAt, dueAt };
    slots.push(slot);
    yield slot;
  }
}

/** Answers ever later minutes with the minute to use instead; undefined when quiet hours last until expiry. */
function outOfQuietHours({ firstAt, expiresAt, hours, id }: Timetable): (minute: number) => number | undefined {
  let span = openSpanFrom(hours, firstAt);
  let spread: number | undefined;
  return (minute) => {
    if (minute >= span.closesAt) span = openSpanFrom(hours, minute);
    if (minute >= span.opensAt) return minute;
    // An opening just before expiry still counts: then the spread is less.
    const minutesLeft = Math.ceil((expiresAt - span.opensAt) / MINUTE);
    if (minutesLeft <= 0) return undefined;
    spread ??= spreadOf(id);
    return span.opensAt + (spread % Math.min(SPREAD_MINUTES, minutesLeft)) * MINUTE;
  };
}

/** A whole number by which collections differ, and always the same for one of them. */
const spreadOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE();

/**
 * The cap that forbids one more reminder at this time, after all the earlier ones (in order). Two that are exactly
 * 24 hours apart are not within 24 hours.
 */
function capReached(earlier: readonly PlacedSlot[], dueAt: number): RemovalReason | undefined {
  if (earlier.length >= MAX_PER_COLLECTION) return 'cap_collection';
  const twelfthBefore = earlier.at(-MAX_IN_24_HOURS);
  return twelfthBefore !== undefined && dueAt - twelfthBefore.dueAt < DAY ? 'cap_24h' : undefined;
}
