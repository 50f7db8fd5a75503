/** The interface of a message channel's adapter. */
import type { RenderedMessage } from '#lib/domain/channels/renderers.ts';
import type { Sendable, SendOutcome } from '#lib/domain/message/outgoing.ts';

/** `account_fault`: refused, because of our own account at the channel. */
export type Verdict = Exclude<SendOutcome['kind'], 'accepted'> | 'account_fault';

export type ChannelAdapter<Message extends RenderedMessage> = {
  /** The returned function sends the request once and resolves with the message's id. @throws without a sender */
  prepare(outgoing: Sendable<Message>): (abortSignal: AbortSignal) => Promise<string | undefined>;
  /** By an error's name. The rules for all channels cover the other errors. */
  verdicts: Readonly<Record<string, Verdict>>;
};
