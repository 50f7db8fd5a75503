/** POST /public/collections/{id}/promise: the customer will pay by an instant; no follow-up until then; safe to repeat. */
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { promisePayment as promise } from '#lib/domain/revisions/promise-payment.ts';
import { type RevisionNeeds, revisionEndpoint, revisionNeeds } from '#lib/endpoints/revision-endpoint.ts';

export const promisePayment = (deps: RevisionNeeds) =>
  revisionEndpoint(deps, {
    success: { status: 200, message: 'Promise recorded successfully' },
    body: async () => (await import('#lib/contract/change-follow-ups.ts')).readPromisePayment,
    event: 'promise_made',
    decide: (read, { payBy }, now) => promise(read, payBy, now),
    show: ({ collection }, { baseUrl }) => toCollectionResponse(collection, baseUrl),
  });

export const handler = promisePayment(revisionNeeds);
