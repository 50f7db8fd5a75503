/** Events that were told: the number of each for good, and its body for as long as the feed and the deliveries show it. */
import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '#lib/domain/collection.ts';
import { erasedBody } from '#lib/domain/erasure.ts';
import { FEED_DAYS, lastTelling, type Telling, type ToldEvent, type ToldRecord, toldAfter } from '#lib/domain/feed.ts';
import { type CollectionRef, parseEndpointId } from '#lib/domain/ids.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { deliveryId } from '#lib/domain/webhook/delivery.ts';
import type { Key } from '#lib/store/keys.ts';
import { fields, instant, integer, list, object, optional, packedText, text } from '#lib/store/table/checks.ts';
import { all, equals, ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { type Item, packText, readItem } from '#lib/store/table/read-item.ts';
import { putNew, queryAll, removeIf, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { deliveryKey } from '#lib/store/webhook/keys.ts';
import { getFed } from './feed.ts';
import { feedKey, toldKey } from './keys.ts';

/** `also`: the ids of the events that were told together with the first, under the numbers that follow. */
type ToldRow = Omit<ToldRecord, 'telling'> & { also?: string[] };

const toldRow = object<ToldRow>({
  id: text,
  sequence: integer,
  toldAt: instant,
  also: optional(list(text)),
  /** Deflated where it is long. Absent in rows of earlier versions. */
  facts: optional(packedText),
});

/** By their numbers. */
export async function getTold(table: Table, ref: CollectionRef): Promise<ToldRecord[]> {
  const items = await queryAll(table, { partition: toldKey(ref, 1).pk });
  return items.flatMap(toldIn).toSorted((one, other) => one.sequence - other.sequence);
}

/** For so long the stream has the change that led to a telling; twice as long as it is tried. */
const UNFED_MS = DAY_MS;

/** Without what has numbers and is not in the feed: that may be told anew, under a later instant. */
export async function getToldInFeed(table: Table, ref: CollectionRef, now: Date): Promise<ToldRecord[]> {
  const told = await getTold(table, ref);
  const last = lastTelling(told);
  const since = new Date(now.getTime() - UNFED_MS).toISOString();
  if (last === undefined || last[0].toldAt < since) return told;
  // What was told does not say whether its account was spread when the collection was created.
  const fed = await Promise.all([undefined, true as const].map((spread) => getFed(table, { ref, spread }, last)));
  return told.slice(0, told.length - last.length + Math.max(...fed.map(({ length }) => length)));
}

/** The events of one row. */
function toldIn(item: Item): ToldRecord[] {
  const { id, also = [], sequence, toldAt, facts } = readItem(item, toldRow);
  return [id, ...also].map((each, index) => ({
    id: each,
    telling: sequence,
    sequence: sequence + index,
    toldAt: toldAfter(toldAt, index),
    ...(index === 0 && facts !== undefined && { facts }),
  }));
}

/**
 * Takes the numbers of events of a collection, which follow each other, under the first of them. Who knows all smaller numbers cannot
 * take one that lies between these, so one row guards them all. `facts` are what statistics need to know of the collection at this
 * telling. `lost`: a number is taken.
 */
export async function takeNumbers(
  table: Table,
  [first, ...others]: readonly [ToldEvent, ...ToldEvent[]],
  facts: string,
): Promise<'taken' | 'lost'> {
  const { ref, id, sequence, toldAt } = first;
  const also = others.map((event) => event.id);
  const row = { id, sequence, toldAt, ...(also.length > 0 && { also }) };
  const there = await putNew(table, { ...toldKey(ref, sequence), ...row, facts: packText(facts) });
  if (there === undefined) return 'taken';
  // A write that is repeated because its answer was lost meets itself.
  const { facts: _facts, ...taken } = readItem(there, toldRow);
  return isDeepStrictEqual(row, taken) ? 'taken' : 'lost';
}

/**
 * Takes back the numbers of events that were told together, but of the first `kept`: the feed has these, and nobody writes the others
 * any more. False if somebody else did so before.
 */
export function untell(table: Table, ref: CollectionRef, [first, ...others]: Telling, kept: number): Promise<boolean> {
  const key = toldKey(ref, first.sequence);
  const isSame = equals('toldAt', first.toldAt);
  if (kept === 0) return removeIf(table, { key, when: isSame });
  const also = others.map(({ id }) => id);
  return updateIf(table, {
    key,
    ...(kept === 1 ? { remove: ['also'] } : { set: { also: also.slice(0, kept - 1) } }),
    when: all(isSame, equals('also', also)),
  });
}

/** The facts of a collection whose last telling has none, or others: they are computed anew. */
export async function setToldFacts(table: Table, ref: CollectionRef, sequence: number, facts: string): Promise<void> {
  await updateIf(table, { key: toldKey(ref, sequence), set: { facts: packText(facts) }, when: ITEM_EXISTS });
}

/** `stored`: the body as the table has it, which may be deflated. */
export type ToldBody = Key & { body: string; stored: unknown };

/** DynamoDB deletes what is past its time to live some days later. */
const LATE_DAYS = 4;

type ToldCollection = Pick<Collection, 'ref'> & { spread: Collection['spread'] | undefined };

/** Deliveries to endpoints that were deleted are not among them: nothing leads to those any more. */
export async function findToldBodies(table: Table, { ref, spread }: ToldCollection, now: Date): Promise<ToldBody[]> {
  const since = new Date(now.getTime() - (FEED_DAYS + LATE_DAYS) * DAY_MS).toISOString();
  const recent = (await getTold(table, ref)).filter(({ toldAt }) => toldAt >= since);
  if (recent.length === 0) return [];
  const endpoints = (await getWebhookEndpoints(table, ref.account)).map(({ id }) => id);
  const keys = recent.flatMap((each) => [
    feedKey({ ref, spread, ...each }),
    ...endpoints.flatMap((endpoint) => deliveryOf(endpoint, each)),
  ]);
  const items = await table.batchGet(keys);
  return items.map((item) => ({ pk: item.pk, sk: item.sk, stored: item['body'], ...readItem(item, toldBody) }));
}

function deliveryOf(endpoint: string, { id, toldAt }: ToldRecord): Key[] {
  const owner = parseEndpointId(endpoint);
  return owner === undefined ? [] : [deliveryKey(owner, deliveryId(endpoint, id, new Date(toldAt)))];
}

const toldBody = fields({ body: packedText });

export async function eraseTold(table: Table, collection: ToldCollection, now: Date): Promise<void> {
  for (const told of await findToldBodies(table, collection, now)) await eraseBody(table, told, collection.ref);
}

/** Only the body: attempts to deliver it are recorded at the same time. */
async function eraseBody(table: Table, { pk, sk, body, stored }: ToldBody, ref: CollectionRef): Promise<void> {
  const erased = erasedBody(body, ref);
  if (erased === body) return;
  await updateIf(table, { key: { pk, sk }, set: { body: packText(erased) }, when: equals('body', stored) });
}
