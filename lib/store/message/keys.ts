/** The keys that lead from messages and phones to collections. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Key } from '#lib/store/keys.ts';

export const messageKey = (channel: Channel, messageId: string): Key => ({
  pk: `MESSAGE#${channel}#${messageId}`,
  sk: 'MESSAGE',
});

/** `phone` is folded, here and below. */
export const lastMessageKey = (phone: string): Key => ({ pk: `LASTMESSAGE#${phone}`, sk: 'LASTMESSAGE' });

export const helpKey = (phone: string): Key => ({ pk: `HELP#${phone}`, sk: 'HELP' });
