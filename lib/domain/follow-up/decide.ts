/** Decides what a run does with a collection at a given time. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import type { Channel } from './follow-up.ts';
import { channelsOf, type FollowUpPlan } from './plan.ts';
import { channelsAt, isOpen } from './quiet-hours.ts';
import { decideRetry, type Retry } from './retry.ts';

export type RunState = {
  plan: FollowUpPlan;
  /** The stored status: it can still be payable after the expiry. */
  status: Status;
  /** The first slot that has not been claimed; after the last slot, the number of slots plus one. */
  nextSlot: number;
  /** It is left out because a part was paid. */
  skippedSlot?: number | undefined;
  expiresAt: string;
  retry?: Retry | undefined;
  /** The attempt of the slot in `retry`. */
  retried?: Attempt | undefined;
};

/** Both kinds claim `slot`. The same claim skips the earlier slots in `late`. */
type SlotDecision =
  | { kind: 'send'; slot: number; late: readonly number[]; channels: readonly Channel[] }
  | { kind: 'skip'; slot: number; late: readonly number[]; reason: 'quiet_hours' | 'already_paid' | 'part_paid' };

/** `nextRunAt`: when to run again afterwards, possibly in the past. Absent when nothing is left to do. */
export type RunDecision = (
  | SlotDecision
  | { kind: 'retry'; slot: number; channels: readonly Channel[] }
  | { kind: 'drop_retry' }
  | { kind: 'mark_overdue' }
  | { kind: 'expire' }
  | { kind: 'nothing' }
) & { nextRunAt?: string };

/** A slot may be run this much too early; the expiry and the overdue mark may not. */
const EARLY = 60_000;
/** A slot that is later than this yields to a newer slot and to quiet hours. */
const LATE = 5 * 60_000;

/** The next slot; after the last slot, the overdue mark, then the expiry; a retry before it. A final state has no next run. */
export function nextRun({ plan, status, nextSlot, expiresAt }: RunState, retryAt?: number): { nextRunAt?: string } {
  if (!isPayable(status)) return {};
  const overdueAt = status === 'pending' ? plan.overdueAt : undefined;
  const planned = plan.slots[nextSlot - 1]?.dueAt ?? overdueAt ?? Date.parse(expiresAt);
  const at = Math.min(planned, retryAt ?? planned, plan.changesAt ?? planned);
  return { nextRunAt: new Date(at).toISOString() };
}

export function decide(state: RunState, at: Date): RunDecision {
  const { plan, status, expiresAt } = state;
  const now = at.getTime();
  if (!isPayable(status)) return { kind: 'nothing' };
  if (now >= Date.parse(expiresAt)) return { kind: 'expire' };
  const claim = decideSlot(state, now);
  if (claim !== undefined) return { ...claim, ...nextRun({ ...state, nextSlot: claim.slot + 1 }) };
  const retry = decideRetry(state, now);
  if (retry?.kind === 'retry' || retry?.kind === 'drop_retry') return { ...retry, ...nextRun(state) };
  if (status === 'pending' && plan.overdueAt !== undefined && now >= plan.overdueAt) {
    return { kind: 'mark_overdue', ...nextRun({ ...state, status: 'overdue' }, retry?.at) };
  }
  return { kind: 'nothing', ...nextRun(state, retry?.at) };
}

/**
 * If several slots are due, the newest is sent and the earlier ones are skipped. But a slot that is at most five
 * minutes late is sent itself, and the newer one gets the next run.
 */
function decideSlot({ plan, nextSlot, skippedSlot }: RunState, now: number): SlotDecision | undefined {
  const lateness = (slot: number) => now - (plan.slots[slot - 1]?.dueAt ?? Number.POSITIVE_INFINITY);
  if (lateness(nextSlot) < -EARLY) return undefined;
  const late: number[] = [];
  let slot = nextSlot;
  while (lateness(slot) > LATE && lateness(slot + 1) >= -EARLY) {
    late.push(slot);
    slot += 1;
  }
  if (!isOpen(plan.hours, now)) {
    // A minute before the opening is quiet. A little after closing is accepted: schedules are not exact.
    if (lateness(slot) < 0) return undefined;
    if (lateness(slot) > LATE) return { kind: 'skip', slot, late, reason: 'quiet_hours' };
  }
  if (slot === skippedSlot) return { kind: 'skip', slot, late, reason: 'part_paid' };
  return { kind: 'send', slot, late, channels: channelsAt(plan.hours, channelsOf(plan, slot), now) };
}
