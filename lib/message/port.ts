/** What a channel's adapter is made of. */
import type { RenderedMessage } from '#lib/domain/message/message.ts';
import type { Outgoing, SendOutcome } from '#lib/domain/message/outgoing.ts';

/** What an error of a channel means for the message. */
export type Verdict = Exclude<SendOutcome['kind'], 'accepted'>;

export type ChannelAdapter<Message extends RenderedMessage> = {
  /** Throws when there is no message to be made of it; the request itself is what the function it answers makes, once. */
  prepare(outgoing: Outgoing<Message>): (abortSignal: AbortSignal) => Promise<string | undefined>;
  /** By an error's name; what is not in it is judged by the rules for all channels. */
  verdicts: Readonly<Record<string, Verdict>>;
};
