/** What the endpoints of the insights share: the account, how far its events are counted, and the statistics of some months. */
import type { ExperimentResponse } from '#lib/contract/insights.ts';
import { toExperiment } from '#lib/contract/show-insights.ts';
import { dayOf } from '#lib/domain/due-day.ts';
import { invalidApiKey, validationFailed } from '#lib/domain/errors.ts';
import { experimentOf } from '#lib/domain/insights/recovery.ts';
import type { DayRange } from '#lib/domain/insights/reports.ts';
import { EXPERIMENT_DAYS } from '#lib/domain/insights/statistics.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getNews } from '#lib/store/insights/news.ts';
import { getPosition, readStatistics } from '#lib/store/insights/statistics.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { EVERY_MONTH, type Insights, readInsights, statisticsOf } from '#lib/use-cases/read-insights.ts';

export const insightsNeeds = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getAccount, getNews, getPosition, readStatistics }),
};

export type InsightsNeeds = typeof insightsNeeds;

/** @throws invalid_api_key when the account is gone */
export async function loadInsights(deps: InsightsNeeds, request: { account: string; now: Date }): Promise<Insights> {
  const insights = await readInsights(deps, request);
  if (insights === undefined) throw invalidApiKey();
  return insights;
}

const STANDARD_DAYS = 30;
/** So that a report reads at most a year and a month. */
const MAX_DAYS = 366;

/** @throws validation_failed when the range is empty or too long */
export function rangeOf(query: { from?: string | undefined; to?: string | undefined }, today: number): DayRange {
  const to =
    query.to === undefined ? Math.max(today, query.from === undefined ? today : dayOf(query.from)) : dayOf(query.to);
  const from = query.from === undefined ? to - STANDARD_DAYS + 1 : dayOf(query.from);
  if (from > to) throw validationFailed([{ path: 'to', message: 'must not be before `from`' }]);
  if (to - from >= MAX_DAYS)
    throw validationFailed([{ path: 'to', message: `must be at most ${MAX_DAYS} days after \`from\`` }]);
  return { from, to };
}

/** Within 14 days, and within 30. */
export async function showExperiment(deps: InsightsNeeds, insights: Insights): Promise<ExperimentResponse> {
  const statistics = (await statisticsOf(deps, insights, 'EXPERIMENT', EVERY_MONTH)).map(({ statistic }) => statistic);
  const within = (days: number) => experimentOf(statistics, days, insights.today);
  const { holdOut = 0 } = insights.account.experiment ?? {};
  return toExperiment({ holdOut, asOf: insights.asOf }, within(14), within(EXPERIMENT_DAYS));
}
