/** What a run knows of its collection when it decides. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { DueJudgement, DueMessage } from '#lib/domain/person/judge.ts';
import type { Status } from '#lib/domain/transitions.ts';
import type { FollowUpPlan } from './plan.ts';
import type { Deferral, Promised, Retry } from './revision.ts';

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
  deferral?: Deferral | undefined;
  /** The table was restored: what was due before this instant may have been sent by the table before it. */
  nothingDueBefore?: string | undefined;
  /** The rules for people, at the time of the decision. */
  judge?: ((due: DueMessage) => DueJudgement) | undefined;
};
