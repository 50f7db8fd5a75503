/** The keys of what belongs to the deployment and not to one account, and of the index; `keys.ts` has the table of all keys. */
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { foldAddress } from '#lib/domain/match-key.ts';
import type { Key } from './keys.ts';
import { shardOf } from './shards.ts';

export const OPT_OUT_SORT_KEY = 'OPTOUT';
const UNREACHABLE_SORT_KEY = 'UNREACHABLE';

/** The index of what is due. With 16 shards no single one limits how many collections run at once. */
export const DUE_INDEX = 'due';
export const DUE_PARTITION_KEY = 'due';
export const DUE_SORT_KEY = 'nextRunAt';
const DUE_SHARDS = 16;

const DUE_PREFIX = 'DUE#';

/** The partition key of every shard of the index. */
export const dueShards = (): string[] => Array.from({ length: DUE_SHARDS }, (_, shard) => `${DUE_PREFIX}${shard}`);

/** The shard of a collection; its hash is as good as random. */
export const dueShard = (hash: string): string => `${DUE_PREFIX}${shardOf(hash, DUE_SHARDS)}`;

/** `ulid` keeps the entries in the order in which the accounts were opened. */
export const directoryKey = (ulid: string): Key => ({ pk: 'ACCOUNTS', sk: ulid });

export const messageKey = (channel: Channel, messageId: string): Key => ({
  pk: `MESSAGE#${channel}#${messageId}`,
  sk: 'MESSAGE',
});

/** `phone` is folded, here and below. */
export const lastMessageKey = (phone: string): Key => ({ pk: `LASTMESSAGE#${phone}`, sk: 'LASTMESSAGE' });

export const helpKey = (phone: string): Key => ({ pk: `HELP#${phone}`, sk: 'HELP' });

export const optOutKey = (channel: Channel, address: string): Key => ({
  pk: `OPTOUT#${channel}#${foldAddress(channel, address)}`,
  sk: OPT_OUT_SORT_KEY,
});

export const unreachableKey = (channel: Channel, address: string): Key => ({
  pk: `UNREACHABLE#${channel}#${foldAddress(channel, address)}`,
  sk: UNREACHABLE_SORT_KEY,
});

/** `entry` is the channel, a `#` and the folded address. */
export const listedOptOutKey = (entry: string): Key => ({ pk: 'OPTOUTS', sk: entry });
