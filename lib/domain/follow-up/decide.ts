/** Decides what a run does with a collection at a given time. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import type { Channel } from './follow-up.ts';
import { channelsOf, type FollowUpPlan } from './plan.ts';
import { channelsAt, isOpen } from './quiet-hours.ts';
import { decideRetry, type Retry } from './retry.ts';
import { type Promised, promisedFor } from './revision.ts';

export type RunState = {
  plan: FollowUpPlan;
  /** The stored status: it can still be payable after the expiry. */
  status: Status;
  /** The first slot that has not been claimed; after the last slot, the number of slots plus one. */
  nextSlot: number;
  /** It is left out because a part was paid. */
  skippedSlot?: number | undefined;
  promise?: Promised | undefined;
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
  | { kind: 'break_promise' }
  | { kind: 'mark_overdue' }
  | { kind: 'expire' }
  | { kind: 'nothing' }
) & { nextRunAt?: string };

/** A slot may be run this much too early; the expiry and the overdue mark may not. */
const EARLY = 60_000;
/** A slot that is later than this yields to a newer slot and to quiet hours. */
const LATE = 5 * 60_000;

/**
 * The next slot; after the last slot, the overdue mark, then the expiry; a retry, or a promise's end, before them. A
 * final state has no next run.
 */
export function nextRun(state: RunState, retryAt?: number): { nextRunAt?: string } {
  const { plan, status, nextSlot, expiresAt, promise } = state;
  if (!isPayable(status)) return {};
  const overdueAt = status === 'pending' ? plan.overdueAt : undefined;
  const expiry = Date.parse(expiresAt);
  const planned = plan.slots[nextSlot - 1]?.dueAt ?? overdueAt ?? expiry;
  const at = Math.min(planned, ...[retryAt, plan.changesAt, promisedFor(promise), expiry].filter(isNumber));
  return { nextRunAt: new Date(at).toISOString() };
}

export function decide(state: RunState, at: Date): RunDecision {
  const { plan, status, expiresAt } = state;
  const now = at.getTime();
  if (!isPayable(status)) return { kind: 'nothing' };
  if (now >= Date.parse(expiresAt)) return { kind: 'expire' };
  const promised = promisedFor(state.promise);
  if (promised !== undefined && now >= promised) return { kind: 'break_promise' };
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
function decideSlot({ plan, nextSlot, skippedSlot, promise }: RunState, now: number): SlotDecision | undefined {
  // A slot after the promise waits until it is known to be broken.
  const promised = promisedFor(promise) ?? Number.POSITIVE_INFINITY;
  const lateness = (slot: number) => {
    const dueAt = plan.slots[slot - 1]?.dueAt ?? Number.POSITIVE_INFINITY;
    return dueAt < promised ? now - dueAt : Number.NEGATIVE_INFINITY;
  };
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
  if (slot === skippedSlot && !plan.slots[slot - 1]?.asked) return { kind: 'skip', slot, late, reason: 'part_paid' };
  return { kind: 'send', slot, late, channels: channelsAt(plan.hours, channelsOf(plan, slot), now) };
}

const isNumber = (value: number | undefined): value is number => value !== undefined;
