/** What a channel's folder here gives: how its messages go out, each by one request with short time limits, and how its receipts and replies are read. */
import { Readable } from 'node:stream';
import type { EventBridgeEvent, SNSEvent } from 'aws-lambda';
import type { Channel, Senders } from '#lib/domain/channels/channels.ts';
import type { RenderedMessage } from '#lib/domain/channels/renderers.ts';
import type { ParsedReceipt, Sendable, SendOutcome } from '#lib/domain/message/outgoing.ts';
import type { InboundReply } from '#lib/domain/reply.ts';
import type { Log } from '#lib/log.ts';

/** `isOffline`: nobody is asked, and each request counts as accepted. */
export type Limits = { connectMs: number; totalMs: number; isOffline?: true };

export const LIMITS: Limits = { connectMs: 2_000, totalMs: 8_000 };

export const sendingClient = ({ connectMs, isOffline }: Limits) => ({
  // No channel has an idempotency key, so a second request may send a second message.
  maxAttempts: 1,
  requestHandler: isOffline
    ? offline
    : {
        connectionTimeout: connectMs,
        // A kept connection may die while the function is frozen, and that looks like a lost answer.
        httpAgent: { keepAlive: false },
        httpsAgent: { keepAlive: false },
      },
});

/** In place of the network, behind all that a channel's client makes of a message. The services spell the field in two ways. */
const offline = {
  handle: async () => ({
    response: {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: Readable.from([Buffer.from('{"MessageId":"offline","messageId":"offline"}')]),
    },
  }),
};

/** `account_fault`: refused, because of our own account at the channel. */
export type Verdict = Exclude<SendOutcome['kind'], 'accepted'> | 'account_fault';

export type MessageSender<Message extends RenderedMessage, Sender> = {
  /** The returned function sends the request once and resolves with the message's id. */
  prepare(outgoing: Sendable<Message>, sender: Sender): (abortSignal: AbortSignal) => Promise<string | undefined>;
  /** By an error's name. The rules for all channels cover the other errors. */
  verdicts: Readonly<Record<string, Verdict>>;
};

/** AWS's events on EventBridge, or what another service publishes on a topic. */
export type ReceiptEvent = EventBridgeEvent<string, Record<string, unknown>>;
export type InboundEvent = ReceiptEvent | SNSEvent;

/** What belongs to a published content: `id` stands in for a reply's id that is missing. */
export type Publication = { id: string };

export type ChannelAdapter<Name extends Channel> = {
  /** Each channel has an SDK client of its own, which is loaded with its first message. */
  open: () => Promise<(limits: Limits) => MessageSender<never, never>>;
  /** None if the event is another channel's, or about messages of another application. */
  readReceipts: (event: InboundEvent, sender: Senders[Name]) => readonly ParsedReceipt[];
  /** None if the published content has another shape. */
  readReplies?: (content: object, published: Publication & { sender: Senders[Name] }) => readonly InboundReply[];
  /** Takes an address off the list of opt-outs that AWS itself keeps. Never throws. */
  clearOptOut?: (address: string, log: Log) => Promise<void>;
};
