/** GET /public/journal: everything that changed what is owed, by the day on which the books changed. */
import { readJournalQuery } from '#lib/contract/journal.ts';
import { JOURNAL_KINDS } from '#lib/domain/journal/journal.ts';
import { loadInsights } from '#lib/endpoints/insights-endpoint.ts';
import { type JournalNeeds, journalNeeds, showJournal } from '#lib/endpoints/journal-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const listJournal = (deps: JournalNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Journal retrieved successfully' },
    query: readJournalQuery,
    load: (request) => loadInsights(deps, request),
    run: ({ query: { kind, ...query } }, insights) =>
      showJournal(deps, insights, { ...query, kinds: kind === undefined ? JOURNAL_KINDS : [kind] }),
  });

export const handler = listJournal(journalNeeds);
