/** POST /public/collections/{id}/follow-ups/pause: no follow-up until an instant, or until resumed; safe to repeat. */
import { toRevisedPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { pauseFollowUps as pause } from '#lib/domain/revisions/revise-plan.ts';
import { type RevisionNeeds, revisionEndpoint, revisionNeeds } from '#lib/endpoints/revision-endpoint.ts';

export const pauseFollowUps = (deps: RevisionNeeds) =>
  revisionEndpoint(deps, {
    success: { status: 200, message: 'Follow-ups paused successfully' },
    body: async () => (await import('#lib/contract/change-follow-ups.ts')).readPauseFollowUps,
    event: 'followups_paused',
    decide: (read, body, now) => pause(read, { ...body, reason: 'merchant' }, now),
    show: toRevisedPlanResponse,
  });

export const handler = pauseFollowUps(revisionNeeds);
