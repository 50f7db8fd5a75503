/** Each quarter of an hour: emails the weekly summaries that are due, on Mondays at 7 o'clock where the account is. */
import { channelsFrom } from '#lib/channels/channels.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getCollections } from '#lib/store/collection/collections.ts';
import { findOldest } from '#lib/store/collection/find.ts';
import { getNews } from '#lib/store/insights/news.ts';
import { getPosition, readStatistics } from '#lib/store/insights/statistics.ts';
import { listMembers } from '#lib/store/member/members.ts';
import { findDueSummaries, getDueSummary, planSummary, setMailed } from '#lib/store/member/summaries.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { mailSummary } from '#lib/use-cases/mail-summary.ts';

const insights = { getAccount, getNews, getPosition, readStatistics };
const summaries = { findDueSummaries, getDueSummary, setMailed, planSummary, listMembers, findOldest, getCollections };

const needs = {
  ...service,
  ...channelsFrom(service.settings, service),
  ...storeOf(table, { ...insights, ...summaries }),
};

/** @throws when accounts could not be found or mailed; the others are mailed before */
export const mailSummaries = (deps: typeof needs) => async (): Promise<{ mailed: number }> => {
  const { accounts, unread } = await deps.findDueSummaries(deps.clock.now());
  let [mailed, failed] = [0, 0];
  for (const account of accounts) {
    try {
      const outcome = await mailSummary(deps, account);
      mailed += outcome.mailed;
      if (outcome.refused > 0) deps.log.count('ERROR', 'summary_not_mailed', { account, refused: outcome.refused });
    } catch (error) {
      failed += 1;
      deps.log.count('WARN', 'summary_delayed', { account, error: (error as Error).name });
    }
  }
  if (unread + failed > 0) throw new Error(`summaries are incomplete: ${failed} accounts failed, ${unread} not read`);
  return { mailed };
};

export const handler = mailSummaries(needs);
