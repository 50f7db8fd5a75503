/** The events by which AWS reports of messages: delivery receipts and replies, whose form differs between channels. */
import type { SNSEvent } from 'aws-lambda';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { LOCAL_CHANNELS } from './channels.ts';
import { type LocalReply, type REASONS, type RECEIPTS, topicEvent } from './local-channel.ts';

/** `reason` is of a failure only. */
type Receipt = { status: (typeof RECEIPTS)[number]; reason?: (typeof REASONS)[number] | undefined };

/** Undefined when the channel has no such receipt. */
export function receiptEvent(message: SentMessage, { status, reason }: Receipt, at: Date): object | undefined {
  const kind = status === 'failed' && reason !== undefined ? reason : status;
  return LOCAL_CHANNELS[message.channel].receipt(message, kind, at);
}

/** Undefined when the channel takes no replies. */
export function replyEvent(channel: Channel, reply: LocalReply): SNSEvent | undefined {
  const { replies } = LOCAL_CHANNELS[channel];
  return replies && topicEvent(replies.content(reply), reply.at);
}
