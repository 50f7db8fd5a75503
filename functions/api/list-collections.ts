/** GET /public/collections: a page of the account's collections, newest first, with the exact count; or what matches a filter. */
import { readListCollections } from '#lib/contract/list-collections.ts';
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import type { Account } from '#lib/domain/account.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { listPageMeta } from '#lib/domain/list-cursor.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { findingCollections } from '#lib/store/collection/finding.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findCollections } from '#lib/use-cases/find-collections.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...callers, ...findingCollections, getAccount, readListPage }),
};

export const listCollections = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Collections retrieved successfully' },
    query: readListCollections,
    load: async ({ account, query }) => {
      // Candidates are read once the caller is verified: they can cost hundreds of read units.
      if (query.filter) return { search: { ...query, owner: await ownerOf(deps, account) } };
      const { page, limit } = query;
      return { listed: { ...(await deps.readListPage(account, page, limit)), page, limit } };
    },
    run: async ({ account, now }, { search, listed }) => {
      const show = (collection: Collection) => toCollectionResponse(asSeenAt(collection, now), deps.settings.baseUrl);
      if (search) {
        const { collections, nextCursor } = await findCollections(deps, { ...search, now });
        return { data: collections.map(show), meta: { count: null, next: null, prev: null, nextCursor } };
      }
      const { count, hashes, page, limit } = listed;
      const collections = await deps.getCollections(account, hashes);
      return { data: collections.map(show), meta: listPageMeta(count, page, limit) };
    },
  });

async function ownerOf({ getAccount: get }: Pick<typeof needs, 'getAccount'>, id: string): Promise<Account> {
  const account = await get(id);
  if (account === undefined) throw new Error('an account that does not exist');
  return account;
}

export const handler = listCollections(needs);
