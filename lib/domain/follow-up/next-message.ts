/** When a collection's next message goes, as far as its plan says now. */
import type { Collection } from '#lib/domain/collection.ts';
import { type PlanSetting, planFollowUps } from './plan.ts';
import { promisedFor } from './revision.ts';

/** In milliseconds; undefined if none is planned. What the rules for people will defer is only known when it is due. */
export function nextMessageAt(collection: Collection, setting: PlanSetting): number | undefined {
  if (setting.person?.pausedSince !== undefined) return undefined;
  const { nextSlot, expiresAt, retry, deferral, promise } = collection;
  const plan = planFollowUps(collection, setting);
  const dueAt = plan.isOptedOut ? undefined : plan.slots[nextSlot - 1]?.dueAt;
  const deferred = deferral?.slot === nextSlot ? Date.parse(deferral.until) : 0;
  const planned = dueAt === undefined ? [] : [Math.max(dueAt, deferred)];
  // After a promise the plan depends on whether it was kept.
  const end = Math.min(Date.parse(expiresAt), promisedFor(promise) ?? Number.POSITIVE_INFINITY);
  const times = [...planned, ...(retry ? [Date.parse(retry.at)] : [])].filter((at) => at < end);
  return times.length === 0 ? undefined : Math.min(...times);
}
