/** Computes when the slots of a plan are due: nominal times are moved out of quiet hours, merged and capped. */
import { createHash } from 'node:crypto';
import type { Hold } from '#lib/domain/answers.ts';
import { type OpeningHours, openSpanFrom } from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { AskedSlot } from './follow-up.ts';

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
  /** Where they are not even: the instants of all `count` slots, rising. `firstAt` is the first. */
  times?: readonly number[];
  /** The least time between two slots, if there is one beside the caps. */
  apart?: number;
  expiresAt: number;
  hours: OpeningHours;
  id: string;
  /** Slots that are due before it are no part of the plan. */
  from?: number;
  /** Its person gets no automatic reminder, so that one sees what reminders bring. */
  isHeldOut?: true;
  /** No slot is due in any of them. */
  pauses?: readonly (Omit<Hold, 'reason'> & { reason: 'paused' | Hold['reason'] })[];
  /** When the reminders before these were due: gaps and caps count them. */
  earlier?: readonly number[];
  /** By the rules for people: the first instant at which a slot may follow those that are kept, oldest first. */
  allowsFrom?: (kept: readonly number[]) => number;
};

export type RemovalReason =
  | 'held_out'
  | 'paused'
  | 'claimed'
  | 'disputed'
  | 'cap_24h'
  | 'contact_cap'
  | 'cap_collection'
  | 'merged'
  | 'quiet_hours_past_expiry'
  | 'after_expiry';

/** `dueAt` is on a whole minute. */
export type PlacedSlot = { nominalAt: number; dueAt: number; asked?: AskedSlot };

/** `dueAt` is the minute at which the slot would have been due without being moved. */
export type Removal = { dueAt: number; reason: RemovalReason };

export const wholeMinute = (at: number): number => Math.ceil(at / MINUTE_MS) * MINUTE_MS;

export const isSlot = (placed: PlacedSlot | Removal): placed is PlacedSlot => 'nominalAt' in placed;

export function placeSlots(timetable: Timetable): PlacedSlot[] {
  const slots: PlacedSlot[] = [];
  const room = MAX_PER_COLLECTION - (timetable.earlier?.length ?? 0);
  for (const placed of room > 0 ? placements(timetable) : []) {
    if (isSlot(placed)) slots.push(placed);
    if (slots.length >= room) break;
  }
  return slots;
}

/** A reminder that is sent. One on record counts as moved, as it need not lie in the rhythm. */
type KeptReminder = { dueAt: number; isMoved: boolean };

/** The result for each nominal time, in order. Lazy, because a year of `every_5m` has 105,120 of them. */
export function* placements(timetable: Timetable): Generator<PlacedSlot | Removal> {
  const { firstAt, step, count, times, from = Number.NEGATIVE_INFINITY, earlier = [] } = timetable;
  const move = outOfQuietHours(timetable);
  const kept: KeptReminder[] = earlier.map((dueAt) => ({ dueAt, isMoved: true }));
  let latest = kept.at(-1)?.dueAt ?? Number.NEGATIVE_INFINITY;
  let allowedFrom = kept.length > 0 ? allowedAfter(kept, timetable) : Number.NEGATIVE_INFINITY;
  for (let nth = firstNth(timetable); nth < count; nth += 1) {
    const nominalAt = times?.[nth] ?? firstAt + nth * step;
    const minute = wholeMinute(nominalAt);
    const dueAt = kept.length >= MAX_PER_COLLECTION ? minute : move(minute);
    if ((dueAt ?? minute) < from) continue;
    if (dueAt === undefined) {
      yield { dueAt: minute, reason: 'quiet_hours_past_expiry' };
      continue;
    }
    const slot = { dueAt, isMoved: dueAt !== minute };
    const reason = whyRemoved(slot, { kept, latest, allowedFrom, timetable });
    if (!isPause(reason)) latest = Math.max(latest, dueAt);
    if (reason !== undefined) {
      yield { dueAt: minute, reason };
      continue;
    }
    yield { nominalAt, dueAt };
    // After the slot is taken: a create asks for no second one.
    kept.push(slot);
    allowedFrom = allowedAfter(kept, timetable);
  }
}

const isPause = (reason: RemovalReason | undefined): boolean =>
  reason === 'paused' || reason === 'claimed' || reason === 'disputed';

/** Longer than any quiet hours: no slot is moved by more. */
const MAX_MOVE = 4 * DAY_MS;

/** The nominal times long before the plan are not looked at. */
const firstNth = ({ from, firstAt, step, times }: Timetable): number =>
  from === undefined || times !== undefined ? 0 : Math.max(0, Math.floor((from - MAX_MOVE - firstAt) / step));

const allowedAfter = (kept: readonly KeptReminder[], { allowsFrom }: Timetable): number =>
  allowsFrom?.(kept.map(({ dueAt }) => dueAt)) ?? Number.NEGATIVE_INFINITY;

type PlacedBefore = { kept: readonly KeptReminder[]; latest: number; allowedFrom: number; timetable: Timetable };

/** Near a moved slot there is no other one, so that a morning does not start with several reminders. */
function whyRemoved(
  { dueAt, isMoved }: KeptReminder,
  { kept, latest, allowedFrom, timetable }: PlacedBefore,
): RemovalReason | undefined {
  const { pauses = [], step, apart = 0, isHeldOut } = timetable;
  if (isHeldOut) return 'held_out';
  const pause = pauses.find(({ since, until }) => dueAt >= since && dueAt < until);
  if (pause !== undefined) return pause.reason;
  const before = kept.at(-1);
  const isNear = before !== undefined && dueAt - before.dueAt < Math.min(step, HOUR_MS);
  if (dueAt <= latest || (isNear && (isMoved || before.isMoved))) return 'merged';
  const isTooSoon = dueAt < allowedFrom || (before !== undefined && dueAt - before.dueAt < apart);
  return capReached(kept, dueAt) ?? (isTooSoon ? 'contact_cap' : undefined);
}

/** Takes minutes in increasing order. Answers undefined if the quiet hours last until the expiry. */
function outOfQuietHours({ firstAt, expiresAt, hours, id }: Timetable): (minute: number) => number | undefined {
  let span = openSpanFrom(hours, firstAt);
  let spread: number | undefined;
  return (minute) => {
    if (minute >= span.closesAt) span = openSpanFrom(hours, minute);
    if (minute >= span.opensAt) return minute;
    // Shortly before the expiry there is less time to spread over.
    const minutesLeft = Math.ceil((expiresAt - span.opensAt) / MINUTE_MS);
    if (minutesLeft <= 0) return undefined;
    spread ??= spreadOf(id);
    return span.opensAt + (spread % Math.min(SPREAD_MINUTES, minutesLeft)) * MINUTE_MS;
  };
}

export const spreadOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE();

/** The cap that forbids one more reminder at `dueAt`. Two reminders exactly 24 hours apart are not within 24 hours. */
function capReached(
  earlier: readonly Pick<PlacedSlot, 'dueAt'>[],
  dueAt: number,
): 'cap_24h' | 'cap_collection' | undefined {
  if (earlier.length >= MAX_PER_COLLECTION) return 'cap_collection';
  const twelfthBefore = earlier.at(-MAX_IN_24_HOURS);
  return twelfthBefore !== undefined && dueAt - twelfthBefore.dueAt < DAY_MS ? 'cap_24h' : undefined;
}
