/** What every channel's sender takes and answers. */

import type { RenderedMessage } from '#lib/domain/channels/renderers.ts';
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';

/** Sent with the message and returned in its receipts. Channels log it, so it has only ids and our own words. */
export type AttemptTags = { collectionId: string; slot: number; token: string; tone: Tone };

export type Outgoing<Message extends RenderedMessage = RenderedMessage> = {
  /** A phone number in E.164, or an email address. */
  to: string;
  message: Message;
  attempt: AttemptTags;
  /** How long the channel may try to deliver. */
  timeToLiveSeconds: number;
  fromName: string;
  /** It belongs to a test account. */
  isTest?: true;
};

/** A reminder, or the answer to a reply, which is no attempt. */
export type Sendable<Message extends RenderedMessage = RenderedMessage> = Omit<Outgoing<Message>, 'attempt'> & {
  attempt?: AttemptTags;
};

const TEST = 'test-';

/** The id of a message that was not sent, because it belongs to a test account. No channel gives such ids. */
export const testMessageId = (token: string): string => `${TEST}${token}`;

export const isTestMessage = (messageId: string | undefined): boolean => messageId?.startsWith(TEST) ?? false;

/**
 * `refused`: not accepted, and a retry would not help; `fault` if our account at the channel is the cause. `throttled`: not accepted, but a retry may help. `ambiguous`:
 * perhaps accepted, so it must not be sent again. `reason` is a code, never a person's text.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'refused'; reason: string; optedOut?: true; fault?: true }
  | { kind: 'throttled' }
  | { kind: 'ambiguous'; reason: string };
