/** GET /public/collections: a page of the account's collections, newest first, with the exact count; or what matches a filter. */

import { readListCollections } from '#lib/contract/list-collections.ts';
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { listPageMeta } from '#lib/domain/list-page.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { site } from '#lib/site.ts';
import { getAccount, getApiKey } from '#lib/store/accounts.ts';
import { getCollections } from '#lib/store/collections.ts';
import { findContactIdBy } from '#lib/store/contacts.ts';
import { findByContact, findByStatus } from '#lib/store/find-by-index.ts';
import { readListPage } from '#lib/store/list-pages.ts';
import { findInLog } from '#lib/store/list-search.ts';
import { findCollections } from '#lib/use-cases/find-collections.ts';

const finding = { getAccount, findContactIdBy, findByContact, findByStatus, findInLog };
const live = { site, readListPage, getCollections, ...finding };

export const listCollections = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Collections retrieved successfully' },
    query: readListCollections,
    load: async ({ account, query, now }) => {
      if (query.filter) return { found: await findCollections(deps, { account, now, ...query }) };
      const { page, limit } = query;
      return { listed: { ...(await deps.readListPage(account, page, limit)), page, limit } };
    },
    run: async ({ account, now }, { found, listed }) => {
      const show = (collection: Collection) => toCollectionResponse(asSeenAt(collection, now), deps.site.baseUrl);
      if (found) {
        const { collections, nextCursor } = found;
        return { data: collections.map(show), meta: { count: null, next: null, prev: null, nextCursor } };
      }
      const { count, hashes, page, limit } = listed;
      const collections = await deps.getCollections(account, hashes);
      return { data: collections.map(show), meta: listPageMeta(count, page, limit) };
    },
  });

export const handler = endpoint(listCollections(live), getApiKey);
