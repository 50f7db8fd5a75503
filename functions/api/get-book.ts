/** GET /public/insights/book: what is owed, by currency and age. */
import { readBookQuery } from '#lib/contract/insights.ts';
import { toCurrencyBook } from '#lib/contract/show-insights.ts';
import { bookOf } from '#lib/domain/insights/reports.ts';
import { type InsightsNeeds, insightsNeeds, loadInsights } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { byCurrency, EVERY_MONTH, statisticsOf } from '#lib/use-cases/read-insights.ts';

export const getBook = (deps: InsightsNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Book retrieved successfully' },
    query: readBookQuery,
    load: (request) => loadInsights(deps, request),
    run: async ({ query }, insights) => {
      const statistics = byCurrency(await statisticsOf(deps, insights, 'BOOK', EVERY_MONTH), query.currency);
      const currencies = [...statistics]
        .map(([currency, found]) => toCurrencyBook(currency, bookOf(found, insights.today)))
        .filter(({ count }) => count > 0);
      return { data: { asOf: insights.asOf, currencies } };
    },
  });

export const handler = getBook(insightsNeeds);
