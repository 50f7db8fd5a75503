/** The adapters of all channels, and what they read of what channels report: delivery receipts, and customers' replies. */
import type { Channel, Senders } from '#lib/domain/channels/channels.ts';
import type { ParsedReceipt } from '#lib/domain/message/outgoing.ts';
import type { InboundReply } from '#lib/domain/reply.ts';
import type { ChannelAdapter, InboundEvent, Publication } from './adapter.ts';
import { parseObject } from './bridge-receipt.ts';
import { email } from './email/adapter.ts';
import { sms } from './sms/adapter.ts';
import { whatsapp } from './whatsapp/adapter.ts';

export const ADAPTERS: { readonly [Name in Channel]: ChannelAdapter<Name> } = { whatsapp, sms, email };

const CHANNEL_ADAPTERS = Object.entries(ADAPTERS) as [Channel, ChannelAdapter<Channel>][];

export const readReceipts = (event: InboundEvent, senders: Senders): readonly ParsedReceipt[] =>
  CHANNEL_ADAPTERS.flatMap(([channel, { readReceipts: read }]) => read(event, senders[channel]));

/** Reads the replies in one SNS message. A message of another shape has none. Emails are read by a function of their own. */
export function readReplies(message: string, published: Publication, senders: Senders): InboundReply[] {
  const content = parseObject(message);
  return CHANNEL_ADAPTERS.flatMap(
    ([channel, adapter]) => adapter.readReplies?.(content, { ...published, sender: senders[channel] }) ?? [],
  );
}
