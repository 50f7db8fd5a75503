/** Which accounts have events that are not counted: a mark of each stands in the index of what is due. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { NEWS_MS } from '#lib/domain/insights/counted.ts';
import { findOverdue } from '#lib/store/collection/runs.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { accountOfNewsKey, insightsShard, insightsShards, newsKey } from '#lib/store/insights/keys.ts';
import { fields, instant } from '#lib/store/table/checks.ts';
import { all, any, equals, isBelow, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { atFirst, putIf, removeIf, update } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Until when what is told needs no other mark; absent from items of 0.2.0, and where nothing was marked since a count left the item. */
const COVERED_UNTIL = 'markedAt';

/** What is told so long after its mark is covered by it: who marks has told by then. */
const COVERED_MS = 30_000;
/** A mark that is due is not made again for so long by the same process. */
const MARKS_AGAIN_MS = 5_000;

/**
 * Marks that the account has something to count; answers until when no other mark is needed. One that is due stays so, because events would
 * put it off for ever, and says that something has come since.
 */
export async function markNews(table: Table, account: string, now: Date): Promise<string> {
  const dueAt = new Date(now.getTime() + NEWS_MS).toISOString();
  const write = update(table, {
    key: newsKey(account),
    set: {
      [DUE_PARTITION_KEY]: insightsShard(account),
      [DUE_SORT_KEY]: atFirst(dueAt),
      [COVERED_UNTIL]: new Date(now.getTime() + COVERED_MS).toISOString(),
    },
  });
  const { Attributes } = await table.send(new UpdateCommand({ ...write, ReturnValues: 'ALL_NEW' }));
  const stands = String(Attributes?.[DUE_SORT_KEY] ?? dueAt);
  const again = new Date(now.getTime() + MARKS_AGAIN_MS).toISOString();
  return stands > again ? stands : again;
}

/** Until when the mark stands; undefined if all is counted. */
export async function getNews(table: Table, account: string): Promise<string | undefined> {
  const item = await table.getItem(newsKey(account));
  return item && readItem(item, news)[DUE_SORT_KEY];
}

const news = fields({ [DUE_SORT_KEY]: instant });

/** What was counted: the mark of before, and until when all that was marked is in the sums. */
export type CountedNews = { dueAt: string; until: Date };

/** Removes the mark. If it was marked again since, it stays, for a look as much later as for a new one; if it is another, it stays as it is. */
export async function clearNews(table: Table, account: string, { dueAt, until }: CountedNews): Promise<void> {
  const key = newsKey(account);
  const isOwn = equals(DUE_SORT_KEY, dueAt);
  const isOld = any(notExists(COVERED_UNTIL), isBelow(COVERED_UNTIL, until.toISOString()));
  if (await removeIf(table, { key, when: all(isOwn, isOld) })) return;
  const later = new Date(until.getTime() + NEWS_MS).toISOString();
  const mark = { ...key, [DUE_PARTITION_KEY]: insightsShard(account), [DUE_SORT_KEY]: later };
  await putIf(table, { item: mark, when: isOwn });
}

/** The accounts whose mark is older than this. */
export async function findNews(table: Table, before: Date): Promise<{ accounts: string[]; unread: number }> {
  const { found, unread } = await findOverdue(table, insightsShards(), { before, nameOf: accountOfNewsKey });
  return { accounts: found, unread };
}
