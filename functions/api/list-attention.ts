/** GET /public/attention: what needs a person, oldest first; an empty list is one read. */
import { readListAttention } from '#lib/contract/attention.ts';
import { attentionCursor, isLeftOut, readAttentionCursor, toAttentionResponse } from '#lib/contract/show-attention.ts';
import type { AttentionPlace } from '#lib/domain/attention/attention-item.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { findAttention, getAttentionItems } from '#lib/store/collection/attention.ts';
import { getCollections } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { listAttention as list } from '#lib/use-cases/list-attention.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...callers, getAccount, findAttention, getAttentionItems, getCollections }),
};

export const listAttention = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Attention retrieved successfully' },
    query: readListAttention,
    load: async ({ account, query, now }) => {
      const from = (after?: AttentionPlace) =>
        list(deps, account, { ...query, after, isLeftOut: (found) => isLeftOut(found, now) });
      const { cursor } = query;
      // A list without a next page needs nothing of the account.
      const saltOf = async () => (await deps.getAccount(account))?.salt ?? '';
      if (cursor === undefined) {
        const page = await from();
        return { ...page, salt: page.next === undefined ? '' : await saltOf() };
      }
      const salt = await saltOf();
      return { ...(await from(readAttentionCursor(salt, query, cursor))), salt };
    },
    run: ({ query, now }, { found, next, salt }) => ({
      data: found.map(({ item, collection }) => toAttentionResponse(item, collection, now)),
      meta: { nextCursor: next === undefined ? null : attentionCursor(salt, query, next) },
    }),
  });

export const handler = listAttention(needs);
