/** GET /console/audit: who signed in, what roles did not allow, and every change of the members, newest first. */

import { readListAudit } from '#lib/contract/list-audit.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { sessionCallers } from '#lib/store/account/callers.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';

const PAGE = 50;

const list = defineEndpoint({
  success: { status: 200, message: 'Audit log retrieved successfully' },
  query: readListAudit,
  load: ({ account, query }) => listAudit(table, account, { after: query.cursor, limit: PAGE }),
  run: (_request, { entries, next = null }) => ({ data: entries, meta: { nextCursor: next } }),
});

export const handler = endpoint(list, sessionCallers(table));
