/** Opt-outs: who wants no more messages, by address, for the whole deployment. */
import { BatchGetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { optOutKey } from './keys.ts';
import { ATTEMPTS, attempt, backOff, table } from './table.ts';

/** Where a channel reaches a contact: an E.164 phone number, or an email address in lower case. */
export type Address = { channel: Channel; address: string };

/** The channels among these that their owners have opted out of; read strongly, for it must hold at once. */
export async function findOptOuts(addresses: readonly Address[], tried = 1): Promise<Channel[]> {
  if (addresses.length === 0) return [];
  const keys = addresses.map(({ channel, address }) => optOutKey(channel, address));
  const get = new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } });
  const { Responses, UnprocessedKeys } = await attempt(() => table.client.send(get));
  if (UnprocessedKeys?.[table.name]) {
    if (tried === ATTEMPTS) throw serviceUnavailable();
    await backOff(tried);
    return findOptOuts(addresses, tried + 1);
  }
  const found = new Set(Responses?.[table.name]?.map(({ pk }) => pk));
  return addresses.filter((_, index) => found.has(keys[index]?.pk)).map(({ channel }) => channel);
}

/** Opts an address out; doing it again changes nothing. */
export async function optOut({ channel, address }: Address, now: Date): Promise<void> {
  const item = { ...optOutKey(channel, address), optedOutAt: now.toISOString() };
  await attempt(() => table.client.send(new PutCommand({ TableName: table.name, Item: item })));
}
