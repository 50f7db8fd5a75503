/** Opt-outs: addresses that must get no more messages by a channel, for the whole deployment; read with the unreachable. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import { instant, object } from './checks.ts';
import { type Key, optOutKey, unreachableKey } from './keys.ts';
import { type Item, readItem } from './read-item.ts';
import { batchGet, send, table } from './table.ts';
import { blockIn } from './unreachable.ts';

/** Where a channel reaches a contact: an E.164 phone number, or an email address in lower case. */
export type Address = { channel: Channel; address: string };

const stored = object<{ optedOutAt: string }>({ optedOutAt: instant });

/** Which channels must not be used at this instant; read strongly, because an opt-out must hold at once. */
export async function findReach(addresses: readonly Address[], now: Date): Promise<Reach> {
  const keys = addresses.map(({ channel, address }) => ({
    channel,
    optOut: optOutKey(channel, address),
    unreachable: unreachableKey(channel, address),
  }));
  const items = await batchGet(keys.flatMap(({ optOut: each, unreachable }) => [each, unreachable]));
  const found = new Map(items.map((item) => [item.pk, item]));
  for (const {
    optOut: { pk },
  } of keys)
    if (found.has(pk)) readItem(found.get(pk) as Item & Key, stored);
  return {
    optedOut: keys.filter((each) => found.has(each.optOut.pk)).map(({ channel }) => channel),
    unreachable: keys.flatMap(({ channel, unreachable: { pk } }) => {
      const item = found.get(pk);
      return item === undefined ? [] : blockIn(item, channel, now);
    }),
  };
}

export async function optOut({ channel, address }: Address, now: Date): Promise<void> {
  const item = { ...optOutKey(channel, address), optedOutAt: now.toISOString() };
  await send(new PutCommand({ TableName: table.name, Item: item }));
}
