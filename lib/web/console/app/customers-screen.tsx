/** The customers: found by name, phone or email, or in the order of what they owe. */
import type { BookResponse } from '#lib/contract/book.ts';
import { dateIn, noonOf } from '#lib/web/console/format.ts';
import { read } from './api.ts';
import { nameOf } from './collection-table.tsx';
import { type Customer, type CustomerFilter, customerFilterOf, customersQueryOf, ORDERS } from './customers.ts';
import { SearchForm } from './filters.tsx';
import { useLoad } from './load.ts';
import { readPage, usePages } from './paging.ts';
import { At, Curls, Pages } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, teller, words } from './state.ts';

const PATH = 'public/customers';
const PAGE = '25';

const address = (filter: CustomerFilter): string =>
  linkTo('customers', undefined, { ...filter, order: filter.order === ORDERS[0] ? '' : filter.order });

export function CustomersScreen({ query }: { query: URLSearchParams }) {
  const filter = customerFilterOf(query);
  const { nav, customers } = words.value;
  const asked = customersQueryOf(filter);
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{nav.customers}</h1>
      </div>
      <search class="filters">
        <SearchForm
          label={customers.search}
          q={filter.q}
          onFind={(q) => {
            location.hash = address({ ...filter, q });
          }}
        />
        <Orders filter={filter} />
      </search>
      <List key={JSON.stringify(asked)} asked={asked} />
      <Curls calls={[{ path: `${PATH}?${new URLSearchParams({ ...asked, limit: PAGE })}` }]} />
    </>
  );
}

/** What is owed has an order for each currency, because no two are added. */
function Orders({ filter }: { filter: CustomerFilter }) {
  const { customers } = words.value;
  const { data } = useLoad('currencies', () => read<BookResponse>('public/insights/book'));
  const currencies = new Set([...(data?.currencies ?? []).map(({ currency }) => currency), filter.currency]);
  const orders = [
    { order: 'newest', currency: '', text: customers.newest },
    { order: 'name', currency: '', text: customers.byName },
    ...[...currencies].filter(Boolean).map((currency) => ({
      order: 'outstanding' as const,
      currency,
      text: customers.owesMost(currency),
    })),
  ] as const;
  return (
    <nav aria-label={customers.order} class="chips">
      {orders.map(({ order, currency, text }) => (
        <a
          key={text}
          href={address({ ...filter, order, currency })}
          aria-current={filter.order === order && filter.currency === currency ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

function List({ asked }: { asked: Record<string, string> }) {
  const pages = usePages((cursor) => readPage<Customer>(PATH, { ...asked, limit: PAGE }, cursor));
  const { list, customers } = words.value;
  return (
    <>
      {pages.rows.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{list.customer}</th>
              <th scope="col">{customers.heard}</th>
              <th scope="col" class="sum">
                {words.value.home.owed}
              </th>
              <th scope="col">{customers.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((customer) => (
              <Row key={customer.id} customer={customer} />
            ))}
          </tbody>
        </table>
      )}
      <div class="after-list">
        <Pages pages={pages} empty={asked['search'] === undefined ? customers.empty : list.none} />
      </div>
    </>
  );
}

function Row({ customer }: { customer: Customer }) {
  const { id, phone, email, open, owed, lastHeardAt } = customer;
  const { money } = teller.value;
  const days = open.flatMap(({ oldestDueDate }) => oldestDueDate ?? []).toSorted();
  return (
    <tr>
      <td class="who-cell">
        <a href={linkTo('customers', id)}>
          <strong>{nameOf(customer)}</strong>
          <span class="small reference">{phone || email}</span>
        </a>
      </td>
      <td class="status-cell">{lastHeardAt === null ? '–' : <At at={Date.parse(lastHeardAt)} />}</td>
      <td class="sum">
        {owed.length === 0 && <span class="closed-sum">{words.value.customers.nothing}</span>}
        {owed.map(({ amount, count, expired }) => (
          <span key={amount.currency} class="one-sum">
            <span class="open-sum">{money(amount)}</span>
            <span class="small">{words.value.home.collections(count)}</span>
            {expired.count > 0 && <span class="small">{words.value.customers.expired(money(expired.amount))}</span>}
          </span>
        ))}
      </td>
      <td class="date-cell">{days[0] === undefined ? '–' : dateIn(language.value)(noonOf(days[0]))}</td>
    </tr>
  );
}
