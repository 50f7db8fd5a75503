/** Reads an account's statistics: how far its events are counted, and the sums of some months by currency. */
import type { Account } from '#lib/domain/account.ts';
import { completeUntil } from '#lib/domain/insights/counted.ts';
import type { DayRange } from '#lib/domain/insights/reports.ts';
import { accountZones, monthOf, type Statistic, type StatisticKind } from '#lib/domain/insights/statistics.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
import type { Store } from '#lib/store/store.ts';

export type ReadInsightsPorts = Pick<Store, 'getAccount' | 'getNews' | 'getPosition' | 'readStatistics'>;

/** What is known of an account at one moment. `today`: days since 1970. */
export type Insights = { account: Account; generation: number; asOf: string; today: number };

/** Undefined if there is no such account. */
export async function readInsights(
  { getAccount, getNews, getPosition }: Omit<ReadInsightsPorts, 'readStatistics'>,
  { account: id, now }: { account: string; now: Date },
): Promise<Insights | undefined> {
  const [account, uncounted, counted] = await Promise.all([getAccount(id), getNews(id), getPosition(id)]);
  if (account === undefined) return undefined;
  const asOf =
    uncounted === undefined ? now.toISOString() : completeUntil(uncounted, counted?.asOf ?? account.createdAt);
  const today = localDay(accountZones(account).day, now.getTime());
  return { account, generation: counted?.generation ?? 1, asOf, today };
}

/** By kind, month and currency. */
export type NamedStatistic = { currency: string; statistic: Statistic };

export async function statisticsOf(
  { readStatistics }: Pick<ReadInsightsPorts, 'readStatistics'>,
  { account, generation }: Insights,
  kind: StatisticKind,
  months: { from: string; to: string },
): Promise<NamedStatistic[]> {
  const range = { from: `${kind}#${months.from}`, to: `${kind}#${months.to}` };
  const found = await readStatistics(account.id, generation, range);
  return [...found].map(([name, statistic]) => ({ currency: name.split('#')[2] ?? '', statistic }));
}

/** The first and the last of all months sort before and after any month. */
export const EVERY_MONTH = { from: '', to: '9999-99' };

export const monthsOf = ({ from, to }: DayRange): { from: string; to: string } => ({
  from: monthOf(from),
  to: monthOf(to),
});

/** By currency, in alphabetical order; only of `wanted`, if that is given. */
export function byCurrency(statistics: readonly NamedStatistic[], wanted?: string): Map<string, Statistic[]> {
  const found = new Map<string, Statistic[]>();
  for (const { currency, statistic } of statistics)
    if (wanted === undefined || wanted === currency) found.set(currency, [...(found.get(currency) ?? []), statistic]);
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
