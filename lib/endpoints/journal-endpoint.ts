/** What the journal and the list of payments share: a page of entries of an account's days. */
import { toJournalEntry } from '#lib/contract/journal.ts';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import type { JournalKind } from '#lib/domain/journal/journal.ts';
import { getCustomers } from '#lib/store/customer/list.ts';
import { readJournal as readRows } from '#lib/store/insights/journal.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import type { Insights } from '#lib/use-cases/read-insights.ts';
import { readJournal } from '#lib/use-cases/read-journal.ts';
import { insightsNeeds, rangeOf } from './insights-endpoint.ts';

export const journalNeeds = { ...insightsNeeds, ...storeOf(table, { getCustomers, readJournal: readRows }) };

export type JournalNeeds = typeof journalNeeds;

type Asked = {
  from?: string | undefined;
  to?: string | undefined;
  currency?: string | undefined;
  customer?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

/** @throws validation_failed */
export async function showJournal(
  deps: JournalNeeds,
  insights: Insights,
  { kinds, ...query }: Asked & { kinds: readonly JournalKind[] },
) {
  const { account, today, asOf } = insights;
  const { currency, customer, limit, cursor } = query;
  const filter = { range: rangeOf(query, today), kinds, currency, customer };
  const { entries, nextCursor } = await readJournal(deps, insights, filter, { limit, cursor });
  const contacts = [...new Set(entries.map(({ contact }) => contact))];
  const found = contacts.length === 0 ? [] : await deps.getCustomers(account.id, contacts, undefined);
  const names = new Map(
    found.map(({ contact, customer: { firstName, lastName } }) => [contact, { firstName, lastName }]),
  );
  const place = { account: account.id, zone: accountZones(account).day, names };
  return { data: entries.map((entry) => toJournalEntry(entry, place)), meta: { asOf, nextCursor } };
}
