/** GET /public/insights/recovery: what followed the messages of some days. */
import { readRecoveryQuery } from '#lib/contract/insights.ts';
import { toRecoveryRow } from '#lib/contract/show-insights.ts';
import { recoveryOf } from '#lib/domain/insights/recovery.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { type InsightsNeeds, insightsNeeds, loadInsights, rangeOf } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { monthsOf, statisticsOf } from '#lib/use-cases/read-insights.ts';

export const getRecovery = (deps: InsightsNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Recovery retrieved successfully' },
    query: readRecoveryQuery,
    load: (request) => loadInsights(deps, request),
    run: async ({ query }, insights) => {
      const range = rangeOf(query, insights.today);
      const found = await statisticsOf(deps, insights, 'RECOVERY', monthsOf(range));
      const statistics = found.filter(({ currency }) => query.currency === undefined || query.currency === currency);
      const rows = recoveryOf(statistics, range, query.by, insights.today).map(toRecoveryRow);
      const { asOf } = insights;
      return { data: { asOf, from: dateOf(range.from), to: dateOf(range.to), by: query.by, rows } };
    },
  });

export const handler = getRecovery(insightsNeeds);
