/** GET /public/payments: the money that came and went back, of all collections, by the day on which the books changed. */
import { readPaymentsQuery } from '#lib/contract/journal.ts';
import { MONEY_KINDS } from '#lib/domain/journal/journal.ts';
import { loadInsights } from '#lib/endpoints/insights-endpoint.ts';
import { type JournalNeeds, journalNeeds, showJournal } from '#lib/endpoints/journal-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const listAccountPayments = (deps: JournalNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Payments retrieved successfully' },
    query: readPaymentsQuery,
    load: (request) => loadInsights(deps, request),
    run: ({ query: { kind, ...query } }, insights) =>
      showJournal(deps, insights, { ...query, kinds: kind === undefined ? MONEY_KINDS : [kind] }),
  });

export const handler = listAccountPayments(journalNeeds);
