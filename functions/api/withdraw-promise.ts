/** DELETE /public/collections/{id}/promise: what the customer promised holds no longer, and follow-ups go on; safe to repeat. */
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { withdrawPromise as withdraw } from '#lib/domain/revisions/promise-payment.ts';
import { type RevisionNeeds, revisionEndpoint, revisionNeeds } from '#lib/endpoints/revision-endpoint.ts';

export const withdrawPromise = (deps: RevisionNeeds) =>
  revisionEndpoint(deps, {
    success: { status: 200, message: 'Promise withdrawn successfully' },
    event: 'promise_withdrawn',
    decide: (read, _body, now) => withdraw(read, now),
    show: ({ collection }, { baseUrl }) => toCollectionResponse(collection, baseUrl),
  });

export const handler = withdrawPromise(revisionNeeds);
