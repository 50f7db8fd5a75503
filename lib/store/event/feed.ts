/** The feed of an account's events in the table: a partition for each day and shard, read in the order of telling. */
import {
  daysOf,
  FEED_DAYS,
  type FedEvent,
  type FeedRange,
  placeInFeed,
  type ToldEvent,
  type ToldRecord,
} from '#lib/domain/feed.ts';
import { type Key, SORT_KEY, secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { fields, packedText, text } from '#lib/store/table/checks.ts';
import { equals, isBetween } from '#lib/store/table/conditions.ts';
import { type Item, packText, readItem } from '#lib/store/table/read-item.ts';
import { putNew, queryPage } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { feedKey, feedPartitions } from './keys.ts';

/** The entry of the feed. */
export const feedItem = (event: FedEvent): Item & Key => ({
  ...feedKey(event),
  type: event.type,
  body: packText(event.body),
  [TTL_ATTRIBUTE]: secondsAfter(event.toldAt, FEED_DAYS + 1),
});

/** Puts an event into the feed, unless it is there. Answers it as the feed has it. */
export async function feed(table: Table, event: ToldEvent): Promise<ToldEvent> {
  const there = await putNew(table, feedItem(event));
  return there === undefined ? event : { ...event, ...readItem(there, entry) };
}

const entry = fields({ type: text, body: packedText });

/** Of events that were told together those which the feed has, up to the first that is missing. */
export async function getFed(
  table: Table,
  { ref, spread }: Pick<ToldEvent, 'ref' | 'spread'>,
  told: readonly ToldRecord[],
): Promise<ToldEvent[]> {
  const items = await table.batchGet(told.map((each) => feedKey({ ref, spread, ...each })));
  const entries = new Map(items.map((item) => [item.sk, readItem(item, entry)]));
  const fed: ToldEvent[] = [];
  for (const { id, sequence, toldAt } of told) {
    const found = entries.get(placeInFeed({ id, sequence, toldAt }));
    if (found === undefined) break;
    fed.push({ ref, spread, id, sequence, toldAt, ...found });
  }
  return fed;
}

/** `isSpread`: the account is, or will be. */
type FeedQuery = FeedRange & { limit: number; type?: string | undefined; isSpread: boolean };

/** `bodies` are JSON texts. `position`: how far they go; `hasMore` when there may be more before the end of the range. */
export type FeedPage = { bodies: string[]; position: string; hasMore: boolean };

type FeedEntry = Key & { body: string };
/** What was found in some partitions, and up to where nothing is missing; undefined: to the end. */
type Stretch = { entries: FeedEntry[]; readTo: string | undefined };

/** With a filter so many entries of each partition are looked through at least; a page may then have fewer than asked for. */
const MIN_SCANNED = 100;

/** Looks at one day first, then at two, four and so on at once, because most days of a small account are empty. */
export async function readFeed(table: Table, account: string, query: FeedQuery): Promise<FeedPage> {
  const bodies: string[] = [];
  let reached = query.after;
  const left = daysOf(query);
  for (let atOnce = 1; left.length > 0; atOnce *= 2) {
    const days = await Promise.all(left.splice(0, atOnce).map((day) => readDay(table, account, day, query)));
    for (const { entries, readTo } of days) {
      const taken = entries.slice(0, query.limit - bodies.length);
      bodies.push(...taken.map(({ body }) => body));
      reached = taken.at(-1)?.sk ?? reached;
      if (taken.length < entries.length) return { bodies, position: reached, hasMore: true };
      if (readTo !== undefined) return { bodies, position: readTo, hasMore: true };
    }
  }
  return { bodies, position: query.until > reached ? query.until : reached, hasMore: false };
}

/** Where one shard was not read to its end, the entries of the others beyond that point have to wait. */
async function readDay(table: Table, account: string, day: string, query: FeedQuery): Promise<Stretch> {
  const shards = await Promise.all(
    feedPartitions(account, day, query.isSpread).map((pk) => readShard(table, pk, query)),
  );
  const readTo = shards.flatMap((shard) => shard.readTo ?? []).toSorted()[0];
  const entries = shards.flatMap((shard) => shard.entries).filter(({ sk }) => readTo === undefined || sk <= readTo);
  return { entries: entries.toSorted((a, b) => (a.sk < b.sk ? -1 : 1)), readTo };
}

async function readShard(table: Table, pk: string, { after, until, limit, type }: FeedQuery): Promise<Stretch> {
  const { items, last } = await queryPage(table, {
    partition: pk,
    // BETWEEN includes its ends; `!` sorts before the `#` that follows an instant.
    when: isBetween(SORT_KEY, `${after}!`, until),
    filter: type === undefined ? undefined : equals('type', type),
    limit: type === undefined ? limit : Math.max(limit, MIN_SCANNED),
  });
  return { entries: items.map(toEntry), readTo: last && String(last[SORT_KEY]) };
}

const body = fields({ body: packedText });
const toEntry = (item: Item): FeedEntry => ({ ...(item as Item & Key), ...readItem(item, body) });
