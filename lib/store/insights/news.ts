/** Which accounts have events that are not counted: a mark of each stands in the index of what is due. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { findOverdue } from '#lib/store/collection/runs.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { accountOfNewsKey, insightsShard, insightsShards, newsKey } from '#lib/store/insights/keys.ts';
import { fields, instant } from '#lib/store/table/checks.ts';
import { equals } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { atFirst, removeIf, update } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Statistics are at most so old. */
const NEWS_MS = 5 * 60_000;

/** Marks that the account has something to count; answers until when the mark stands. */
export async function markNews(table: Table, account: string, now: Date): Promise<string> {
  const dueAt = new Date(now.getTime() + NEWS_MS).toISOString();
  const write = update(table, {
    key: newsKey(account),
    set: { [DUE_PARTITION_KEY]: insightsShard(account), [DUE_SORT_KEY]: atFirst(dueAt) },
  });
  const { Attributes } = await table.send(new UpdateCommand({ ...write, ReturnValues: 'ALL_NEW' }));
  return String(Attributes?.[DUE_SORT_KEY] ?? dueAt);
}

/** Until when the mark stands; undefined if all is counted. */
export async function getNews(table: Table, account: string): Promise<string | undefined> {
  const item = await table.getItem(newsKey(account));
  return item && readItem(item, news)[DUE_SORT_KEY];
}

const news = fields({ [DUE_SORT_KEY]: instant });

/** Removes the mark, unless it was renewed. */
export const clearNews = (table: Table, account: string, dueAt: string): Promise<boolean> =>
  removeIf(table, { key: newsKey(account), when: equals(DUE_SORT_KEY, dueAt) });

/** The accounts whose mark is older than this. */
export async function findNews(table: Table, before: Date): Promise<{ accounts: string[]; unread: number }> {
  const { found, unread } = await findOverdue(table, insightsShards(), { before, nameOf: accountOfNewsKey });
  return { accounts: found, unread };
}
