/** What to do with a collection that has been run: the one place where time turns into action. */
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import type { Channel } from './follow-up.ts';
import type { FollowUpPlan } from './plan.ts';
import type { PlannedSlot } from './planned-slot.ts';
import { channelsAt, isOpen } from './quiet-hours.ts';

export type RunState = {
  plan: Pick<FollowUpPlan, 'slots' | 'overdueAt' | 'hours'>;
  /** As stored: one that is merely seen as expired has yet to become so. */
  status: Status;
  /** The first slot that has not been claimed; after the last, one more than there are. */
  nextSlot: number;
  expiresAt: string;
};

/** Both claim `slot`; the slots in `late`, all before it, are skipped for being late in the same breath. */
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
  const overdue = status === 'pending' ? plan.overdueAt : undefined;
  return { nextRunAt: plan.slots[nextSlot - 1]?.dueAt ?? overdue ?? expiresAt };
}

/**
 * Of several due slots the newest is sent, and the ones before it are skipped. Yet one that is not over five minutes
 * late is no late one: it is sent, and the newer one has the next run.
 */
function slotDecisionFor(due: readonly PlannedSlot[], { plan }: RunState, now: number): SlotDecision | undefined {
  const lateness = ({ dueAt }: PlannedSlot) => now - Date.parse(dueAt);
  const chosen = due.find((slot) => lateness(slot) <= LATE) ?? due.at(-1);
  if (chosen === undefined) return undefined;
  const { slot, channel, fallbacks } = chosen;
  const late = due.filter((earlier) => earlier.slot < slot).map((earlier) => earlier.slot);
  if (!isOpen(plan.hours, now)) {
    // A minute before the opening is still quiet; a little after closing is what the schedule's precision costs.
    if (lateness(chosen) < 0) return undefined;
    if (lateness(chosen) > LATE) return { kind: 'skip', slot, late, reason: 'quiet_hours' };
  }
  return { kind: 'send', slot, late, channels: channelsAt(plan.hours, [channel, ...fallbacks], now) };
}

export function decide(state: RunState, at: Date): RunDecision {
  const { plan, status, nextSlot, expiresAt } = state;
  const now = at.getTime();
  if (!isPayable(status)) return { kind: 'nothing' };
  if (now >= Date.parse(expiresAt)) return { kind: 'expire' };
  const due = plan.slots.slice(nextSlot - 1).filter(({ dueAt }) => Date.parse(dueAt) <= now + EARLY);
  const claim = slotDecisionFor(due, state, now);
  if (claim !== undefined) return { ...claim, ...nextRun({ ...state, nextSlot: claim.slot + 1 }) };
  if (status === 'pending' && plan.overdueAt !== undefined && now >= Date.parse(plan.overdueAt)) {
    return { kind: 'mark_overdue', ...nextRun({ ...state, status: 'overdue' }) };
  }
  return { kind: 'nothing', ...nextRun(state) };
}
