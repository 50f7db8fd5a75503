/** The list of collections: what the filter in the address finds, page by page, or all of it as CSV. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { isUnpaid } from '#lib/domain/transitions.ts';
import { collectionLine, HEAD } from '#lib/web/console/collections-csv.ts';
import { Button, Empty } from '#lib/web/kit/parts.tsx';
import { CollectionTable } from './collection-table.tsx';
import { CsvDownload } from './csv-download.tsx';
import { type Filter, filterOf, isFiltered, queryOf, questionsOf } from './filter.ts';
import { Filters } from './filters.tsx';
import { lazy } from './lazy.tsx';
import { type Problem, problemOf } from './load.ts';
import { type CollectionPage, findAll, findPage } from './paging.ts';
import { Curls, Loading, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { may, teller, words } from './state.ts';

/** It comes with the first tick. */
const SeveralBar = lazy(async () => (await import('./several-bar.tsx')).SeveralBar);

const PAGE = 25;

type ListState = { shown: CollectionResponse[]; next?: CollectionPage['next']; isLoading: boolean; problem?: Problem };

export function CollectionsScreen({ query }: { query: URLSearchParams }) {
  const filter = filterOf(query);
  const key = JSON.stringify(queryOf(filter));
  const { list, nav, importing } = words.value;
  // For the way back from a collection.
  useEffect(() => sessionStorage.setItem('list', location.hash), [key]);
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{nav.collections}</h1>
        {may('agent') && (
          <div class="buttons">
            <a class="button" href={linkTo('collections', 'import')}>
              {importing.action}
            </a>
            <a class="button main" href={linkTo('collections', 'new')}>
              {list.add}
            </a>
          </div>
        )}
      </div>
      <Filters filter={filter} />
      <List key={`list-${key}`} filter={filter} />
      <Curls
        calls={questionsOf(filter).map((question) => ({
          path: `public/collections?${new URLSearchParams({ ...question, limit: String(PAGE) })}`,
        }))}
      />
    </>
  );
}

/** How much of a list was shown, and which part of it was on the screen, when the reader left it. */
type Place = { list: string; count: number; y: number };

const keepPlace = (place: Place): void => sessionStorage.setItem('place', JSON.stringify(place));

function placeIn(list: string): Place | undefined {
  const place = JSON.parse(sessionStorage.getItem('place') ?? 'null') as Place | null;
  sessionStorage.removeItem('place');
  return place?.list === list ? place : undefined;
}

function List({ filter }: { filter: Filter }) {
  const list = JSON.stringify(queryOf(filter));
  const place = useMemo(() => placeIn(list), []);
  const state = useSignal<ListState>({ shown: [], isLoading: true });
  const read = async (next?: CollectionPage['next']) => {
    const { shown } = state.peek();
    state.value = { shown, isLoading: true };
    try {
      const found = await findPage(filter, next === undefined ? Math.max(PAGE, place?.count ?? 0) : PAGE, next);
      const known = new Set(shown.map(({ id }) => id));
      const added = found.collections.filter(({ id }) => !known.has(id));
      state.value = { shown: [...shown, ...added], next: found.next, isLoading: false };
    } catch (error) {
      state.value = { shown, next, isLoading: false, problem: problemOf(error) };
    }
  };
  useEffect(() => {
    void read().then(() => setTimeout(() => window.scrollTo(0, place?.y ?? window.scrollY)));
    // A click may lead away, by the keyboard too.
    const keep = () => keepPlace({ list, count: state.peek().shown.length, y: window.scrollY });
    document.addEventListener('click', keep, true);
    return () => document.removeEventListener('click', keep, true);
  }, []);
  const { shown, next, isLoading, problem } = state.value;
  const ids = useSignal<ReadonlySet<string>>(new Set());
  const ticks = {
    ids: ids.value,
    set: (changed: ReadonlySet<string>) => {
      ids.value = changed;
    },
  };
  const ticked = shown.filter(({ id }) => ids.value.has(id));
  /** As many as are shown, as they are now. */
  const again = () =>
    void findPage(filter, shown.length).then(
      (found) => {
        state.value = { shown: found.collections, ...(found.next && { next: found.next }), isLoading: false };
      },
      () => {},
    );
  const texts = words.value.list;
  return (
    <>
      {shown.length > 0 && <CollectionTable collections={shown} ticks={may('agent') ? ticks : undefined} />}
      {ticked.length > 0 && (
        <SeveralBar
          {...{ ticked }}
          keep={(ids) => {
            ticks.set(new Set(ids));
            again();
          }}
          clear={() => ticks.set(new Set())}
        />
      )}
      {problem !== undefined && <Trouble problem={problem} retry={() => void read(next)} />}
      {isLoading && <Loading />}
      {shown.length === 0 && !isLoading && problem === undefined && <Nothing filter={filter} />}
      {shown.length > 0 && !isLoading && (
        <div class="after-list">
          <p class="small" role="status">
            {texts.shown(shown.length, next === undefined)}
          </p>
          <p class="small">{leftText(shown)}</p>
          {next !== undefined && <Button onClick={() => void read(next)}>{texts.more}</Button>}
          <CsvDownload
            name="collections"
            progress={texts.csvProgress}
            done={texts.csvDone}
            read={async (goesOn) => {
              const all = await findAll(filter, goesOn);
              return all && { text: `${HEAD}${all.map(collectionLine).join('')}`, count: all.length };
            }}
          />
        </div>
      )}
    </>
  );
}

/** What is left to pay of what is shown, by currency. */
function leftText(shown: readonly CollectionResponse[]): string {
  const sums = new Map<string, number>();
  for (const { status, balance } of shown) {
    const { value, currency } = balance.outstanding;
    if (isUnpaid(status) && value > 0) sums.set(currency, (sums.get(currency) ?? 0) + value);
  }
  if (sums.size === 0) return '';
  const texts = [...sums].map(([currency, value]) => teller.value.money({ value, currency }));
  return words.value.several.left(texts.join(', '));
}

function Nothing({ filter }: { filter: Filter }) {
  const { list } = words.value;
  if (isFiltered(filter)) {
    return (
      <Empty title={list.none}>
        {filter.q !== '' && <p>{list.noneText}</p>}
        <a class="button plain" href={linkTo('collections')}>
          {list.clear}
        </a>
      </Empty>
    );
  }
  return (
    <Empty title={list.empty}>
      <p>{may('agent') ? list.emptyText : list.emptyViewer}</p>
      {may('agent') && (
        <a class="button main" href={linkTo('collections', 'new')}>
          {list.add}
        </a>
      )}
    </Empty>
  );
}
