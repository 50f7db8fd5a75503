/** What every channel takes and what every channel answers: the way out of this service for a message. */
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';
import type { RenderedMessage } from './message.ts';

/** Travels with the message and comes back in its receipts. Ids and our own words only: channels log it. */
export type AttemptTags = { collectionId: string; slot: number; token: string; tone: Tone };

export type Outgoing<Message extends RenderedMessage = RenderedMessage> = {
  /** A phone number in E.164, or an email address. */
  to: string;
  message: Message;
  attempt: AttemptTags;
  /** How long the channel may go on trying. */
  timeToLiveSeconds: number;
  /** Whom an email is from. */
  fromName: string;
};

/**
 * `refused`: certainly not taken, and it would not be a moment later. `throttled`: certainly not taken, but may be
 * soon. `ambiguous`: it may have been taken, so it must not be sent again. A reason is a code, never what a person typed.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'refused'; reason: string; optedOut?: true }
  | { kind: 'throttled' }
  | { kind: 'ambiguous'; reason: string };
