/** Opt-outs: addresses that must get no more messages by a channel, for the whole deployment. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { instant, object } from './checks.ts';
import { optOutKey } from './keys.ts';
import { readItem } from './read-item.ts';
import { batchGet, send, table } from './table.ts';

/** Where a channel reaches a contact: an E.164 phone number, or an email address in lower case. */
export type Address = { channel: Channel; address: string };

const stored = object<{ optedOutAt: string }>({ optedOutAt: instant });

/** The channels whose address has opted out; read strongly, because an opt-out must hold at once. */
export async function findOptOuts(addresses: readonly Address[]): Promise<Channel[]> {
  const keys = addresses.map(({ channel, address }) => optOutKey(channel, address));
  const items = await batchGet(keys);
  for (const item of items) readItem(item, stored);
  const found = new Set(items.map(({ pk }) => pk));
  return addresses.filter((_, index) => found.has(keys[index]?.pk ?? '')).map(({ channel }) => channel);
}

export async function optOut({ channel, address }: Address, now: Date): Promise<void> {
  const item = { ...optOutKey(channel, address), optedOutAt: now.toISOString() };
  await send(new PutCommand({ TableName: table.name, Item: item }));
}
