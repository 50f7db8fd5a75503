/** The events behind a number of the first screen: when, how much or how, and which collection. */
import { methodText, noonOf, shortDayIn } from '#lib/web/console/format.ts';
import { type ActivityEvent, type ActivityQuery, activityQueryOf, isAskedFor } from './activity.ts';
import { ask } from './api.ts';
import { type Page, usePages } from './paging.ts';
import { At, Pages } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, teller, words } from './state.ts';

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
function introOf({ currency, channel, from, to }: ActivityQuery): string {
  const { activity } = words.value;
  const day = (date: string) => shortDayIn(language.value)(noonOf(date));
  const parts = [
    from !== undefined && to !== undefined && `${day(from)} – ${day(to)}`,
    currency,
    channel !== undefined && ((teller.value.words.channels as Record<string, string>)[channel] ?? channel),
  ].filter(Boolean);
  return [...(parts.length > 0 ? [`${parts.join(' · ')}.`] : []), activity.intro].join(' ');
}

function List({ query }: { query: ActivityQuery }) {
  const pages = usePages((cursor) => findActivity(query, cursor));
  const { rows, next, isLoading } = pages;
  const { activity } = words.value;
  return (
    <>
      {rows.length > 0 && (
        <ul class="panel ledger activity">
          {rows.map((event) => (
            <Row key={event.id} told={event} />
          ))}
        </ul>
      )}
      {rows.length > 0 && !isLoading && (
        <p class="small after-list" role="status">
          {activity.count(rows.length, next === undefined)}
        </p>
      )}
      <Pages pages={pages} empty={activity.empty} />
    </>
  );
}

function Row({ told: { timestamp, data } }: { told: ActivityEvent }) {
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

/** The oldest first, as the feed has them. */
async function findActivity(query: ActivityQuery, after?: string): Promise<Page<ActivityEvent>> {
  const rows: ActivityEvent[] = [];
  let cursor = after;
  for (let reads = 0; reads < MAX_READS && rows.length < PAGE; reads += 1) {
    const asked = { type: query.type, limit: String(PAGE), ...(cursor !== undefined && { after: cursor }) };
    const { data, meta } = await ask<ActivityEvent[]>('GET', `public/events?${new URLSearchParams(asked)}`);
    rows.push(...data.filter((event) => isAskedFor(event, query)));
    const { nextCursor, hasMore } = meta as { nextCursor: string; hasMore: boolean };
    if (!hasMore || data.length === 0) return { rows };
    cursor = nextCursor;
  }
  return { rows, next: cursor };
}
