/** Filters of the list that a reader has saved, in this browser, for one account. */
import { useSignal } from '@preact/signals';
import { Button } from '#lib/web/kit/parts.tsx';
import { type Filter, isFiltered, queryOf, type Saved, withSaved } from './filter.ts';
import { linkTo } from './route.ts';
import { session, words } from './state.ts';

const MAX_NAME = 40;

const keyOf = (): string => `filters-${typeof session.value === 'string' ? '' : session.value.account.id}`;

/** What somebody else has written there is none. */
function savedHere(): Saved[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(read)
      ? read.filter((each) => typeof each?.name === 'string' && each.query instanceof Object)
      : [];
  } catch {
    return [];
  }
}

const isSame = (one: Saved['query'], other: Saved['query']): boolean =>
  new URLSearchParams(one).toString() === new URLSearchParams(other).toString();

/** It comes where the button was. One and the same function at each render, so that it is called when the field comes only. */
const focusOnce = (input: HTMLInputElement | null): void => input?.focus();

export function SavedFilters({ filter }: { filter: Filter }) {
  const { list } = words.value;
  const saved = useSignal(savedHere());
  const name = useSignal<string>();
  const keep = (all: Saved[]) => {
    saved.value = all;
    localStorage.setItem(keyOf(), JSON.stringify(all));
  };
  const query = queryOf(filter);
  const current = saved.value.find((each) => isSame(each.query, query));
  const save = (event: Event) => {
    event.preventDefault();
    const given = name.value?.trim() ?? '';
    if (given === '') return;
    keep(withSaved(saved.value, { name: given, query }));
    name.value = undefined;
  };
  return (
    <>
      {saved.value.length > 0 && (
        <nav aria-label={list.saved} class="chips">
          {saved.value.map((each) => (
            <a
              key={each.name}
              href={linkTo('collections', undefined, each.query)}
              aria-current={each === current ? 'true' : undefined}
            >
              {each.name}
            </a>
          ))}
        </nav>
      )}
      {current !== undefined && (
        <Button look="plain" onClick={() => keep(saved.value.filter((each) => each !== current))}>
          {list.forget(current.name)}
        </Button>
      )}
      {current === undefined && isFiltered(filter) && name.value === undefined && (
        <Button
          look="plain"
          onClick={() => {
            name.value = '';
          }}
        >
          {list.save}
        </Button>
      )}
      {name.value !== undefined && (
        <form class="search" onSubmit={save}>
          <label>
            {list.savedName}
            <input
              name="filter-name"
              maxLength={MAX_NAME}
              required
              value={name.value}
              ref={focusOnce}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value;
              }}
            />
          </label>
          <Button submit>{list.save}</Button>
        </form>
      )}
    </>
  );
}
