/** Events that were told, in the table: the number of each for good, and its body for as long as the feed shows it. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { FEED_DAYS } from '#lib/domain/feed.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Told, ToldEvent } from '#lib/domain/told-event.ts';
import { instant, integer, object, text } from './checks.ts';
import { queryPartition } from './collections.ts';
import { feedKey, toldKey } from './event-keys.ts';
import { ITEM_IS_NEW } from './expressions.ts';
import { type Key, TTL_ATTRIBUTE } from './keys.ts';
import { type Item, readItem } from './read-item.ts';
import { isContention, sendUnlessHeld, table } from './table.ts';

const told = object<Told>({ id: text, sequence: integer, toldAt: instant });

/** By their numbers. */
export async function getTold(ref: CollectionRef): Promise<Told[]> {
  const items = await queryPartition(toldKey(ref, 1).pk);
  return items.map((item) => readItem(item, told));
}

/**
 * Stores an event under its number, in the feed, and with its deliveries: all or nothing. `lost`: the number is taken, or
 * another write of it is under way. A later try is another place in the feed, so none is repeated here.
 */
export async function tell(event: ToldEvent, deliveries: readonly (Item & Key)[]): Promise<'told' | 'lost'> {
  const { ref, id, type, sequence, toldAt, body } = event;
  const ttl = Math.floor(Date.parse(toldAt) / 1000) + (FEED_DAYS + 1) * 86_400;
  const items = [
    { ...toldKey(ref, sequence), id, sequence, toldAt },
    { ...feedKey(event), type, body, [TTL_ATTRIBUTE]: ttl },
    ...deliveries,
  ];
  const write = new TransactWriteCommand({
    TransactItems: items.map((Item) => ({
      Put: { TableName: table.name, Item, ConditionExpression: ITEM_IS_NEW },
    })),
  });
  try {
    await sendUnlessHeld(write);
    return 'told';
  } catch (error) {
    if (isContention(error) || isRefused(error)) return 'lost';
    throw error;
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed') === true;
