/** Revisions of a collection's plan: each answers the collection as it is afterwards, to be saved by one write. */
import type { Account } from './account.ts';
import type { By } from './actor.ts';
import type { Actor, Collection, EventData } from './collection.ts';
import { validationFailed } from './errors.ts';
import { nextRun } from './follow-up/decide.ts';
import { type PlanSetting, planFollowUps } from './follow-up/plan.ts';
import { type AskedSlot, type PauseReason, type PlanStart, pauseAt } from './follow-up/revision.ts';
import type { CollectionEventType } from './transitions.ts';

/** A collection that can be paid, and what its plan depends on. `by`: the member of the account who asks for a change. */
export type Revisable = {
  collection: Collection;
  by?: By | undefined;
  setting: PlanSetting & { account: Account; phone: { lookup: string } };
};

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
  const pause = 'pause' in to ? to.pause : collection.pause;
  const next = {
    ...kept,
    // A slot that waits for another try is left out by a pause, like those to come.
    ...(retry && (pause === undefined || pauseAt(pause, now) === undefined) && { retry }),
    ...to,
    ...(plan !== 'unchanged' && { plan: { ...startAt(startsAnew ? { nextSlot } : collection, now), ...plan } }),
    updatedAt: timestamp,
    events:
      type === undefined
        ? events
        : [...events, { type, timestamp, about: String(runNumber + 1), ...(data && { data: withMember(data, by) }) }],
    runNumber: runNumber + 1,
  };
  const retryAt = next.retry && Date.parse(next.retry.at);
  return { ...next, ...nextRun({ ...next, plan: planFollowUps(next, setting) }, retryAt) };
}

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
  const { slots } = planFollowUps(collection, setting);
  const due = slots.slice(collection.nextSlot - 1).findLast(({ dueAt, asked }) => dueAt <= now.getTime() && !asked);
  const asked = waitingSlot(collection);
  return { ...(due && { from: new Date(due.dueAt).toISOString() }), ...(asked && { asked }) };
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
  const data = { ...end, reason, actor: ACTOR_OF[reason] };
  return revise(of, { event: 'followup.paused', data, to: { pause } }, now);
}

/** Undefined if nothing is paused. */
export function resumeFollowUps(of: Revisable, now: Date): Collection | undefined {
  const { pause, ...collection } = of.collection;
  if (pauseAt(pause, now) === undefined) return undefined;
  const change = { event: 'followup.resumed', data: { actor: 'merchant' }, plan: keepingDue(of, now) } as const;
  return revise({ ...of, collection }, change, now);
}

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

/** In minutes: the longest time from the creation to the expiry. */
const MAX_EXPIRES_IN = 525_600;

/** The reminders stop until `payBy`, and the collection lives for at least a day more. Undefined if it is promised already. */
export function promisePayment(of: Revisable, payBy: string, now: Date): Collection | undefined {
  const { collection } = of;
  refusePast('payBy', payBy, now);
  if (collection.promise?.payBy === payBy && collection.promise.brokenAt === undefined) return undefined;
  const created = Date.parse(collection.createdAt);
  const needed = Math.ceil((Date.parse(payBy) + DAY - created) / MINUTE);
  if (needed > MAX_EXPIRES_IN)
    throw validationFailed([{ path: 'payBy', message: 'must be within a year of the creation' }]);
  const expiresInMinutes = Math.max(collection.expiresInMinutes, needed);
  const to = {
    ...expiryOf(collection, expiresInMinutes),
    pause: { since: now.toISOString(), until: payBy, reason: 'promise' as const },
    promise: { payBy, madeAt: now.toISOString() },
  };
  return revise(of, { event: 'promise.made', data: { payBy, actor: 'merchant' }, to }, now);
}

export const expiryOf = ({ createdAt }: Pick<Collection, 'createdAt'>, expiresInMinutes: number) => ({
  expiresInMinutes,
  expiresAt: new Date(Date.parse(createdAt) + expiresInMinutes * MINUTE).toISOString(),
});

/** The plan goes on from the day that was promised, a step firmer. */
export function breakPromise(of: Revisable, now: Date): Collection {
  const { promise, plan } = of.collection;
  if (promise === undefined) throw new RangeError('no promise to break');
  const { payBy } = promise;
  const change = {
    event: 'promise.broken',
    data: { payBy, actor: 'schedule' },
    to: { promise: { ...promise, brokenAt: now.toISOString() } },
    plan: { ...keepingDue(of, now), from: payBy, restartsAt: payBy, firmer: (plan?.firmer ?? 0) + 1 },
  } as const;
  return revise(of, change, now);
}

/** @throws validation_failed */
function refusePast(path: string, instant: string, now: Date): void {
  if (instant <= now.toISOString()) throw validationFailed([{ path, message: 'must be in the future' }]);
}
