/** The first screen: what is owed, how it changes, and what chasing brings; one currency at a time. */
import { useEffect } from 'preact/hooks';
import { Empty } from '#lib/web/kit/parts.tsx';
import { byReason, countText, linkToToday, waiting } from './attention.ts';
import { ChannelsFigure, ExperimentPanel, HoursFigure } from './chasing-figures.tsx';
import { SearchForm } from './filters.tsx';
import { currenciesOf, type Home } from './home.ts';
import { useLoad } from './load.ts';
import { AgesFigure, DebtorsFigure, WeeksFigure } from './money-figures.tsx';
import { At, Curls, Loading, Trouble } from './parts.tsx';
import { readHome } from './read-home.ts';
import { linkTo } from './route.ts';
import { may, now, words } from './state.ts';
import { Tiles } from './tiles.tsx';

const READ_EVERY_MS = 5 * 60_000;

export function HomeScreen({ query }: { query: URLSearchParams }) {
  const { data, problem, reload } = useLoad('home', () => readHome(now.peek()));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void reload();
    }, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { nav } = words.value;
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{nav.home}</h1>
        {data !== undefined && <Currencies home={data} chosen={query.get('currency')} />}
      </div>
      <search class="filters">
        <SearchForm
          label={words.value.list.search}
          q=""
          onFind={(q) => {
            location.hash = linkTo('collections', undefined, { q });
          }}
        />
      </search>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && <Loading />}
      {data !== undefined && <Shown home={data} chosen={query.get('currency')} reload={reload} />}
      <Curls
        calls={['book', 'flow?by=week', 'recovery?by=channel', 'experiment'].map((report) => ({
          path: `public/insights/${report}`,
        }))}
      />
    </>
  );
}

type Props = { home: Home; chosen: string | null };

const chosenOf = ({ home, chosen }: Props): string | undefined => {
  const known = currenciesOf(home);
  return known.find((currency) => currency === chosen) ?? known[0];
};

function Currencies({ home, chosen }: Props) {
  const known = currenciesOf(home);
  if (known.length < 2) return null;
  return (
    <nav aria-label={words.value.home.currency} class="chips">
      {known.map((currency) => (
        <a
          key={currency}
          href={linkTo('home', undefined, { currency })}
          aria-current={currency === chosenOf({ home, chosen }) ? 'true' : undefined}
        >
          {currency}
        </a>
      ))}
    </nav>
  );
}

function Shown({ home, chosen, reload }: Props & { reload: () => Promise<void> }) {
  const { home: texts, list } = words.value;
  const currency = chosenOf({ home, chosen });
  if (currency === undefined) {
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
  return (
    <div class="home">
      <p class="small">
        {texts.asOf} <At at={Date.parse(home.book.asOf)} />
      </p>
      <Tiles home={home} currency={currency} />
      <Work />
      <AgesFigure home={home} currency={currency} />
      <DebtorsFigure currency={currency} />
      <WeeksFigure home={home} currency={currency} />
      <ChannelsFigure home={home} />
      <HoursFigure home={home} />
      <ExperimentPanel experiment={home.experiment} reload={reload} />
    </div>
  );
}

/** The work of today, by reason. */
function Work() {
  const items = waiting.value ?? [];
  const { today } = words.value;
  if (items.length === 0) return null;
  return (
    <section class="panel wide">
      <h2>
        <a href={linkToToday()}>{today.work(countText(items.length))}</a>
      </h2>
      <p class="of-it">
        {byReason(items).map(([reason, count]) => (
          <a key={reason} href={linkToToday({ reason })}>
            {today.reasons[reason]} ({count})
          </a>
        ))}
      </p>
    </section>
  );
}
