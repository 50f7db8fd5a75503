/** What one run of a collection works with: the data that was read, the plan, and the decision. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { CollectionContext } from '#lib/domain/collection.ts';
import { decide, type RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { type FollowUpPlan, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import type { Ledger } from '#lib/domain/payment/book-movement.ts';

/** All of it is read with strong consistency. */
export type LoadedCollection = CollectionContext &
  Pick<Ledger, 'entries' | 'waiting'> &
  Reach & { /** The attempt of the slot that waits for a retry. */ retried?: Attempt | undefined };

export type RunContext = LoadedCollection & { plan: FollowUpPlan; decision: RunDecision; now: Date };

export function runContext(loaded: LoadedCollection, availableChannels: readonly Channel[], now: Date): RunContext {
  const plan = planFollowUps(loaded.collection, { ...loaded, availableChannels });
  return decidedAt({ ...loaded, plan }, now);
}

/** Only the decision depends on the time, so the plan stays. */
export const decidedAt = (of: LoadedCollection & { plan: FollowUpPlan }, now: Date): RunContext => ({
  ...of,
  decision: decide({ ...of.collection, plan: of.plan, retried: of.retried }, now),
  now,
});
