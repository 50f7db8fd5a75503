/** The revision that an opt-in makes: a plan of which the opt-out left nothing goes on. */
import type { Collection } from './collection.ts';
import { type Revisable, revise } from './revise-plan.ts';

/**
 * An opt-out is over. Undefined if the plan's next run stands; else every slot was left out, and the plan goes on with
 * those to come.
 */
export function goOnAfterOptIn(of: Revisable, now: Date): Collection | undefined {
  const { nextRunAt, postponedSlot, nextSlot } = of.collection;
  // That slot is not left out: its run is set, for when a payment under way has had its time.
  if (postponedSlot === nextSlot) return undefined;
  const revised = revise(of, {}, now);
  const isSooner = nextRunAt !== undefined && revised.nextRunAt !== undefined && revised.nextRunAt < nextRunAt;
  return isSooner ? revised : undefined;
}
