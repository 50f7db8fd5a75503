/** The keys of opt-outs and of addresses that cannot be reached. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { foldAddress } from '#lib/domain/phone.ts';
import type { Key } from '#lib/store/keys.ts';

export const OPT_OUT_SORT_KEY = 'OPTOUT';
const UNREACHABLE_SORT_KEY = 'UNREACHABLE';

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
