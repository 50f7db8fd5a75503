/** POST /public/collections/{id}/follow-ups/send: one reminder more, now; the run of the collection sends it. */
import { toRevisedPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { askReminder, hasAsked } from '#lib/domain/revisions/ask-reminder.ts';
import { type RevisionNeeds, revisionEndpoint, revisionNeeds } from '#lib/endpoints/revision-endpoint.ts';

export const sendFollowUp = (deps: RevisionNeeds) =>
  revisionEndpoint(deps, {
    success: { status: 202, message: 'Follow-up will be sent' },
    body: async () => (await import('#lib/contract/change-follow-ups.ts')).readSendFollowUp,
    event: 'followup_asked',
    isRepeated: hasAsked,
    decide: askReminder,
    show: toRevisedPlanResponse,
  });

export const handler = sendFollowUp(revisionNeeds);
