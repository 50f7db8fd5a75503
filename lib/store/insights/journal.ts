/** The journal of an account in the table: what changed what is owed, as counts and rebuilds found it, by day. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import { countedPart, journalKey, rebuiltPart } from '#lib/store/insights/keys.ts';
import { type Key, SORT_KEY } from '#lib/store/keys.ts';
import { fields, packedText } from '#lib/store/table/checks.ts';
import { ITEM_EXISTS, isBetween } from '#lib/store/table/conditions.ts';
import { packText, readItem } from '#lib/store/table/read-item.ts';
import { put, queryAll, queryPage, removeIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

type JournalDays = ReadonlyMap<string, readonly BookedEntry[]>;

type Part = { generation: number; part: string };

const journalItems = (account: string, { generation, part }: Part, journal: JournalDays) =>
  [...journal].map(([day, entries]) => ({
    ...journalKey(account, generation, day, part),
    entries: packText(JSON.stringify(entries)),
  }));

/** What a count adds, together with the position whose version it writes. */
export const countedItems = (
  account: string,
  { generation, version }: { generation: number; version: number },
  journal: JournalDays,
) => journalItems(account, { generation, part: countedPart(version) }, journal);

/** What a rebuild has found on a page of the list. */
export async function writeJournal(
  table: Table,
  account: string,
  { generation, page }: { generation: number; page: number },
  journal: JournalDays,
): Promise<void> {
  const items = journalItems(account, { generation, part: rebuiltPart(page) }, journal);
  await Promise.all(items.map((item) => table.send(new PutCommand(put(table, { item })))));
}

/** Of one generation. */
export async function removeJournal(table: Table, account: string, generation: number): Promise<void> {
  const { pk, sk } = journalKey(account, generation, '');
  const items = await queryAll(table, { partition: pk, when: isBetween(SORT_KEY, sk, `${sk}~`), only: SORT_KEY });
  for (const item of items) await removeIf(table, { key: { pk, sk: item.sk }, when: ITEM_EXISTS });
}

const row = fields({ entries: packedText });

type JournalQuery = {
  generation: number;
  /** Days (`2026-03-02`), both of them included. */
  from: string;
  to: string;
  /** The sort key of the row after which to go on. */
  after?: string | undefined;
  limit: number;
};

/** What was booked together on a day. `key`: where it stands. */
export type JournalRow = { key: string; day: string; entries: BookedEntry[] };

/** So many rows, in their order, read as they were a moment ago. */
export async function readJournal(
  table: Table,
  account: string,
  { generation, from, to, after, limit }: JournalQuery,
): Promise<{ rows: JournalRow[]; hasMore: boolean }> {
  const first = journalKey(account, generation, from);
  const { items, last } = await queryPage(table, {
    partition: first.pk,
    // `~` sorts after all that follows a day.
    when: isBetween(SORT_KEY, first.sk, `${journalKey(account, generation, to).sk}~`),
    limit,
    isStrong: false,
    after: after === undefined ? undefined : { pk: first.pk, sk: after },
  });
  return { rows: items.map(toRow), hasMore: last !== undefined };
}

const toRow = (item: Key & Record<string, unknown>): JournalRow => ({
  key: item.sk,
  day: item.sk.split('#')[2] ?? '',
  entries: JSON.parse(readItem(item, row).entries) as BookedEntry[],
});
