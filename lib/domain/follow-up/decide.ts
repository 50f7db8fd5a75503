/** Decides what a run does with a collection at a given time. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { staleCheckAt } from '#lib/domain/payment/ended-checks.ts';
import type { StaleSessions } from '#lib/domain/payment/session.ts';
import type { DueJudgement, DueMessage } from '#lib/domain/person/judge.ts';
import type { Person } from '#lib/domain/person/person.ts';
import { channelsAt, isOpen } from '#lib/domain/time/local-time.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import { type Deferral, promisedFor, type Retry, type StoredPromise } from './follow-up.ts';
import { channelsOf, type FollowUpPlan, hoursOf } from './plan.ts';
import { CLOCKS_DIFFER, decideRetry, type RetryDecision } from './retry.ts';

/** Both kinds claim `slot`. The same claim skips the earlier slots in `late`. `person`: as they are with the message. */
type SlotDecision =
  | { kind: 'send'; slot: number; late: readonly number[]; channels: readonly Channel[]; person?: Person }
  | { kind: 'skip'; slot: number; late: readonly number[]; reason: SkipReason };

export type SkipReason =
  | 'quiet_hours'
  | 'already_paid'
  | 'part_paid'
  | 'paused'
  | 'contact_cap'
  | 'opted_out'
  | 'restored';

/** `nextRunAt`: when to run again afterwards, possibly in the past. Absent when nothing is left to do. */
export type RunDecision = (
  | SlotDecision
  | { kind: 'defer'; deferral: Deferral }
  | { kind: 'retry'; slot: number; channels: readonly Channel[]; person?: Person }
  /** `isRestored`: its message may have been sent. */
  | { kind: 'drop_retry'; isRestored?: true }
  | { kind: 'break_promise' }
  | { kind: 'mark_overdue' }
  | { kind: 'expire' }
  | { kind: 'nothing' }
) & { nextRunAt?: string };

/** A slot may be run this much too early; the expiry, the overdue mark and what the rules for people let wait may not. */
const EARLY = 60_000;
/** A slot that is later than this yields to a newer slot and to quiet hours. */
const LATE = 5 * 60_000;

/** The next slot, then the overdue mark, then the expiry; before them a retry, or a promise's end. A final state has none. */
export function nextRun(state: RunState, retryAt?: number): { nextRunAt?: string } {
  const { plan, status, nextSlot, expiresAt, promise } = state;
  if (!isPayable(status)) return {};
  const overdueAt = status === 'pending' ? plan.overdueAt : undefined;
  const expiry = Date.parse(expiresAt);
  const deferred = deferredUntil(state);
  const planned = deferred ?? plan.slots[nextSlot - 1]?.dueAt ?? overdueAt ?? expiry;
  const mark = deferred || plan.hasDueDay ? overdueAt : undefined;
  const others = [mark, staleCheckAt(state.staleSessions), retryAt, plan.changesAt, promisedFor(promise), expiry];
  const at = Math.min(planned, ...others.filter((each) => each !== undefined));
  return { nextRunAt: new Date(at).toISOString() };
}

/** In milliseconds. Nothing waits for a slot that the plan has no longer. */
function deferredUntil({ deferral, nextSlot, plan }: RunState): number | undefined {
  if (deferral === undefined || deferral.slot < nextSlot || deferral.slot > plan.slots.length) return undefined;
  return Date.parse(deferral.until);
}

export function decide(state: RunState, at: Date): RunDecision {
  const { plan, status, expiresAt } = state;
  const now = at.getTime();
  if (!isPayable(status)) return { kind: 'nothing' };
  if (now >= Date.parse(expiresAt)) return { kind: 'expire' };
  const promised = promisedFor(state.promise);
  if (promised !== undefined && now >= promised) return { kind: 'break_promise' };
  // What a message says, and the laws on it, depend on whether the due day has ended.
  if (plan.hasDueDay && isMarkDue(state, now)) return markOverdue(state, state.retry && Date.parse(state.retry.at));
  const due = skipRestored(state, now) ?? decideSlot(state, now);
  const claim = due?.kind === 'send' ? underRules(state, due) : due;
  if (claim?.kind === 'defer') return { ...claim, ...nextRun({ ...state, deferral: claim.deferral }) };
  if (claim !== undefined) return { ...claim, ...nextRun({ ...state, nextSlot: claim.slot + 1 }) };
  const retry = isRestored(state.retry?.at, state, now + EARLY)
    ? ({ kind: 'drop_retry', isRestored: true } as const)
    : retryUnderRules(state, decideRetry(state, now));
  if (retry?.kind === 'retry' || retry?.kind === 'drop_retry') return { ...retry, ...nextRun(state) };
  if (isMarkDue(state, now)) return markOverdue(state, retry?.at);
  return { kind: 'nothing', ...nextRun(state, retry?.at) };
}

const isMarkDue = ({ status, plan }: RunState, now: number): boolean =>
  status === 'pending' && plan.overdueAt !== undefined && now >= plan.overdueAt;

const markOverdue = (state: RunState, retryAt?: number): RunDecision => ({
  kind: 'mark_overdue',
  ...nextRun({ ...state, status: 'overdue' }, retryAt),
});

function skipRestored(state: RunState, now: number): SlotDecision | undefined {
  const [first, ...others] = restoredSlots(state, now + EARLY, (slot) => dueAtOf(state, slot));
  if (first === undefined) return undefined;
  return { kind: 'skip', slot: others.at(-1) ?? first, late: [first, ...others].slice(0, -1), reason: 'restored' };
}

/**
 * If several slots are due, the newest is sent and the earlier ones are skipped. But a slot that is at most five
 * minutes late is sent itself, and the newer one gets the next run.
 */
function decideSlot(state: RunState, now: number): SlotDecision | undefined {
  const { plan, nextSlot, promise } = state;
  // A slot after the promise waits until it is known to be broken.
  const promised = promisedFor(promise) ?? Number.POSITIVE_INFINITY;
  const lateness = (slot: number) => {
    const dueAt = dueAtOf(state, slot);
    return dueAt < promised ? now - dueAt : Number.NEGATIVE_INFINITY;
  };
  if (now < (deferredUntil(state) ?? now) - CLOCKS_DIFFER) return undefined;
  if (lateness(nextSlot) < -EARLY) return undefined;
  const late: number[] = [];
  let slot = nextSlot;
  while (lateness(slot) > LATE && lateness(slot + 1) >= -EARLY) {
    late.push(slot);
    slot += 1;
  }
  const isNight = !isOpen(hoursOf(plan, slot), now);
  // A minute before the opening is quiet. A little after closing is accepted: schedules are not exact.
  if (isNight && lateness(slot) < 0) return undefined;
  if (plan.isOptedOut && channelsOf(plan, slot).length === 0) return { kind: 'skip', slot, late, reason: 'opted_out' };
  if (isNight && lateness(slot) > LATE) return { kind: 'skip', slot, late, reason: 'quiet_hours' };
  const reason = state.isPaused ? 'paused' : isLeftOut(state, slot) ? 'part_paid' : undefined;
  if (reason && !plan.slots[slot - 1]?.asked) return { kind: 'skip', slot, late, reason };
  return { kind: 'send', slot, late, channels: channelsAt(plan.hours, channelsOf(plan, slot), now) };
}

type PartlyPaid = Pick<RunState, 'plan' | 'skippedSlot' | 'isMentioned'>;

/** The slot after a part payment; but not the last one of a debt that no message has named. */
export const isLeftOut = ({ plan, skippedSlot, isMentioned }: PartlyPaid, slot: number): boolean =>
  slot === skippedSlot && (isMentioned !== false || slot < plan.slots.length);

/** A slot that was deferred is due when the deferral ends. */
function dueAtOf({ plan, deferral }: RunState, slot: number): number {
  const dueAt = plan.slots[slot - 1]?.dueAt ?? Number.POSITIVE_INFINITY;
  return deferral?.slot === slot ? Math.max(dueAt, Date.parse(deferral.until)) : dueAt;
}

const endOf = ({ plan, expiresAt }: RunState, slot: number): number =>
  Math.min(plan.slots[slot]?.dueAt ?? Number.POSITIVE_INFINITY, Date.parse(expiresAt));

function underRules(
  state: RunState,
  due: SlotDecision & { kind: 'send' },
): SlotDecision | { kind: 'defer'; deferral: Deferral } {
  const { slot, late, channels } = due;
  // The cap never silences a debt that no message has named: it waits, past its next slot too.
  const until = state.isMentioned === false ? Date.parse(state.expiresAt) : endOf(state, slot);
  const judged = state.judge?.({ dueAt: dueAtOf(state, slot), channels, until });
  switch (judged?.kind) {
    case undefined:
      return due;
    case 'send':
      return { ...due, channels: judged.channels, person: judged.person };
    case 'skip':
      return { kind: 'skip', slot, late, reason: judged.reason };
    case 'defer':
      return { kind: 'defer', deferral: { slot, until: new Date(judged.until).toISOString() } };
  }
}

/** The slot's last message surely did not arrive: this one takes its place, perhaps by a channel that a law counts apart. */
function retryUnderRules(state: RunState, retry: RetryDecision | undefined) {
  const { retried, judge } = state;
  if (retry?.kind !== 'retry' || retried === undefined) return retry;
  const dueAt = Date.parse(state.retry?.at ?? retried.dueAt);
  if (state.isPaused) return { kind: 'drop_retry' } as const;
  const judged = judge?.({ dueAt, channels: retry.channels, until: endOf(state, retry.slot), replacesLast: true });
  if (judged === undefined) return retry;
  if (judged.kind === 'send') return { ...retry, channels: judged.channels, person: judged.person };
  return judged.kind === 'defer' ? ({ kind: 'wait', at: judged.until } as const) : ({ kind: 'drop_retry' } as const);
}

export type RunState = Fence & {
  plan: FollowUpPlan;
  /** The stored status: it can still be payable after the expiry. */
  status: Status;
  /** The first slot that has not been claimed; after the last slot, the number of slots plus one. */
  nextSlot: number;
  /** It is left out because a part was paid. */
  skippedSlot?: number | undefined;
  /** The account writes to the person no more, in any collection, but what somebody asks for. */
  isPaused?: boolean;
  promise?: StoredPromise | undefined;
  expiresAt: string;
  retry?: Retry | undefined;
  staleSessions?: StaleSessions | undefined;
  /** The attempt of the slot in `retry`. */
  retried?: Attempt | undefined;
  deferral?: Deferral | undefined;
  isMentioned?: boolean;
  /** The rules for people, at the time of the decision. */
  judge?: ((due: DueMessage) => DueJudgement) | undefined;
};

/** `nothingDueBefore`: what was due before this instant may have been sent by the table before the restore. */
type Fence = { nothingDueBefore?: string | undefined };

/** In milliseconds. Only what may be sent by `now`: a fence in the future is no reason to skip a slot ahead of its time. */
const fenceAt = ({ nothingDueBefore }: Fence, now: number): number =>
  nothingDueBefore === undefined ? Number.NEGATIVE_INFINITY : Math.min(Date.parse(nothingDueBefore), now);

/** The slots from the next one on that were due before the fence, one after the other. */
function restoredSlots(state: Fence & { nextSlot: number }, now: number, dueAtOf: (slot: number) => number): number[] {
  const slots: number[] = [];
  for (let slot = state.nextSlot; dueAtOf(slot) < fenceAt(state, now); slot += 1) slots.push(slot);
  return slots;
}

/** Of the retry of a slot, by its instant. */
const isRestored = (at: string | undefined, fence: Fence, now: number): boolean =>
  at !== undefined && Date.parse(at) < fenceAt(fence, now);
