/** Reads the journal of an account, a page at a time, in the order in which it was booked. */

import { validationFailed } from '#lib/domain/errors.ts';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import type { DayRange } from '#lib/domain/insights/reports.ts';
import type { JournalKind } from '#lib/domain/journal/journal.ts';
import { signedCursor, signedPosition } from '#lib/domain/list-cursor.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import type { Store } from '#lib/store/store.ts';
import type { Insights } from './read-insights.ts';

export type JournalPorts = Pick<Store, 'readJournal'>;

export type JournalFilter = {
  range: DayRange;
  kinds: readonly JournalKind[];
  currency?: string | undefined;
  customer?: string | undefined;
};

type PageOf = { limit: number; cursor?: string | undefined };

/** Rows that are read at once: each has what was counted together of one day. */
const ROWS_AT_ONCE = 20;
/** A page that would have to look through more ends, though it is not full. */
const MAX_READS = 10;

/** @throws validation_failed if the cursor is not ours, is of another list, or the figures were made anew since */
export async function readJournal(
  ports: JournalPorts,
  { account, generation }: Insights,
  filter: JournalFilter,
  { limit, cursor }: PageOf,
): Promise<{ entries: BookedEntry[]; nextCursor: string | null }> {
  const { from, to } = filter.range;
  const asked = [generation, from, to, filter.kinds, filter.currency ?? null, filter.customer ?? null];
  const position = cursor === undefined ? undefined : signedPosition(account.salt, asked, cursor);
  if (cursor !== undefined && position === undefined)
    throw validationFailed([{ path: 'cursor', message: 'is not of this list, or the figures were made anew since' }]);
  let place = placeIn(position);
  const entries: BookedEntry[] = [];
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const days = { from: dateOf(from), to: dateOf(to) };
    const { rows, hasMore } = await ports.readJournal(account.id, {
      ...{ generation, ...days, limit: ROWS_AT_ONCE },
      after: place.after,
    });
    for (const { key, entries: found } of rows) {
      for (const [index, entry] of found.entries()) {
        if (index < place.skip || !isAsked(entry, filter)) continue;
        if (entries.length === limit)
          return { entries, nextCursor: signedCursor(account.salt, asked, JSON.stringify({ ...place, skip: index })) };
        entries.push(entry);
      }
      place = { after: key, skip: 0 };
    }
    if (!hasMore) return { entries, nextCursor: null };
  }
  return { entries, nextCursor: signedCursor(account.salt, asked, JSON.stringify(place)) };
}

/** After which row the page begins, and how many of the next one's entries were on earlier pages. */
type Place = { after?: string; skip: number };

const placeIn = (position: string | undefined): Place =>
  position === undefined ? { skip: 0 } : (JSON.parse(position) as Place);

const isAsked = ({ kind, currency, contact }: BookedEntry, filter: JournalFilter): boolean =>
  filter.kinds.includes(kind) &&
  (filter.currency === undefined || filter.currency === currency) &&
  (filter.customer === undefined || filter.customer === contact);
