/** GET /public/attention: what needs a person, oldest first; an empty list is one read. */
import { readListAttention } from '#lib/contract/attention.ts';
import { attentionCursor, isSnoozed, readAttentionCursor, toAttentionResponse } from '#lib/contract/show-attention.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { callers } from '#lib/store/account/callers.ts';
import { findAttention, getAttentionItems } from '#lib/store/collection/attention.ts';
import { getCollections } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { listAttention as list } from '#lib/use-cases/list-attention.ts';

const needs = { ...service, ...storeOf(table, { ...callers, findAttention, getAttentionItems, getCollections }) };

export const listAttention = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Attention retrieved successfully' },
    query: readListAttention,
    load: ({ account, query, now }) => {
      const after = query.cursor === undefined ? undefined : readAttentionCursor(query, query.cursor);
      return list(deps, account, { ...query, after, isLeftOut: (item) => isSnoozed(item, now) });
    },
    run: ({ query, now }, { found, next }) => ({
      data: found.map(({ item, collection }) => toAttentionResponse(item, collection, now)),
      meta: { nextCursor: next === undefined ? null : attentionCursor(query, next) },
    }),
  });

export const handler = listAttention(needs);
