/** Each minute: counts the events of the accounts that have new ones, so that their insights are at most ten minutes old. */

import { SETTLED_MS } from '#lib/domain/insights/counted.ts';
import { service } from '#lib/service.ts';
import { getAccount, spreadAccount } from '#lib/store/account/accounts.ts';
import { readFeed } from '#lib/store/event/feed.ts';
import { clearNews, findNews, getNews } from '#lib/store/insights/news.ts';
import { rebuildingInsights } from '#lib/store/insights/rebuilding.ts';
import { getFirstCollections, getOwed, getStatistics, saveCounted } from '#lib/store/insights/statistics.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { countInsights as count } from '#lib/use-cases/count-insights.ts';

/** Of the minute until the next call. */
const WORKS_MS = 50_000;
const ACCOUNTS_AT_ONCE = 10;

const counting = {
  ...{ findNews, getAccount, getNews, readFeed },
  ...{ getStatistics, getOwed, getFirstCollections, saveCounted, clearNews, spreadAccount },
};

/** Sums of an earlier version are made anew. */
export const countNeeds = { ...service, ...storeOf(table, { ...counting, ...rebuildingInsights }) };

/** @throws when accounts could not be found or counted; the others are counted before */
export const countInsights = (deps: typeof countNeeds) => async (): Promise<{ counted: number }> => {
  const now = deps.clock.now().getTime();
  const { accounts, unread } = await deps.findNews(new Date(now - SETTLED_MS));
  const left = accounts.values();
  let [counted, failed] = [0, 0];
  const worker = async () => {
    for (const account of left) {
      if (deps.clock.now().getTime() - now > WORKS_MS) return;
      try {
        counted += await countAccount(deps, account, new Date(now + WORKS_MS));
      } catch (error) {
        failed += 1;
        deps.log.fault('insights_not_counted', error, { account });
      }
    }
  };
  await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, worker));
  if (unread + failed > 0)
    throw new Error(`insights are incomplete: ${failed} accounts failed, ${unread} shards not read`);
  return { counted };
};

async function countAccount(deps: typeof countNeeds, account: string, deadline: Date): Promise<number> {
  const { outcome, collections, spreads } = await count(deps, account, deadline);
  if (spreads) deps.log.count('INFO', 'account_spread', { account });
  deps.log.count('INFO', `insights_${outcome}`, { account, collections });
  return collections;
}

export const handler = countInsights(countNeeds);
