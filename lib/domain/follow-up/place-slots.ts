/** When the slots of a plan are due: nominal times, moved out of quiet hours, merged, capped. */
import { type Cap, capReached, MAX_PER_COLLECTION } from './caps.ts';
import { type OpeningHours, openSpanFrom } from './quiet-hours.ts';

const MINUTE = 60_000;
/** Collections that wait for the same opening do not all run in its first minute. */
const SPREAD_MINUTES = 30;

/** All times in milliseconds. */
export type Timetable = {
  firstAt: number;
  step: number;
  count: number;
  expiresAt: number;
  hours: OpeningHours;
  /** A whole number that is always the same for the collection. */
  spread: number;
};

export type RemovalReason = Cap | 'merged' | 'quiet_hours_past_expiry' | 'after_expiry';

/** `dueAt` is the minute it would have been due, had nothing moved it; most plans are made to run by, and nobody reads it. */
export type Removal = { dueAt: number; reason: RemovalReason };

/** `nth` counts the nominal times from 0. */
export type PlacedSlot = { nth: number; nominalAt: number; dueAt: number };

export type Placement = { slots: readonly PlacedSlot[]; removed: readonly Removal[]; notListed: number };

/**
 * A year of `every_5m` has 105,120 nominal times. Whatever is removed until the collection has its 60 is listed, less
 * than a week's worth, and so is the rest up to this many; beyond, nothing is computed, and plans say how many there are.
 */
export const MAX_REMOVED_LISTED = 2000;

export const wholeMinute = (at: number): number => Math.ceil(at / MINUTE) * MINUTE;

/** Answers ever later minutes with the minute to use instead; undefined when quiet hours last until expiry. */
function outOfQuietHours({ firstAt, expiresAt, hours, spread }: Timetable): (minute: number) => number | undefined {
  let span = openSpanFrom(hours, firstAt);
  return (minute) => {
    if (minute >= span.closesAt) span = openSpanFrom(hours, minute);
    if (minute >= span.opensAt) return minute;
    // An opening just before expiry still counts: then the spread is less.
    const minutesLeft = Math.ceil((expiresAt - span.opensAt) / MINUTE);
    return minutesLeft > 0 ? span.opensAt + (spread % Math.min(SPREAD_MINUTES, minutesLeft)) * MINUTE : undefined;
  };
}

export function placeSlots(timetable: Timetable): Placement {
  const { firstAt, step, count } = timetable;
  const slots: PlacedSlot[] = [];
  const removed: Removal[] = [];
  const move = outOfQuietHours(timetable);
  let latest = Number.NEGATIVE_INFINITY;
  const obstacle = (dueAt: number | undefined): RemovalReason | undefined => {
    if (dueAt === undefined) return 'quiet_hours_past_expiry';
    // What comes up before a moved reminder has gone out goes with it: no morning begins with a burst.
    if (dueAt <= latest) return 'merged';
    latest = dueAt;
    return capReached(slots, dueAt);
  };
  for (let nth = 0; nth < count; nth += 1) {
    const isFull = slots.length >= MAX_PER_COLLECTION;
    if (isFull && removed.length >= MAX_REMOVED_LISTED) break;
    const nominalAt = firstAt + nth * step;
    const minute = wholeMinute(nominalAt);
    const dueAt = isFull ? minute : move(minute);
    const reason = obstacle(dueAt);
    if (dueAt !== undefined && reason === undefined) slots.push({ nth, nominalAt, dueAt });
    if (reason !== undefined) removed.push({ dueAt: minute, reason });
  }
  const listed = removed.slice(0, MAX_REMOVED_LISTED);
  return { slots, removed: listed, notListed: count - slots.length - listed.length };
}
