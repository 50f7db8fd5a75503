/** What the endpoints of the insights share: the account, how far its events are counted, and the statistics of some months. */
import type { ExperimentResponse } from '#lib/contract/insights.ts';
import { showRule } from '#lib/contract/show-account.ts';
import { toExperiment } from '#lib/contract/show-insights.ts';
import { type Experiment, PLANNED_FOR, sharesOf } from '#lib/domain/account.ts';
import { invalidApiKey, validationFailed } from '#lib/domain/errors.ts';
import { policyIn, variantRules } from '#lib/domain/follow-up/follow-up-policy.ts';
import { detectablePoints, experimentOf, plannedDays } from '#lib/domain/insights/experiment.ts';
import { type DayRange, openedIn } from '#lib/domain/insights/reports.ts';
import { EXPERIMENT_DAYS, monthOf, type Statistic } from '#lib/domain/insights/statistics.ts';
import { dateOf, dayOf } from '#lib/domain/time/due-day.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getNews } from '#lib/store/insights/news.ts';
import { getPosition, readStatistics } from '#lib/store/insights/statistics.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import {
  EVERY_MONTH,
  type Insights,
  monthsOf,
  type NamedStatistic,
  readInsights,
  statisticsOf,
} from '#lib/use-cases/read-insights.ts';

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

const NO_EXPERIMENT: Experiment = { holdOut: 0, since: new Date(0).toISOString() };

const statisticsIn = (found: readonly NamedStatistic[]): Statistic[] => found.map(({ statistic }) => statistic);

/** Within 14 days, and within 30. */
export async function showExperiment(deps: InsightsNeeds, insights: Insights): Promise<ExperimentResponse> {
  const { account, asOf, today } = insights;
  const { experiment = NO_EXPERIMENT } = account;
  const { holdOut, since, plannedFor = PLANNED_FOR } = experiment;
  const { from, until } = plannedDays(experiment);
  const days = { from: today - plannedFor + 1, to: today };
  const [found, flow] = await Promise.all([
    statisticsOf(deps, insights, 'EXPERIMENT', { ...EVERY_MONTH, from: monthOf(from) }),
    statisticsOf(deps, insights, 'FLOW', monthsOf(days)),
  ]);
  const statistics = statisticsIn(found.filter(({ currency: of }) => of === since));
  const within = (wait: number) => experimentOf(statistics, { experiment, days: wait, today });
  // As many customers as collections in as many days before: more than there will be, if many have several.
  const opened = openedIn(statisticsIn(flow), days);
  const isRunning = account.experiment !== undefined;
  const shares = sharesOf(experiment);
  const changedAt = policyIn(account)?.changedAt ?? '';
  const plan = {
    ...{ holdOut, asOf, plannedFor },
    since: isRunning ? since : null,
    plannedUntil: isRunning ? dateOf(until) : null,
    detectablePoints: detectablePoints(opened, holdOut, shares.reminded),
    ...(experiment.variant && {
      variant: {
        share: shares.variant,
        rules: variantRules(experiment).map(showRule),
        detectablePoints: detectablePoints(opened, shares.variant, shares.reminded),
        rulesChangedAt: changedAt > since ? changedAt : null,
      },
    }),
  };
  return toExperiment(plan, within(14), within(EXPERIMENT_DAYS));
}
