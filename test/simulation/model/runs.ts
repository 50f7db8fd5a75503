/** The actions of a run of a collection at an instant. */

import type { RunPlan } from './expected.ts';
import { type Hours, hoursFor, isBarred, isOpen } from './hours.ts';
import type { Slot } from './plan.ts';
import { type Channel, MINUTE, type Status } from './wire.ts';

export type RunFacts = {
  plan: RunPlan;
  /** The first slot that is not claimed yet. */
  nextSlot: number;
  /** The slot that is left out after a part payment. */
  leftOut?: number | undefined;
  status: Status;
  expiresAt: number;
  /** The day by which the customer has promised to pay, until the promise is broken. */
  promised?: number | undefined;
  hours: Hours;
  now: number;
};

type Skip = { slot: number; reason: 'late' | 'quiet_hours' };

export type RunAction =
  | { kind: 'nothing' }
  | { kind: 'expire' }
  | { kind: 'break-promise' }
  | { kind: 'mark-overdue' }
  | { kind: 'send'; slot: number; channels: Channel[]; late: Skip[] }
  | { kind: 'skip'; slot: number; reason: 'quiet_hours' | 'part_paid' | 'opted_out'; late: Skip[] };

/** The maximum time that a run may be early for a slot. */
const EARLY = MINUTE;
const LATE = 5 * MINUTE;

export function actionOf({ plan, nextSlot, leftOut, status, expiresAt, promised, hours, now }: RunFacts): RunAction {
  if (status !== 'pending' && status !== 'overdue') return { kind: 'nothing' };
  if (now >= expiresAt) return { kind: 'expire' };
  const waits = promised ?? Number.POSITIVE_INFINITY;
  if (now >= waits) return { kind: 'break-promise' };
  const due = plan.slots.filter(({ slot, dueAt }) => slot >= nextSlot && dueAt <= now + EARLY && dueAt < waits);
  // A slot that is over five minutes late is skipped when a newer one is due.
  const chosen = due.find((slot, index) => !isLate(slot, now) || index === due.length - 1);
  // A run may be early inside the hours only. After the end of the hours it may be late by the precision of the schedule.
  const isQuiet = !isOpen(now, chosen === undefined ? hours : ownHours(hours, chosen));
  const isTooSoon = chosen !== undefined && now < chosen.dueAt && isQuiet;
  if (chosen !== undefined && !isTooSoon) {
    const late = due.slice(0, due.indexOf(chosen)).map(({ slot }) => ({ slot, reason: 'late' as const }));
    const { slot } = chosen;
    if (plan.isOptedOut && chosen.channels.length === 0) return { kind: 'skip', slot, reason: 'opted_out', late };
    if (isLate(chosen, now) && isQuiet) return { kind: 'skip', slot, reason: 'quiet_hours', late };
    return slot === leftOut
      ? { kind: 'skip', slot, reason: 'part_paid', late }
      : { kind: 'send', slot, channels: chosen.channels.filter((each) => !isBarred(each, now, hours)), late };
  }
  const isLeft = plan.slots.some(({ slot }) => slot >= nextSlot);
  const { overdueAt } = plan;
  if (status === 'pending' && !isLeft && overdueAt !== undefined && overdueAt <= now) return { kind: 'mark-overdue' };
  return { kind: 'nothing' };
}

/** Those of the channels that it may go by. */
const ownHours = (hours: Hours, { channels }: Slot): Hours =>
  channels.length === 0 ? hours : hoursFor(hours, channels);

const isLate = ({ dueAt }: Slot, now: number): boolean => now - dueAt > LATE;

/** The earliest of next slot, overdue mark and expiry; undefined when the collection has ended. */
export function nextRunAt({ plan, nextSlot, status, expiresAt }: Omit<RunFacts, 'now' | 'hours'>): number | undefined {
  if (status !== 'pending' && status !== 'overdue') return undefined;
  const next = plan.slots.find(({ slot }) => slot >= nextSlot)?.dueAt;
  const mark = status === 'pending' ? plan.overdueAt : undefined;
  return Math.min(next ?? mark ?? expiresAt, expiresAt);
}
