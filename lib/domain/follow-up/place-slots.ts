/** Computes when the slots of a plan are due: nominal times are moved out of quiet hours, merged and capped. */
import { createHash } from 'node:crypto';
import { type OpeningHours, openSpanFrom } from './quiet-hours.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Spreads the runs of all collections that wait for the same opening. */
const SPREAD_MINUTES = 30;

/** Hard limits: no plan has more reminders than this, whatever the caller asked for. */
export const MAX_IN_24_HOURS = 12;
export const MAX_PER_COLLECTION = 60;

/** All times are in milliseconds. */
export type Timetable = {
  firstAt: number;
  step: number;
  count: number;
  expiresAt: number;
  hours: OpeningHours;
  id: string;
};

export type RemovalReason = 'cap_24h' | 'cap_collection' | 'merged' | 'quiet_hours_past_expiry' | 'after_expiry';

/** `nth` counts the nominal times from 0. `dueAt` is on a whole minute. */
export type PlacedSlot = { nth: number; nominalAt: number; dueAt: number };

/** `dueAt` is the minute at which the slot would have been due without being moved. */
export type Removal = { dueAt: number; reason: RemovalReason };

export const wholeMinute = (at: number): number => Math.ceil(at / MINUTE) * MINUTE;

export function placeSlots(timetable: Timetable): PlacedSlot[] {
  const slots: PlacedSlot[] = [];
  for (const placed of placements(timetable)) {
    if ('nth' in placed) slots.push(placed);
    if (slots.length === MAX_PER_COLLECTION) break;
  }
  return slots;
}

/** The result for each nominal time, in order. Lazy, because a year of `every_5m` has 105,120 of them. */
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
    // A slot before a moved one is merged into it, so that a morning does not start with several reminders.
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

/** Takes minutes in increasing order. Answers undefined if the quiet hours last until the expiry. */
function outOfQuietHours({ firstAt, expiresAt, hours, id }: Timetable): (minute: number) => number | undefined {
  let span = openSpanFrom(hours, firstAt);
  let spread: number | undefined;
  return (minute) => {
    if (minute >= span.closesAt) span = openSpanFrom(hours, minute);
    if (minute >= span.opensAt) return minute;
    // Shortly before the expiry there is less time to spread over.
    const minutesLeft = Math.ceil((expiresAt - span.opensAt) / MINUTE);
    if (minutesLeft <= 0) return undefined;
    spread ??= spreadOf(id);
    return span.opensAt + (spread % Math.min(SPREAD_MINUTES, minutesLeft)) * MINUTE;
  };
}

const spreadOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE();

/** The cap that forbids one more reminder at `dueAt`. Two reminders exactly 24 hours apart are not within 24 hours. */
function capReached(earlier: readonly PlacedSlot[], dueAt: number): RemovalReason | undefined {
  if (earlier.length >= MAX_PER_COLLECTION) return 'cap_collection';
  const twelfthBefore = earlier.at(-MAX_IN_24_HOURS);
  return twelfthBefore !== undefined && dueAt - twelfthBefore.dueAt < DAY ? 'cap_24h' : undefined;
}
