/** POST /public/collections/{id}/disputes/{disputeId}: resolves what the customer says is wrong, so that the reminders go on; safe to repeat. */
import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import { resolveDispute as resolve } from '#lib/domain/revisions/revise-answers.ts';
import { type DecisionNeeds, decisionEndpoint, decisionNeeds } from '#lib/endpoints/decision-endpoint.ts';
import { reviseCollection } from '#lib/use-cases/revise-collection.ts';

export const resolveDispute = (deps: DecisionNeeds) =>
  decisionEndpoint(deps, {
    success: { status: 200, message: 'Dispute resolved successfully' },
    body: async () => (await import('#lib/contract/answers.ts')).readResolveDispute,
    what: 'dispute_resolved',
    detail: ({ resolution }) => resolution,
    decide: async (named, { part: dispute, body, ...change }) => {
      const { changed } = await reviseCollection(deps, named, {
        ...change,
        mayHaveEnded: true,
        decide: (of) => resolve(of, dispute, body, change.now),
      });
      return changed;
    },
    show: toHistoryResponse,
  });

export const handler = resolveDispute(decisionNeeds);
