/** What to do with a collection that has been run: the one place where time turns into action. */
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import type { Channel } from './follow-up.ts';
import { channelsOf, type FollowUpPlan } from './plan.ts';
import { channelsAt, isOpen } from './quiet-hours.ts';

export type RunState = {
  plan: FollowUpPlan;
  /** As stored: one that is merely seen as expired has yet to become so. */
  status: Status;
  /** The first slot that has not been claimed; after the last, one more than there are. */
  nextSlot: number;
  expiresAt: string;
};

/** Both claim `slot`; the slots in `late`, all before it, are skipped for being late in the same claim. */
type SlotDecision =
  | { kind: 'send'; slot: number; late: readonly number[]; channels: readonly Channel[] }
  | { kind: 'skip'; slot: number; late: readonly number[]; reason: 'quiet_hours' | 'already_paid' };

/** `nextRunAt` is when to run again once it is done, possibly in the past; absent when there is no more to do. */
export type RunDecision = (SlotDecision | { kind: 'mark_overdue' } | { kind: 'expire' } | { kind: 'nothing' }) & {
  nextRunAt?: string;
};

/** A run so much too early counts for a slot; expiry and the overdue mark are never early. */
const EARLY = 60_000;
/** From here on a slot is late: it yields to a newer one, and to quiet hours. */
const LATE = 5 * 60_000;

/** For the next slot; after the last one for the overdue mark, then for the expiry; in a final state there is none. */
export function nextRun({ plan, status, nextSlot, expiresAt }: RunState): { nextRunAt?: string } {
  if (!isPayable(status)) return {};
  const overdueAt = status === 'pending' ? plan.overdueAt : undefined;
  const at = plan.slots[nextSlot - 1]?.dueAt ?? overdueAt;
  return { nextRunAt: at === undefined ? expiresAt : new Date(at).toISOString() };
}

export function decide(state: RunState, at: Date): RunDecision {
  const { plan, status, expiresAt } = state;
  const now = at.getTime();
  if (!isPayable(status)) return { kind: 'nothing' };
  if (now >= Date.parse(expiresAt)) return { kind: 'expire' };
  const claim = decideSlot(state, now);
  if (claim !== undefined) return { ...claim, ...nextRun({ ...state, nextSlot: claim.slot + 1 }) };
  if (status === 'pending' && plan.overdueAt !== undefined && now >= plan.overdueAt) {
    return { kind: 'mark_overdue', ...nextRun({ ...state, status: 'overdue' }) };
  }
  return { kind: 'nothing', ...nextRun(state) };
}

/**
 * Of several due slots the newest is sent, and the ones before it are skipped. But a slot that is at most five minutes
 * late is sent itself, and the newer one has the next run.
 */
function decideSlot({ plan, nextSlot }: RunState, now: number): SlotDecision | undefined {
  const lateness = (slot: number) => now - (plan.slots[slot - 1]?.dueAt ?? Number.POSITIVE_INFINITY);
  if (lateness(nextSlot) < -EARLY) return undefined;
  const late: number[] = [];
  let slot = nextSlot;
  while (lateness(slot) > LATE && lateness(slot + 1) >= -EARLY) {
    late.push(slot);
    slot += 1;
  }
  if (!isOpen(plan.hours, now)) {
    // A minute before the opening is still quiet; a little after closing is what the schedule's precision costs.
    if (lateness(slot) < 0) return undefined;
    if (lateness(slot) > LATE) return { kind: 'skip', slot, late, reason: 'quiet_hours' };
  }
  return { kind: 'send', slot, late, channels: channelsAt(plan.hours, channelsOf(plan, slot), now) };
}
