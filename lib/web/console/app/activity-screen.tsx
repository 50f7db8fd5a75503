/** The events behind a number of the first screen: when, how much or how, and which collection. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { noonOf } from '#lib/web/console/due-date.ts';
import { methodText, shortDayIn } from '#lib/web/console/format.ts';
import { Button, Empty } from '#lib/web/kit/parts.tsx';
import { type ActivityQuery, activityQueryOf, isAskedFor, type Told } from './activity.ts';
import { ask } from './api.ts';
import { type Problem, problemOf } from './load.ts';
import { At, Loading, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, teller, words } from './state.ts';

type State = { events: Told[]; next?: string | undefined; isLoading: boolean; problem?: Problem };

export function ActivityScreen({ query }: { query: URLSearchParams }) {
  const asked = activityQueryOf(query);
  const { activity } = words.value;
  return (
    <>
      <a class="back" href={linkTo('home', undefined, { currency: asked.currency ?? '' })}>
        <span aria-hidden="true">←</span> {words.value.nav.home}
      </a>
      <h1 tabIndex={-1}>{activity.titles[asked.type]}</h1>
      <p class="intro">{introOf(asked)}</p>
      <List key={query.toString()} query={asked} />
    </>
  );
}

/** What narrows the list, and that it is no longer than the feed. */
function introOf({ currency, channel, by, from, to }: ActivityQuery): string {
  const { activity } = words.value;
  const day = (date: string) => shortDayIn(language.value)(noonOf(date));
  const parts = [
    from !== undefined && to !== undefined && `${day(from)} – ${day(to)}`,
    currency,
    channel !== undefined && ((teller.value.words.channels as Record<string, string>)[channel] ?? channel),
    by !== undefined && activity.by[by],
  ].filter(Boolean);
  return [...(parts.length > 0 ? [`${parts.join(' · ')}.`] : []), activity.intro].join(' ');
}

function List({ query }: { query: ActivityQuery }) {
  const state = useSignal<State>({ events: [], isLoading: true });
  const read = async (after?: string) => {
    const { events } = state.peek();
    state.value = { events, isLoading: true };
    try {
      const found = await findActivity(query, after);
      state.value = { events: [...events, ...found.events], next: found.next, isLoading: false };
    } catch (error) {
      state.value = { events, next: after, isLoading: false, problem: problemOf(error) };
    }
  };
  useEffect(() => {
    void read();
  }, []);
  const { events, next, isLoading, problem } = state.value;
  const { activity, list } = words.value;
  return (
    <>
      {events.length > 0 && (
        <ul class="panel ledger activity">
          {events.map((event) => (
            <Row key={event.id} told={event} />
          ))}
        </ul>
      )}
      {isLoading && <Loading />}
      {problem !== undefined && <Trouble problem={problem} retry={() => void read(next)} />}
      {events.length === 0 && !isLoading && problem === undefined && <Empty title={activity.empty} />}
      {!isLoading && problem === undefined && (
        <div class="after-list">
          <p class="small" role="status">
            {activity.count(events.length, next === undefined)}
          </p>
          {next !== undefined && <Button onClick={() => void read(next)}>{list.more}</Button>}
        </div>
      )}
    </>
  );
}

function Row({ told: { timestamp, data } }: { told: Told }) {
  const { collection, event } = data;
  const { money, words: texts } = teller.value;
  const { amount, channel, method } = event.data ?? {};
  const how = channel === undefined ? methodText(texts, method) : texts.channels[channel];
  return (
    <li class="row">
      <span>
        <a href={linkTo('collections', collection.id)}>{collection.reference}</a>
        {how !== '' && <span class="small"> {how}</span>}
      </span>
      <span class="sum">{money(amount ?? collection.amount)}</span>
      <span class="when">
        <At at={Date.parse(timestamp)} />
      </span>
    </li>
  );
}

const PAGE = 100;
/** Where few are asked for, so many pages are read before the reader is shown those. */
const MAX_READS = 10;

type ActivityPage = { events: Told[]; next?: string | undefined };

/** The oldest first, as the feed has them. */
async function findActivity(query: ActivityQuery, after?: string): Promise<ActivityPage> {
  const events: Told[] = [];
  let cursor = after;
  for (let reads = 0; reads < MAX_READS && events.length < PAGE; reads += 1) {
    const asked = { type: query.type, limit: String(PAGE), ...(cursor !== undefined && { after: cursor }) };
    const { data, meta } = await ask<Told[]>('GET', `public/events?${new URLSearchParams(asked)}`);
    events.push(...data.filter((event) => isAskedFor(event, query)));
    const { nextCursor, hasMore } = meta as { nextCursor: string; hasMore: boolean };
    if (!hasMore || data.length === 0) return { events };
    cursor = nextCursor;
  }
  return { events, next: cursor };
}
