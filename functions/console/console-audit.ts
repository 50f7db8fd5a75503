/** GET /console/audit: who signed in, what roles did not allow, and every change of the members, newest first. */
import { readListAudit } from '#lib/contract/member.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const PAGE = 50;

const needs = { ...service, ...storeOf(table, { ...guardedCallers, listAudit }) };

export const consoleAudit = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Audit log retrieved successfully' },
    acceptsKeys: false,
    query: readListAudit,
    load: ({ account, query }) => deps.listAudit(account, { after: query.cursor, limit: PAGE }),
    run: (_request, { entries, next = null }) => ({ data: entries, meta: { nextCursor: next } }),
  });

export const handler = consoleAudit(needs);
