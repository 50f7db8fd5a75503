/** Decides what a command to change a collection's status does: it makes a change to save, or none, or is refused. */
import { asSeenAt, type Collection, type CollectionEvent } from './collection.ts';
import { findTransition, isPayable, type Status, type Transition, type Trigger } from './transitions.ts';

/** A change to save, on condition that the collection's stored status still is one of `from`. */
export type StatusChange = {
  from: readonly Status[];
  to: Status;
  updatedAt: string;
  /** Present when the change completes the collection. */
  completedAt?: string;
  events: readonly CollectionEvent[];
  /** Save only if the collection has not reached its expiry at this instant; absent where expiry does not matter. */
  unexpiredAt?: string;
  /** The next run, set on condition that no other has been set since; a final state has none in any case. */
  run?: { after: number; at: string };
};

export type StatusDecision =
  | { kind: 'change'; change: StatusChange }
  | { kind: 'unchanged'; collection: Collection }
  /** `expiry` is the record, still to be saved, of an expiry that time has brought. */
  | { kind: 'refused'; from: Status; expiry?: StatusChange };

/** Pure: the same collection, command and instant always give the same decision. */
export function decideStatus(collection: Collection, command: { to: Status; by: Trigger }, now: Date): StatusDecision {
  const seen = asSeenAt(collection, now);
  if (seen.status === command.to) return { kind: 'unchanged', collection: seen };
  const transition = findTransition(command.to, command.by);
  if (transition?.from.includes(seen.status)) {
    return { kind: 'change', change: changeTo(seen, transition, now) };
  }
  const expiry = dueExpiry(collection, now);
  return { kind: 'refused', from: seen.status, ...(expiry && { expiry }) };
}

function changeTo(seen: Collection, step: Transition, now: Date): StatusChange {
  const at = later(now.toISOString(), seen.updatedAt);
  const stopped = stopsFollowUps(seen, step.to) ? [{ type: 'followup.stopped' as const, timestamp: at }] : [];
  return {
    from: step.from,
    to: step.to,
    updatedAt: at,
    ...(step.to === 'completed' && { completedAt: at }),
    events: [{ type: step.event, timestamp: at }, ...stopped],
    ...(step.by === 'caller' && { unexpiredAt: now.toISOString() }),
  };
}

/** The expiry that time alone has brought and nothing has written yet: it happened at `expiresAt`, whenever it is saved. */
export function dueExpiry(collection: Collection, now: Date): StatusChange | undefined {
  const { expiresAt, updatedAt, status } = collection;
  const transition = findTransition('expired', 'clock');
  if (!transition?.from.includes(status) || expiresAt > now.toISOString()) return undefined;
  const event = { type: transition.event, timestamp: expiresAt };
  return { from: transition.from, to: 'expired', updatedAt: later(expiresAt, updatedAt), events: [event] };
}

/** The mark that a plan has run out before any payment, with the next run: the expiry. */
export function overdueMark(collection: Collection, nextRunAt: string, now: Date): StatusChange {
  const transition = findTransition('overdue', 'clock');
  if (transition === undefined) throw new RangeError('time brings no overdue mark');
  const change = changeTo(asSeenAt(collection, now), transition, now);
  return { ...change, unexpiredAt: now.toISOString(), run: { after: collection.runNumber, at: nextRunAt } };
}

/** Leaving the payable states early cuts a plan short; reaching the expiry does not, for the plan ends there anyway. */
const stopsFollowUps = (seen: Collection, to: Status): boolean =>
  seen.followUp.enabled && isPayable(seen.status) && !isPayable(to);

const later = (a: string, b: string): string => (a > b ? a : b);

/** The collection as it is once a change is saved. */
export const withChange = (collection: Collection, change: StatusChange): Collection => ({
  ...collection,
  status: change.to,
  updatedAt: change.updatedAt,
  completedAt: change.completedAt ?? collection.completedAt,
  events: [...collection.events, ...change.events],
});
