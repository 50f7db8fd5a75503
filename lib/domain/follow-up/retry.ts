/**
 * Retries of a slot: a deferral, because its channel was throttled, and a failover, because its message has failed.
 * Only the slot that was claimed last is retried: a newer one takes its place.
 */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { channelsAt, type OpeningHours, openSpanFrom } from '#lib/domain/time/local-time.ts';
import { CADENCE_MINUTES, type Cadence, type Retry } from './follow-up.ts';
import { channelsOf, type FollowUpPlan, hoursOf } from './plan.ts';

const MINUTE = 60_000;
const MIN_WAIT = 5_000;
const MAX_WAIT = 10 * MINUTE;
const MAX_DEFERRED = 60 * MINUTE;
/** Clocks differ by seconds. */
export const CLOCKS_DIFFER = 5_000;

export type Deferring = {
  /** Of the slot. */
  hours: OpeningHours;
  cadence: Cadence;
  /** The first deferral; absent before it. */
  since: string | undefined;
  /** In milliseconds: the next slot or the expiry, whichever is first. */
  end: number;
};

/**
 * In milliseconds: when a throttled channel is tried again. The waits grow with the time that has passed. Undefined if
 * that would be too late: then the next channel gets the slot. `fraction` is the jitter, in [0, 1).
 */
export function deferUntil({ hours, cadence, since, end }: Deferring, now: number, fraction: number) {
  const first = since === undefined ? now : Date.parse(since);
  const wait = Math.min(MAX_WAIT, MIN_WAIT + fraction * Math.max(MIN_WAIT, now - first));
  const limit = first + Math.min(MAX_DEFERRED, (CADENCE_MINUTES[cadence] * MINUTE) / 4);
  const { opensAt, closesAt } = openSpanFrom(hours, now);
  const at = now + Math.round(wait);
  return opensAt <= now && at < Math.min(limit, closesAt, end) ? at : undefined;
}

type RetryState = {
  plan: FollowUpPlan;
  nextSlot: number;
  expiresAt: string;
  retry?: Retry | undefined;
  /** The attempt of the slot in `retry`. */
  retried?: Attempt | undefined;
};

/** `drop_retry`: the slot is not offered again. */
export type RetryDecision =
  | { kind: 'retry'; slot: number; channels: readonly Channel[] }
  | { kind: 'drop_retry' }
  /** `at` is in milliseconds. */
  | { kind: 'wait'; at: number };

export const isFailover = ({ at }: Attempt): boolean => at.failed !== undefined;

/** A failover waits for the opening, and does not come shortly before the next slot. A deferral never waits overnight. */
export function decideRetry(state: RetryState, now: number): RetryDecision | undefined {
  const { plan, nextSlot, expiresAt, retry, retried } = state;
  if (retry === undefined) return undefined;
  if (retried?.status !== 'deferred' || retry.slot !== nextSlot - 1) return { kind: 'drop_retry' };
  const from = Math.max(now, Date.parse(retry.at));
  const at = Math.max(from, openSpanFrom(hoursOf(plan, retried.slot), from).opensAt);
  const next = plan.slots[nextSlot - 1]?.dueAt ?? Number.POSITIVE_INFINITY;
  const apart = isFailover(retried) ? Math.min(MAX_DEFERRED, (next - Date.parse(retried.dueAt)) / 4) : 0;
  const isTooLate = at >= Math.min(Date.parse(expiresAt), next - apart);
  const channels = channelsLeft(plan, retried, at);
  if (isTooLate || channels.length === 0 || (at > from && !isFailover(retried))) return { kind: 'drop_retry' };
  return at > now + CLOCKS_DIFFER ? { kind: 'wait', at } : { kind: 'retry', slot: retry.slot, channels };
}

/** A channel that was throttled is tried first. One that refused the message, or could not deliver it, is not tried again. */
function channelsLeft(plan: FollowUpPlan, retried: Attempt, at: number): readonly Channel[] {
  const throttled = isFailover(retried) ? undefined : retried.channelsTried.at(-1);
  const order = channelsAt(plan.hours, channelsOf(plan, retried.slot), at);
  const fresh = order.filter((channel) => !retried.channelsTried.includes(channel));
  return throttled !== undefined && order.includes(throttled) ? [throttled, ...fresh] : fresh;
}
