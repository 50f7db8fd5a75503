/** Revisions of a collection's plan: each answers the collection as it is afterwards, to be saved by one write. */
import type { Account } from '#lib/domain/account.ts';
import { heldAt } from '#lib/domain/answers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Actor, EventData } from '#lib/domain/collection-event.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { nextRun } from '#lib/domain/follow-up/decide.ts';
import {
  type AskedSlot,
  type Pause,
  type PauseReason,
  type PlanStart,
  pauseAt,
} from '#lib/domain/follow-up/follow-up.ts';
import { type FollowUpPlan, type PlanSetting, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { By } from '#lib/domain/member.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { type CollectionEventType, isPayable } from '#lib/domain/transitions.ts';

/** A collection that can be paid, and what its plan depends on. `by`: the member of the account who asks for a change. */
export type Revisable = {
  collection: Collection;
  by?: By | undefined;
  setting: PlanSetting & { account: Account; phone: { lookup: string } };
};

/**
 * A revision that changes the status or the amount. `expected`: what must be as it was read for it to be saved: money and
 * sessions that came meanwhile would be judged by what it replaces. `events` is the number of events before it.
 */
export type RevisedCollection = Collection & {
  expected?: Pick<Collection, 'status' | 'entryCount'> & { sessions: number; events: number } & Renewal;
};

/** What was opened for it at providers is out of date. */
type Renewal = { isRenewed: boolean };

export const expecting = (revised: Collection, before: Collection, { isRenewed }: Renewal): RevisedCollection => ({
  ...revised,
  expected: {
    isRenewed,
    status: before.status,
    entryCount: before.entryCount,
    sessions: before.sessions.length,
    events: before.events.length,
  },
});

type RevisionChange = {
  /** A reminder that was asked for has none: its sending is one. */
  event?: CollectionEventType;
  data?: EventData;
  /** The values of the collection that change. */
  to?: Partial<Collection>;
  /** How the plan begins, other than now with the next slot. `unchanged`: what changes is nothing to the plan. */
  plan?: Partial<PlanStart> | 'unchanged';
  /** A promise that was broken has no effect any more. */
  startsAnew?: boolean;
  setting?: Revisable['setting'];
};

/** The plan begins anew: what was claimed stays, the numbers go on, and the next run is set. */
export function revise({ collection, by, setting: before }: Revisable, change: RevisionChange, now: Date): Collection {
  const { events, runNumber, nextSlot, updatedAt } = collection;
  const { event: type, data, to = {}, plan = {}, startsAnew = false, setting = before } = change;
  const timestamp = later(now.toISOString(), updatedAt);
  const { retry, deferral: _anew, ...kept } = collection;
  const { pause, claims, disputes } = { ...collection, ...to };
  const isHeld = heldAt({ claims, disputes }, now) !== undefined;
  const next = {
    ...kept,
    // A slot that waits for another try is left out by a pause, like those to come.
    ...(retry && !isHeld && (pause === undefined || pauseAt(pause, now) === undefined) && { retry }),
    ...to,
    ...(plan !== 'unchanged' && { plan: { ...startAt(startsAnew ? { nextSlot } : collection, now), ...plan } }),
    updatedAt: timestamp,
    events,
    runNumber: runNumber + 1,
  };
  const about = String(next.runNumber);
  const told = type && { type, timestamp, about, ...(data && { data: withMember(data, by) }) };
  const withdrawn = isWithdrawn(collection, next) && {
    type: 'followup.withdrawn' as const,
    timestamp,
    about,
    ...(by && { data: { member: by } }),
  };
  next.events = [...events, ...(told ? [told] : []), ...(withdrawn ? [withdrawn] : [])];
  const revised = plan !== 'unchanged' && plan.restartsAt === undefined ? withOneLate(next, setting, now) : next;
  const retryAt = next.retry && Date.parse(next.retry.at);
  return { ...revised, ...nextRun({ ...revised, plan: planFollowUps(revised, setting) }, retryAt) };
}

/** A reminder that was asked for and not claimed is no part of the plan any more. What ends a collection says so itself. */
const isWithdrawn = (before: Collection, after: Collection): boolean =>
  waitingSlot(before) !== undefined && waitingSlot(after) === undefined && isPayable(after.status);

/** A quicker rhythm may put many slots between what was due and now. Only the last is to be sent, so the others are no part of the plan. */
function withOneLate<C extends Collection>(collection: C, setting: PlanSetting, now: Date): C {
  const { plan } = collection;
  if (plan === undefined || plan.from >= now.toISOString()) return collection;
  const last = lateIn(planFollowUps(collection, setting), collection, now);
  return last === undefined ? collection : { ...collection, plan: { ...plan, from: new Date(last).toISOString() } };
}

/** When the last slot was due that is not claimed, apart from one that was asked for. */
const lateIn = ({ slots }: FollowUpPlan, { nextSlot }: Collection, now: Date): number | undefined =>
  slots.slice(nextSlot - 1).findLast(({ dueAt, asked }) => dueAt <= now.getTime() && !asked)?.dueAt;

const withMember = (data: EventData, member: By | undefined): EventData => ({ ...data, ...(member && { member }) });

/** A broken promise keeps its effect. */
function startAt({ nextSlot, plan }: Pick<Collection, 'nextSlot' | 'plan'>, now: Date): PlanStart {
  const { restartsAt, firmer } = plan ?? {};
  return {
    from: now.toISOString(),
    firstSlot: nextSlot,
    ...(restartsAt !== undefined && { restartsAt }),
    ...(firmer !== undefined && { firmer }),
  };
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** What was due before the change and is not claimed yet stays in the plan; so does a reminder that was asked for. */
export function keepingDue({ collection, setting }: Revisable, now: Date): Partial<PlanStart> {
  const due = lateIn(planFollowUps(collection, setting), collection, now);
  const asked = waitingSlot(collection);
  return { ...(due !== undefined && { from: new Date(due).toISOString() }), ...(asked && { asked }) };
}

/** The reminder that was asked for, if it is not claimed yet. */
export const waitingSlot = ({ plan, nextSlot }: Collection): AskedSlot | undefined =>
  plan?.firstSlot === nextSlot ? plan.asked : undefined;

export type PauseCommand = { until?: string | undefined; reason: PauseReason };

const ACTOR_OF = { merchant: 'merchant', promise: 'merchant', reply: 'customer' } as const satisfies Record<
  PauseReason,
  Actor
>;

/** Undefined if nothing changes; a reply never shortens a pause. @throws validation_failed if `until` has passed. */
export function pauseFollowUps(of: Revisable, { until, reason }: PauseCommand, now: Date): Collection | undefined {
  if (until !== undefined) refusePast('until', until, now);
  const before = pauseAt(of.collection.pause, now);
  const lastsLonger =
    before !== undefined && (before.until === undefined || (until !== undefined && before.until >= until));
  const isSame = before !== undefined && before.until === until && before.reason === reason;
  if (isSame || (reason === 'reply' && lastsLonger)) return undefined;
  const end = until === undefined ? {} : { until };
  const pause = { since: now.toISOString(), ...end, reason };
  const told = { event: 'followup.paused', data: { ...end, reason, actor: ACTOR_OF[reason] } } as const;
  return revise(of, { ...(isHardlyLonger(before, pause) ? {} : told), to: { pause } }, now);
}

/** Each pause is an event that the collection keeps: what one reply after the other adds by less than an hour is none. */
const isHardlyLonger = (before: Pause | undefined, { reason, until }: Pause): boolean =>
  reason === 'reply' &&
  before?.reason === 'reply' &&
  Date.parse(until ?? '') - Date.parse(before.until ?? '') < HOUR_MS;

/** Undefined if nothing is paused. */
export function resumeFollowUps(of: Revisable, now: Date): Collection | undefined {
  const { pause, ...collection } = of.collection;
  if (pauseAt(pause, now) === undefined) return undefined;
  const change = { event: 'followup.resumed', data: { actor: 'merchant' }, plan: keepingDue(of, now) } as const;
  return revise({ ...of, collection }, change, now);
}

/** In minutes: the longest life that a caller can give. */
export const MAX_EXPIRES_IN = 525_600;

export const expiryOf = ({ createdAt }: Pick<Collection, 'createdAt'>, expiresInMinutes: number) => ({
  expiresInMinutes,
  expiresAt: new Date(Date.parse(createdAt) + expiresInMinutes * MINUTE_MS).toISOString(),
});

/** @throws validation_failed */
export function refusePast(path: string, instant: string, now: Date): void {
  if (instant <= now.toISOString()) throw validationFailed([{ path, message: 'must be in the future' }]);
}
