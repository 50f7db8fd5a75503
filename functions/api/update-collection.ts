/** PATCH /public/collections/{id}: corrects the terms of a collection that can still be paid; safe to repeat. */
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { updateCollection as update } from '#lib/domain/revisions/update-collection.ts';
import { type RevisionNeeds, revisionEndpoint, revisionNeeds } from '#lib/endpoints/revision-endpoint.ts';

export const updateCollection = (deps: RevisionNeeds) =>
  revisionEndpoint(deps, {
    success: { status: 200, message: 'Collection updated successfully' },
    body: async () => (await import('#lib/contract/update-collection.ts')).readUpdateCollection,
    event: 'collection_updated',
    decide: update,
    show: ({ collection }, { baseUrl }) => toCollectionResponse(collection, baseUrl),
  });

export const handler = updateCollection(revisionNeeds);
