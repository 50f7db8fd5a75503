/** Decides what a command to change a collection's status does: the change is saved, not needed, or refused. */

import { dateOf } from '#lib/domain/time/due-day.ts';
import { type Attempt, isMentioned } from './attempt.ts';
import { asSeenAt, type Collection } from './collection.ts';
import type { CollectionEvent, EventData } from './collection-event.ts';
import { type By, memberAsActor } from './member.ts';
import { nextCheckAt } from './payment/ended-checks.ts';
import {
  findTransition,
  isPayable,
  type Status,
  type Transition,
  type Trigger,
  type WriteOffReason,
} from './transitions.ts';

/** A change, to be saved only if the stored status is still one of `from`. */
export type StatusChange = {
  from: readonly Status[];
  to: Status;
  updatedAt: string;
  completedAt?: string;
  events: readonly CollectionEvent[];
  /** Save only if the collection has not expired at this instant; absent where the expiry does not matter. */
  unexpiredAt?: string;
  /** Of an expiry: save only if the collection still expires then. A caller may have given it more time. */
  expiresAt?: string;
  /** The next run, set only if no other run was set after run number `after`. A final state has none but `checkAt`. */
  run?: { after: number; at: string };
  /** Of a final state that leaves something open: when its providers are asked first. */
  checkAt?: string;
  /** The collection's. */
  spread?: true;
};

export type StatusDecision =
  | { kind: 'change'; change: StatusChange }
  | { kind: 'unchanged'; collection: Collection }
  /** `expiry`: the collection has expired, but the expiry is not stored yet; the caller saves it. */
  | { kind: 'refused'; from: Status; expiry?: StatusChange };

/** `member`: the caller, if it is a member of the account. `attempts`: all on record, for an expiry that tells that none was sent. `reason` and `note`: of a write-off. */
type StatusCommand = {
  to: Status;
  by: Trigger;
  member?: By | undefined;
  attempts?: readonly Attempt[] | undefined;
  reason?: WriteOffReason | undefined;
  note?: string | undefined;
};

export function decideStatus(collection: Collection, command: StatusCommand, now: Date): StatusDecision {
  const seen = asSeenAt(collection, now);
  if (seen.status === command.to) return { kind: 'unchanged', collection: seen };
  const transition = findTransition(command.to, command.by);
  if (transition?.from.includes(seen.status)) {
    const { to: _to, by: _by, ...given } = command;
    return { kind: 'change', change: changeTo(seen, { ...transition, ...given }, now) };
  }
  const expiry = dueExpiry(collection, now, command.attempts);
  return { kind: 'refused', from: seen.status, ...(expiry && { expiry }) };
}

type Step = Transition & Omit<StatusCommand, 'to' | 'by'>;

function changeTo(seen: Collection, step: Step, now: Date): StatusChange {
  const at = later(now.toISOString(), seen.updatedAt);
  // What a change tells depends on whether the collection can still be paid, so it is saved only while that is so.
  const from = isPayable(seen.status) ? step.from.filter(isPayable) : step.from;
  const { reason, note } = step;
  const told = toldOf(seen, step.to, step.attempts);
  const data = { ...memberAsActor(step.member).data, ...told, ...(reason && { reason }), ...(note && { note }) };
  const event = { type: step.event, timestamp: at, ...(Object.keys(data).length > 0 && { data }) };
  const stopped = stopsFollowUps(seen, step.to) ? [{ type: 'followup.stopped' as const, timestamp: at }] : [];
  return {
    from,
    to: step.to,
    updatedAt: at,
    ...(step.to === 'completed' && { completedAt: at }),
    events: [event, ...stopped].map((each) => withNumber(seen, each)),
    ...((step.by === 'caller' || step.by === 'write_off') &&
      isPayable(seen.status) && { unexpiredAt: now.toISOString() }),
    ...checkOf(seen, step.to, at),
    ...(seen.spread && { spread: true }),
  };
}

/** What the reader of an event of the status needs. */
function toldOf({ dueDay, nextSlot }: Collection, to: Status, attempts: readonly Attempt[] | undefined): EventData {
  if (to === 'overdue') return dueDay === undefined ? {} : { dueDate: dateOf(dueDay) };
  const isSilent = nextSlot === 1 || (attempts !== undefined && !isMentioned(attempts));
  return to === 'expired' && isSilent ? { messagesSent: 0 } : {};
}

/** The id of an event is derived from its type and `about`: one that happens again, after a reopening, gets a number. */
export function withNumber({ events }: Pick<Collection, 'events'>, event: CollectionEvent): CollectionEvent {
  const before = events.filter(({ type }) => type === event.type).length;
  return before === 0 ? event : { ...event, about: String(before + 1) };
}

function checkOf(collection: Collection, status: Status, endedAt: string): { checkAt?: string } {
  if (isPayable(status)) return {};
  const checkAt = nextCheckAt({ ...collection, status }, endedAt);
  return checkAt === undefined ? {} : { checkAt };
}

/** The expiry, if it is due and not stored yet. It happened at `expiresAt`, however late it is saved. */
export function dueExpiry(
  collection: Collection,
  now: Date,
  attempts?: readonly Attempt[] | undefined,
): StatusChange | undefined {
  const { expiresAt, updatedAt, status } = collection;
  const transition = findTransition('expired', 'clock');
  if (!transition?.from.includes(status) || expiresAt > now.toISOString()) return undefined;
  const data = toldOf(collection, 'expired', attempts);
  const expiry = { type: transition.event, timestamp: expiresAt, ...(data.messagesSent !== undefined && { data }) };
  const event = withNumber(collection, expiry);
  const change = { from: transition.from, to: 'expired' as const, updatedAt: later(expiresAt, updatedAt), expiresAt };
  const { spread } = collection;
  return { ...change, events: [event], ...checkOf(collection, 'expired', expiresAt), ...(spread && { spread }) };
}

export function overdueMark(collection: Collection, nextRunAt: string, now: Date): StatusChange {
  const transition = findTransition('overdue', 'clock');
  if (transition === undefined) throw new RangeError('time brings no overdue mark');
  const change = changeTo(asSeenAt(collection, now), transition, now);
  return { ...change, unexpiredAt: now.toISOString(), run: { after: collection.runNumber, at: nextRunAt } };
}

/** Only an early end cuts the plan short: at the expiry the plan ends anyway. */
const stopsFollowUps = (seen: Collection, to: Status): boolean =>
  seen.followUp.enabled && isPayable(seen.status) && !isPayable(to);

const later = (a: string, b: string): string => (a > b ? a : b);

export function withChange(collection: Collection, change: StatusChange): Collection {
  const { nextRunAt: _ended, ...kept } = collection;
  const { to: status, updatedAt, checkAt } = change;
  const runs = isPayable(status) ? collection : kept;
  return {
    ...runs,
    status,
    updatedAt,
    completedAt: change.completedAt ?? collection.completedAt,
    events: [...collection.events, ...change.events],
    ...(checkAt !== undefined && { nextRunAt: checkAt, runNumber: collection.runNumber + 1 }),
  };
}
