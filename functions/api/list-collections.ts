/** GET /public/collections: a page of the account's collections, newest first, with the exact count. */

import { readListCollections } from '#lib/contract/list-collections.ts';
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { asSeenAt } from '#lib/domain/collection.ts';
import { listPageMeta } from '#lib/domain/list-page.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { site } from '#lib/site.ts';
import { getApiKey } from '#lib/store/accounts.ts';
import { getCollections } from '#lib/store/collections.ts';
import { readListPage } from '#lib/store/list-pages.ts';

const live = { site, readListPage, getCollections };

export const listCollections = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Collections retrieved successfully' },
    query: readListCollections,
    load: async ({ account, query }) => deps.readListPage(account, query.page, query.limit),
    run: async ({ account, query, now }, { count, hashes }) => {
      const collections = await deps.getCollections(account, hashes);
      const data = collections.map((collection) => toCollectionResponse(asSeenAt(collection, now), deps.site.baseUrl));
      return { data, meta: listPageMeta(count, query.page, query.limit) };
    },
  });

export const handler = endpoint(listCollections(live), getApiKey);
