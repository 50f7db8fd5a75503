/** What narrows the list: all of it is in the address, so that a reload, the way back and a bookmark keep it. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { BookResponse } from '#lib/contract/book.ts';
import { instantIn } from '#lib/web/console/format.ts';
import { Button, Hidden } from '#lib/web/kit/parts.tsx';
import { read } from './api.ts';
import { type Filter, inOrder, isFiltered, queryOf, VIEWS } from './filter.ts';
import { useLoad } from './load.ts';
import { At } from './parts.tsx';
import { linkTo } from './route.ts';
import { SavedFilters } from './saved-filters.tsx';
import { language, teller, words } from './state.ts';

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
  const { data: book } = useLoad('book', () => read<BookResponse>('public/insights/book'));
  const counts = countsIn(book);
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
            {...countOf(counts[view], book)}
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
      </div>
      <div class="more-filters">
        {filter.q === '' && <Orders filter={filter} book={book} />}
        <Narrowed filter={filter} />
        {isFiltered(filter) && <a href={linkTo('collections')}>{list.clear}</a>}
        {book !== undefined && isAllUnpaid(filter) && <Owed book={book} />}
        <SavedFilters filter={filter} />
      </div>
    </search>
  );
}

/** Of what is owed, as it was counted last: others are not counted. */
function countsIn(book: BookResponse | undefined): { [view in Filter['status']]?: number } {
  if (book === undefined) return {};
  const sum = (of: (each: BookResponse['currencies'][number]) => number) =>
    book.currencies.reduce((count, each) => count + of(each), 0);
  return { unpaid: sum(({ count }) => count), expired: sum(({ expiredUnpaid }) => expiredUnpaid?.count ?? 0) };
}

/** Beside its name, and described with its time. */
const countOf = (count: number | undefined, book: BookResponse | undefined) =>
  count === undefined || book === undefined
    ? {}
    : {
        'data-count': count.toLocaleString(language.value),
        title: `${count} · ${words.value.home.asOf} ${instantIn(language.value)(Date.parse(book.asOf))}`,
      };

const isAllUnpaid = ({ status, from, to, q, age, currency }: Filter): boolean =>
  status === 'unpaid' && [from, to, q, age, currency].every((each) => each === '');

/** With its time: the list below is newer. */
const Owed = ({ book: { currencies, asOf } }: { book: BookResponse }) => (
  <p class="small">
    {words.value.several.left(currencies.map(({ outstanding }) => teller.value.money(outstanding)).join(', ') || '0')} ·{' '}
    {words.value.home.asOf} <At at={Date.parse(asOf)} />
  </p>
);

/** What is left has an order for each currency, because no two are added. */
function Orders({ filter, book }: { filter: Filter; book: BookResponse | undefined }) {
  const { list, customers } = words.value;
  const owed = (book?.currencies ?? []).map(({ currency }) => currency);
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
