/** GET /public/insights/flow: how money came and went, by day, week or month. */
import { readFlowQuery } from '#lib/contract/insights.ts';
import { toFlowStep } from '#lib/contract/show-insights.ts';
import { bookOf, flowOf } from '#lib/domain/insights/reports.ts';
import { type InsightsNeeds, insightsNeeds, loadInsights, rangeOf } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { byCurrency, EVERY_MONTH, monthsOf, statisticsOf } from '#lib/use-cases/read-insights.ts';

export const getFlow = (deps: InsightsNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Flow retrieved successfully' },
    query: readFlowQuery,
    load: (request) => loadInsights(deps, request),
    run: async ({ query }, insights) => {
      const range = rangeOf(query, insights.today);
      // What is owed at the end of a step is what is owed now, less all that came after it.
      const months = { ...monthsOf(range), to: EVERY_MONTH.to };
      const [flow, book] = await Promise.all([
        statisticsOf(deps, insights, 'FLOW', months),
        statisticsOf(deps, insights, 'BOOK', EVERY_MONTH),
      ]);
      const books = byCurrency(book, query.currency);
      const flows = byCurrency(flow, query.currency);
      const currencies = [...new Set([...books.keys(), ...flows.keys()])].toSorted().map((currency) => {
        const { owed } = bookOf(books.get(currency) ?? [], insights.today);
        const steps = flowOf(flows.get(currency) ?? [], range, query.by, owed);
        return { currency, steps: steps.map((step) => toFlowStep(currency, step)) };
      });
      return { data: { asOf: insights.asOf, currencies } };
    },
  });

export const handler = getFlow(insightsNeeds);
