/** POST /public/collections/{id}/follow-ups/resume: follow-ups go on; safe to repeat. */
import { toRevisedPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { resumeFollowUps as resume } from '#lib/domain/revisions/revise-plan.ts';
import { type RevisionNeeds, revisionEndpoint, revisionNeeds } from '#lib/endpoints/revision-endpoint.ts';

export const resumeFollowUps = (deps: RevisionNeeds) =>
  revisionEndpoint(deps, {
    success: { status: 200, message: 'Follow-ups resumed successfully' },
    event: 'followups_resumed',
    decide: (read, _body, now) => resume(read, now),
    show: toRevisedPlanResponse,
  });

export const handler = resumeFollowUps(revisionNeeds);
