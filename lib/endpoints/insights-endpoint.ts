/** What the endpoints of the insights share: the account, how far its events are counted, and the statistics of some months. */
import type { ExperimentResponse } from '#lib/contract/insights.ts';
import { toExperiment } from '#lib/contract/show-insights.ts';
import type { Account } from '#lib/domain/account.ts';
import { dayOf } from '#lib/domain/due-day.ts';
import { invalidApiKey, validationFailed } from '#lib/domain/errors.ts';
import { localDay } from '#lib/domain/follow-up/local-time.ts';
import { experimentOf } from '#lib/domain/insights/recovery.ts';
import type { DayRange } from '#lib/domain/insights/reports.ts';
import {
  accountZones,
  EXPERIMENT_DAYS,
  monthOf,
  type Statistic,
  type StatisticKind,
} from '#lib/domain/insights/statistics.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getNews } from '#lib/store/insights/news.ts';
import { getPosition, readStatistics } from '#lib/store/insights/statistics.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

export const insightsNeeds = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getAccount, getNews, getPosition, readStatistics }),
};

export type InsightsNeeds = typeof insightsNeeds;

/** What is known of an account at one moment. */
export type Insights = { account: Account; generation: number; asOf: string; today: number };

export async function loadInsights(
  { getAccount: get, getNews: news, getPosition: position }: InsightsNeeds,
  { account: id, now }: { account: string; now: Date },
): Promise<Insights> {
  const [account, uncounted, counted] = await Promise.all([get(id), news(id), position(id)]);
  if (account === undefined) throw invalidApiKey();
  const asOf = uncounted === undefined ? now.toISOString() : (counted?.asOf ?? account.createdAt);
  const today = localDay(accountZones(account).day, now.getTime());
  return { account, generation: counted?.generation ?? 1, asOf, today };
}

/** By kind, month and currency. */
export type NamedStatistic = { currency: string; statistic: Statistic };

export async function statisticsOf(
  { readStatistics: read }: InsightsNeeds,
  { account, generation }: Insights,
  kind: StatisticKind,
  months: { from: string; to: string },
): Promise<NamedStatistic[]> {
  const found = await read(account.id, generation, { from: `${kind}#${months.from}`, to: `${kind}#${months.to}` });
  return [...found].map(([name, statistic]) => ({ currency: name.split('#')[2] ?? '', statistic }));
}

/** The first and the last of all months sort before and after any month. */
export const EVERY_MONTH = { from: '', to: '9999-99' };

export const monthsOf = ({ from, to }: DayRange): { from: string; to: string } => ({
  from: monthOf(from),
  to: monthOf(to),
});

/** By currency, in alphabetical order; only of `wanted`, if that is given. */
export function byCurrency(
  statistics: readonly NamedStatistic[],
  wanted: string | undefined,
): Map<string, Statistic[]> {
  const found = new Map<string, Statistic[]>();
  for (const { currency, statistic } of statistics)
    if (wanted === undefined || wanted === currency) found.set(currency, [...(found.get(currency) ?? []), statistic]);
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
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
