/** The keys of what belongs to the deployment and not to one account; `keys.ts` has the table of all keys. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { foldAddress } from '#lib/domain/match-key.ts';
import type { Key } from './keys.ts';

export const OPT_OUT_SORT_KEY = 'OPTOUT';
const UNREACHABLE_SORT_KEY = 'UNREACHABLE';

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

/** The key with which opt-outs of erased addresses are hashed. */
export const optOutSecretKey: Key = { pk: 'OPTOUT#KEY', sk: 'KEY' };

/** Without an id: where the erasures begin. */
export const erasureKey = (id = ''): Key => ({ pk: 'ERASURES', sk: `ERASURE#${id}` });
