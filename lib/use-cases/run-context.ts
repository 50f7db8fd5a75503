/** What one run of a collection works with: the data that was read, the plan, and the decision. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { decide, type RunDecision } from '#lib/domain/follow-up/decide.ts';
import { rulesOf } from '#lib/domain/follow-up/person-rules.ts';
import { type FollowUpPlan, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import type { Ledger } from '#lib/domain/payment/book-movement.ts';
import { type DueMessage, judgeDue } from '#lib/domain/person/judge-due.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import type { Revisable } from '#lib/domain/revise-plan.ts';

/** All of it is read with strong consistency. */
export type LoadedCollection = CollectionContext &
  Pick<Ledger, 'entries' | 'waiting'> &
  Reach & {
    attempts: readonly Attempt[];
    /** Of a restored table: slots that were due before are skipped. */
    nothingDueBefore?: string | undefined;
  };

/** `setting`: what the plan depends on. */
export type RunContext = LoadedCollection & {
  setting: Revisable['setting'];
  plan: FollowUpPlan;
  decision: RunDecision;
  now: Date;
};

export function runContext(loaded: LoadedCollection, availableChannels: readonly Channel[], now: Date): RunContext {
  const { account, phone, optedOut, unreachable = [], person = NEW_PERSON, attempts } = loaded;
  const setting = { account, phone, optedOut, unreachable, person, attempts, availableChannels };
  return decidedAt({ ...loaded, setting, plan: planFollowUps(loaded.collection, setting) }, now);
}

/** Only the decision depends on the time, so the plan stays. */
export function decidedAt(of: Omit<RunContext, 'decision' | 'now'>, now: Date): RunContext {
  const { collection, setting, plan, nothingDueBefore } = of;
  const { person = NEW_PERSON } = setting;
  const judged = { person, hash: collection.ref.hash, rules: rulesOf(collection, setting), hours: plan.hours };
  // The rules for people as they hold for this collection at `now`.
  const judge = (due: DueMessage) => judgeDue(judged, due, now.getTime());
  const state = { ...collection, plan, retried: retriedOf(of), nothingDueBefore, judge };
  return { ...of, decision: decide(state, now), now };
}

/** The attempt of the slot that waits for a retry. */
export const retriedOf = ({ collection, attempts }: Pick<LoadedCollection, 'collection' | 'attempts'>) =>
  attempts.find(({ slot }) => slot === collection.retry?.slot);

/** In seconds: how late a run is. */
export const lagOf = ({ nextRunAt }: Collection, now: Date): number =>
  nextRunAt === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(nextRunAt)) / 1000);
