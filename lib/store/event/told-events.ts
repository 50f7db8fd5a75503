/** Events that were told, in the table: the number of each for good, and its body for as long as the feed shows it. */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { FEED_DAYS } from '#lib/domain/feed.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type Told, type ToldEvent, toldAfter } from '#lib/domain/told-event.ts';
import { queryPartition } from '#lib/store/collection/collections.ts';
import { type Key, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { instant, integer, list, object, optional, text } from '#lib/store/table/checks.ts';
import { ITEM_IS_NEW } from '#lib/store/table/expressions.ts';
import { packText } from '#lib/store/table/packed-text.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { isContention, isRefused } from '#lib/store/table/table.ts';
import { feedKey, toldKey } from './event-keys.ts';

/** `also`: the ids of the events that were told together with the first, under the numbers that follow. */
type ToldRow = Told & { also?: string[] };

const told = object<ToldRow>({ id: text, sequence: integer, toldAt: instant, also: optional(list(text)) });

/** By their numbers. */
export async function getTold(table: Table, ref: CollectionRef): Promise<Told[]> {
  const items = await queryPartition(table, toldKey(ref, 1).pk);
  return items.flatMap(toldIn).toSorted((one, other) => one.sequence - other.sequence);
}

/** The events of one row. */
export function toldIn(item: Item): Told[] {
  const { id, also = [], sequence, toldAt } = readItem(item, told);
  return [id, ...also].map((each, index) => ({
    id: each,
    sequence: sequence + index,
    toldAt: toldAfter(toldAt, index),
  }));
}

/**
 * Stores events of a collection, whose numbers follow each other, under the number of the first, in the feed, and with
 * their deliveries: all or nothing. Who knows all smaller numbers cannot take one that lies between these, so one row
 * guards them all. `lost`: the number is taken, or another write of it is under way. A later try is another place in the
 * feed, so none is repeated here.
 */
export async function tell(
  table: Table,
  [first, ...others]: readonly [ToldEvent, ...ToldEvent[]],
  deliveries: readonly (Item & Key)[],
): Promise<'told' | 'lost'> {
  const { ref, id, sequence, toldAt } = first;
  const also = others.map((event) => event.id);
  const items = [
    { ...toldKey(ref, sequence), id, sequence, toldAt, ...(also.length > 0 && { also }) },
    ...[first, ...others].map(feedItem),
    ...deliveries,
  ];
  const write = new TransactWriteCommand({
    TransactItems: items.map((Item) => ({
      Put: { TableName: table.name, Item, ConditionExpression: ITEM_IS_NEW },
    })),
  });
  try {
    await table.sendUnlessHeld(write);
    return 'told';
  } catch (error) {
    if (isContention(error) || isRefused(error)) return 'lost';
    throw error;
  }
}

const feedItem = (event: ToldEvent): Item & Key => ({
  ...feedKey(event),
  type: event.type,
  body: packText(event.body),
  [TTL_ATTRIBUTE]: Math.floor(Date.parse(event.toldAt) / 1000) + (FEED_DAYS + 1) * 86_400,
});
