/** POST /public/collections/{id}/reopen: makes a collection payable again that has expired or was cancelled; safe to repeat. */
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { reopenCollection as reopen } from '#lib/domain/revisions/reopen-collection.ts';
import { type RevisionNeeds, revisionEndpoint, revisionNeeds } from '#lib/endpoints/revision-endpoint.ts';

export const reopenCollection = (deps: RevisionNeeds) =>
  revisionEndpoint(deps, {
    success: { status: 200, message: 'Collection reopened successfully' },
    body: async () => (await import('#lib/contract/reopen-collection.ts')).readReopenCollection,
    event: 'collection_reopened',
    mayHaveEnded: true,
    decide: reopen,
    show: ({ collection }, { baseUrl }) => toCollectionResponse(collection, baseUrl),
  });

export const handler = reopenCollection(revisionNeeds);
