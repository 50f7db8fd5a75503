/** GET /public/insights/book: what is owed, or was owed at the end of a day, by currency and age. */
import { readBookQuery } from '#lib/contract/insights.ts';
import { toCurrencyBook, toPastBook } from '#lib/contract/show-insights.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { agedAt, bookOf } from '#lib/domain/insights/reports.ts';
import { monthOf } from '#lib/domain/insights/statistics.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { type InsightsNeeds, insightsNeeds, loadInsights } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { byCurrency, EVERY_MONTH, statisticsOf } from '#lib/use-cases/read-insights.ts';

export const getBook = (deps: InsightsNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Book retrieved successfully' },
    query: readBookQuery,
    load: (request) => loadInsights(deps, request),
    run: async ({ query: { at, bands: ages, currency: wanted } }, insights) => {
      const { asOf, today } = insights;
      const day = at === undefined ? today : dayOf(at);
      if (day > today) throw validationFailed([{ path: 'at', message: 'must not be in the future' }]);
      const [books, changes] = await Promise.all([
        statisticsOf(deps, insights, 'BOOK', EVERY_MONTH),
        day === today ? [] : statisticsOf(deps, insights, 'AGED', { ...EVERY_MONTH, from: monthOf(day) }),
      ]);
      const [book, aged] = [byCurrency(books, wanted), byCurrency(changes, wanted)];
      const currencies = [...new Set([...book.keys(), ...aged.keys()])].toSorted().map((currency) => {
        const found = book.get(currency) ?? [];
        if (day === today) return toCurrencyBook(currency, bookOf(found, today, ages));
        return toPastBook(currency, agedAt({ book: found, aged: aged.get(currency) ?? [] }, day, ages));
      });
      return { data: { asOf, ...(at && { at }), currencies: currencies.filter(({ count }) => count > 0) } };
    },
  });

export const handler = getBook(insightsNeeds);
