/** GET /console/audit: who signed in, what roles did not allow, and every change of the members, or the last calls of API keys that were refused, newest first. */
import { readListAudit } from '#lib/contract/member.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { listAudit, listFailed } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const PAGE = 50;

const needs = { ...service, ...storeOf(table, { ...guardedCallers, listAudit, listFailed }) };

export const consoleAudit = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Audit log retrieved successfully' },
    acceptsKeys: false,
    query: readListAudit,
    load: async ({ account, query }): Promise<{ entries: object[]; next?: string }> =>
      query.list === 'failed_calls'
        ? { entries: await deps.listFailed(account, PAGE) }
        : deps.listAudit(account, { after: query.cursor, limit: PAGE }),
    run: (_request, { entries, next = null }) => ({ data: entries, meta: { nextCursor: next } }),
  });

export const handler = consoleAudit(needs);
