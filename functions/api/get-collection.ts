/** GET /public/collections/{id}: one collection of the caller's account with its whole history. */

import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import { ownedCollection } from '#lib/domain/collection.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { callers } from '#lib/store/account/callers.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getHistory }) };

export const getCollection = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Collection retrieved successfully' },
    load: async ({ id }) => {
      const ref = parseCollectionId(id);
      return ref && deps.getHistory(ref);
    },
    run: ({ account, now }, history) => {
      const { attempts = [], entries = [], events = [], replies = [] } = history ?? {};
      const collection = ownedCollection(history?.collection, account);
      return {
        data: toHistoryResponse({ collection, attempts, entries, events, replies }, now, deps.settings.baseUrl),
      };
    },
  });

export const handler = getCollection(needs);
