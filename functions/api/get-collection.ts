/** GET /public/collections/{id}: one collection of the caller's account, whole. */
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { ownedCollection } from '#lib/domain/collection.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { site } from '#lib/site.ts';
import { getApiKey } from '#lib/store/api-keys.ts';
import * as collections from '#lib/store/collections.ts';

const live = { getCollection: collections.getCollection };

export const getCollection = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Collection retrieved successfully' },
    load: async ({ id }) => {
      const place = parseCollectionId(id);
      return place && deps.getCollection(place);
    },
    run: ({ account, now }, found) => ({
      data: toCollectionResponse(ownedCollection(found, account), now, site.baseUrl),
    }),
  });

export const handler = endpoint(getCollection(live), getApiKey);
