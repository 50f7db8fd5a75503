/** GET /public/insights/book: what is owed, or was owed at the end of a day, by currency and age, and by customer. */
import { readBookQuery } from '#lib/contract/book.ts';
import { toCurrencyBook, toCustomerBook, toPastBook } from '#lib/contract/show-insights.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { AGES } from '#lib/domain/insights/age.ts';
import { agedAt, bookOf } from '#lib/domain/insights/reports.ts';
import { monthOf } from '#lib/domain/insights/statistics.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { insightsNeeds, loadInsights } from '#lib/endpoints/insights-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { listCustomers } from '#lib/store/customer/list.ts';
import { getLedger } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { readCustomerBooks } from '#lib/use-cases/read-customer-books.ts';
import { byCurrency, EVERY_MONTH, statisticsOf } from '#lib/use-cases/read-insights.ts';

const needs = { ...insightsNeeds, ...storeOf(table, { findByContact, getLedger, listCustomers }) };

export const getBook = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Book retrieved successfully' },
    query: readBookQuery,
    load: (request) => loadInsights(deps, request),
    run: async ({ query: { at, bands: ages = AGES, currency: wanted, byCustomer } }, insights) => {
      const { asOf, today } = insights;
      const day = at === undefined ? today : dayOf(at);
      if (day > today) throw validationFailed([{ path: 'at', message: 'must not be in the future' }]);
      const [books, changes, page] = await Promise.all([
        statisticsOf(deps, insights, 'BOOK', EVERY_MONTH),
        day === today ? [] : statisticsOf(deps, insights, 'AGED', { ...EVERY_MONTH, from: monthOf(day) }),
        byCustomer && readCustomerBooks(deps, insights, { at, day, ages, currency: wanted }, byCustomer),
      ]);
      const [book, aged] = [byCurrency(books, wanted), byCurrency(changes, wanted)];
      const currencies = [...new Set([...book.keys(), ...aged.keys()])].toSorted().map((currency) => {
        const found = book.get(currency) ?? [];
        if (day === today) return toCurrencyBook(currency, bookOf(found, today, ages));
        return toPastBook(currency, agedAt({ book: found, aged: aged.get(currency) ?? [] }, day, ages));
      });
      const data = { asOf, ...(at && { at }), currencies: currencies.filter(({ count }) => count > 0) };
      if (page === undefined) return { data };
      const customers = page.customers.flatMap(({ books, ...customer }) =>
        books.map((book) => toCustomerBook(customer, book)),
      );
      return { data: { ...data, customers }, meta: { nextCursor: page.nextCursor } };
    },
  });

export const handler = getBook(needs);
