/** What narrows the list: all of it is in the address, so that a reload, the way back and a bookmark keep it. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { BookResponse } from '#lib/contract/book.ts';
import { Button, Hidden } from '#lib/web/kit/parts.tsx';
import { read } from './api.ts';
import { type Filter, inOrder, isFiltered, queryOf, VIEWS } from './filter.ts';
import { useLoad } from './load.ts';
import { linkTo } from './route.ts';
import { words } from './state.ts';

type Props = { label: string; q: string; onFind: (q: string) => void };

export function SearchForm({ label, q, onFind }: Props) {
  const typed = useSignal(q);
  // The way back changes the address, and what is typed with it; before anything else can be typed.
  useLayoutEffect(() => {
    typed.value = q;
  }, [q]);
  const find = (event: Event) => {
    event.preventDefault();
    onFind(typed.value.trim());
  };
  return (
    <form class="search" onSubmit={find}>
      <label>
        <Hidden>{label}</Hidden>
        <input
          type="search"
          name="q"
          placeholder={label}
          maxLength={254}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
      </label>
      <Button submit>{words.value.list.searchButton}</Button>
    </form>
  );
}

const address = (filter: Filter): string => linkTo('collections', undefined, queryOf(filter));

export function Filters({ filter }: { filter: Filter }) {
  const { list, views } = words.value;
  return (
    <search class="filters">
      <SearchForm
        label={list.search}
        q={filter.q}
        onFind={(q) => {
          // Whoever is looked for is found in whichever state.
          location.hash = address({ ...filter, status: 'all', q });
        }}
      />
      <nav aria-label={list.state} class="chips">
        {VIEWS.map((view) => (
          <a
            key={view}
            href={address({ ...filter, status: view })}
            aria-current={filter.status === view ? 'true' : undefined}
          >
            {views[view]}
          </a>
        ))}
      </nav>
      <div class="dates">
        <DayFields
          days={filter}
          labels={[list.from, list.to]}
          onChange={(days) => {
            location.hash = address({ ...filter, ...days });
          }}
        />
        {filter.q === '' && <Orders filter={filter} />}
        <Narrowed filter={filter} />
        {isFiltered(filter) && <a href={linkTo('collections')}>{list.clear}</a>}
      </div>
    </search>
  );
}

/** What is left has an order for each currency, because no two are added. */
function Orders({ filter }: { filter: Filter }) {
  const { list, customers } = words.value;
  const { data } = useLoad('currencies', () => read<BookResponse>('public/insights/book'));
  const owed = (data?.currencies ?? []).map(({ currency }) => currency);
  const currencies = [...new Set([...owed, ...(filter.order === 'outstanding' ? [filter.currency] : [])])];
  return (
    <label>
      {customers.order}
      <select
        name="order"
        value={filter.order === 'outstanding' ? `outstanding ${filter.currency}` : filter.order}
        onChange={({ currentTarget }) => {
          const [order = '', currency] = currentTarget.value.split(' ') as [Filter['order'], string?];
          location.hash = address(inOrder(filter, order, currency));
        }}
      >
        <option value="">{customers.newest}</option>
        <option value="dueDate">{list.byDue}</option>
        {currencies.map((currency) => (
          <option key={currency} value={`outstanding ${currency}`}>
            {list.mostLeft(currency)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What a figure of the first screen has chosen beside the rest. */
function Narrowed({ filter: { currency, age } }: { filter: Filter }) {
  const { home } = words.value;
  const parts = [currency, age !== '' && (age === 'late' ? home.lateFilter : home.ages[age])].filter(Boolean);
  return parts.length === 0 ? null : <span class="status">{parts.join(' · ')}</span>;
}

type Days = { from: string; to: string };

type DaysProps = { days: Days; labels: readonly [string, string]; onChange: (days: Partial<Days>) => void };

const DayFields = ({ days, labels, onChange }: DaysProps) => (
  <>
    {(['from', 'to'] as const).map((name, place) => (
      <label key={name}>
        {labels[place]}
        <input
          type="date"
          name={name}
          value={days[name]}
          {...(name === 'to' && { min: days.from })}
          onChange={({ currentTarget }) => {
            if (currentTarget.validity.valid) onChange({ [name]: currentTarget.value });
          }}
        />
      </label>
    ))}
  </>
);

/** The days that a list or a paper is about. */
export const DaysForm = ({ days, onChange }: Omit<DaysProps, 'labels'>) => (
  <div class="dates">
    <DayFields days={days} labels={[words.value.money.from, words.value.money.to]} onChange={onChange} />
  </div>
);
