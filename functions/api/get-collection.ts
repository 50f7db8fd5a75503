/** GET /public/collections/{id}: one collection of the caller's account, whole, with its history. */
import { toStoryResponse } from '#lib/contract/show-collection.ts';
import { ownedCollection } from '#lib/domain/collection.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { site } from '#lib/site.ts';
import { getApiKey } from '#lib/store/api-keys.ts';
import { getStory } from '#lib/store/story.ts';

const live = { getStory };

export const getCollection = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Collection retrieved successfully' },
    load: async ({ id }) => {
      const place = parseCollectionId(id);
      return place && deps.getStory(place);
    },
    run: ({ account, now }, story) => {
      const { attempts = [], payments = [], events = [] } = story ?? {};
      const collection = ownedCollection(story?.collection, account);
      return { data: toStoryResponse({ collection, attempts, payments, events }, now, site.baseUrl) };
    },
  });

export const handler = endpoint(getCollection(live), getApiKey);
