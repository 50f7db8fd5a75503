/** Opt-outs: who wants no more messages, by address, for the whole deployment. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { optOutKey } from './keys.ts';
import { batchGet, table, withRetry } from './table.ts';

/** Where a channel reaches a contact: an E.164 phone number, or an email address in lower case. */
export type Address = { channel: Channel; address: string };

/** The channels among these that their owners have opted out of; read strongly, for it must hold at once. */
export async function findOptOuts(addresses: readonly Address[]): Promise<Channel[]> {
  const keys = addresses.map(({ channel, address }) => optOutKey(channel, address));
  const found = new Set((await batchGet(keys)).map(({ pk }) => pk));
  return addresses.filter((_, index) => found.has(keys[index]?.pk ?? '')).map(({ channel }) => channel);
}

/** Opts an address out; doing it again changes nothing. */
export async function optOut({ channel, address }: Address, now: Date): Promise<void> {
  const item = { ...optOutKey(channel, address), optedOutAt: now.toISOString() };
  await withRetry(() => table.client.send(new PutCommand({ TableName: table.name, Item: item })));
}
