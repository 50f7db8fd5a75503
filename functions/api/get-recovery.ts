/** GET /public/insights/recovery: what followed the messages of some days. */
import { readRecoveryQuery } from '#lib/contract/insights.ts';
import { toRecoveryCosts, toRecoveryRow } from '#lib/contract/show-insights.ts';
import { costsOf, recoveryOf } from '#lib/domain/insights/recovery.ts';
import { receivedIn } from '#lib/domain/insights/reports.ts';
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
      const [found, flow] = await Promise.all(
        (['RECOVERY', 'FLOW'] as const).map((kind) => statisticsOf(deps, insights, kind, monthsOf(range))),
      );
      const isAsked = ({ currency }: { currency: string }) =>
        query.currency === undefined || query.currency === currency;
      const statistics = (found ?? []).filter(isAsked);
      const { costs, unpriced } = costsOf(statistics, range, insights.today);
      const received = (currency: string) =>
        isAsked({ currency })
          ? receivedIn(
              (flow ?? []).filter((each) => each.currency === currency).map(({ statistic }) => statistic),
              range,
            )
          : undefined;
      const rows = recoveryOf(statistics, range, query.by, insights.today).map(toRecoveryRow);
      const { asOf } = insights;
      return {
        data: {
          ...{ asOf, from: dateOf(range.from), to: dateOf(range.to), by: query.by },
          costs: toRecoveryCosts(costs, received),
          unpricedMessages: unpriced,
          rows,
        },
      };
    },
  });

export const handler = getRecovery(insightsNeeds);
