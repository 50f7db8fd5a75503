/** What one run of a collection works with: what was read, the plan, and the decision that follows from both. */
import type { CollectionContext } from '#lib/domain/collection.ts';
import { decide, type RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { type FollowUpPlan, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';

/** A collection with what its plan depends on, all read strongly. */
export type LoadedCollection = CollectionContext & { payments: readonly Payment[]; optedOut: readonly Channel[] };

export type RunContext = LoadedCollection & { plan: FollowUpPlan; decision: RunDecision; now: Date };

/** `availableChannels`: those with a configured sender. */
export function runContext(loaded: LoadedCollection, availableChannels: readonly Channel[], now: Date): RunContext {
  const plan = planFollowUps(loaded.collection, { ...loaded, availableChannels });
  return decidedAt({ ...loaded, plan }, now);
}

/** The plan stays: only the decision depends on the time. */
export const decidedAt = (of: LoadedCollection & { plan: FollowUpPlan }, now: Date): RunContext => ({
  ...of,
  decision: decide({ ...of.collection, plan: of.plan }, now),
  now,
});
