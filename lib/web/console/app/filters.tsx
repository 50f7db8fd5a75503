/** What narrows the list: all of it is in the address, so that a reload, the way back and a bookmark keep it. */
import { type Filter, isFiltered, queryOf, VIEWS } from './filter.ts';
import { linkTo } from './route.ts';
import { SearchForm } from './search-form.tsx';
import { words } from './state.ts';

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
        <DayField name="from" label={list.from} filter={filter} />
        <DayField name="to" label={list.to} filter={filter} />
        <Narrowed filter={filter} />
        {isFiltered(filter) && <a href={linkTo('collections')}>{list.clear}</a>}
      </div>
    </search>
  );
}

/** What a figure of the first screen has chosen beside the rest. */
function Narrowed({ filter: { currency, age } }: { filter: Filter }) {
  const { home } = words.value;
  const parts = [currency, age !== '' && (age === 'late' ? home.lateFilter : home.ages[age])].filter(Boolean);
  return parts.length === 0 ? null : <span class="status">{parts.join(' · ')}</span>;
}

type DayProps = { name: 'from' | 'to'; label: string; filter: Filter };

const DayField = ({ name, label, filter }: DayProps) => (
  <label>
    {label}
    <input
      type="date"
      name={name}
      value={filter[name]}
      {...(name === 'to' && { min: filter.from })}
      onChange={({ currentTarget }) => {
        if (currentTarget.validity.valid) location.hash = address({ ...filter, [name]: currentTarget.value });
      }}
    />
  </label>
);
