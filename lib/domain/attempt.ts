/** The attempt to send one slot of a follow-up plan: the row that a claim writes and that the send and its receipts carry on. */
import type { Channel, Tone } from './follow-up/follow-up.ts';
import { eventId } from './ids.ts';

/** In the order in which they may follow one another; a receipt never takes a status back. */
export const ATTEMPT_STATUSES = ['sending', 'unknown', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export type Attempt = {
  slot: number;
  status: AttemptStatus;
  /** When the slot was due. Instants are ISO 8601. */
  dueAt: string;
  claimedAt: string;
  tone: Tone;
  /** Set by the invocation that claimed the slot, so that it recognises its own claim. */
  token: string;
  channelsTried: readonly Channel[];
  /** The channel that took the message, and its name for it. */
  channel?: Channel;
  messageId?: string;
  /** Why nothing was sent, or why it failed. */
  reason?: string;
  /** When the attempt reached each status it has had. */
  at: Partial<Record<AttemptStatus, string>>;
};

/** A claim whose invocation has said nothing for so long has died: its message may or may not have gone out. */
const SENDING_LIMIT_MS = 2 * 60_000;

/** An attempt as it is at this instant: one that never got further than `sending` is `unknown` in the end. */
export function attemptAt(attempt: Attempt, now: Date): Attempt {
  const limit = new Date(Date.parse(attempt.claimedAt) + SENDING_LIMIT_MS).toISOString();
  if (attempt.status !== 'sending' || now.toISOString() < limit) return attempt;
  return { ...attempt, status: 'unknown', at: { ...attempt.at, unknown: limit } };
}

/** What a collection's history shows of an attempt: one event for each status it has reached. */
export function attemptEvents(collectionId: string, attempt: Attempt, now: Date) {
  const { slot, at } = attemptAt(attempt, now);
  return ATTEMPT_STATUSES.flatMap((status) => {
    const timestamp = at[status];
    if (timestamp === undefined || status === 'sending') return [];
    const type = `followup.${status}`;
    return [{ id: eventId(`${collectionId}#${slot}`, type), type, timestamp }];
  });
}

/** The outcome of a claimed slot's send. */
export type SendResult = { channelsTried: readonly Channel[]; at: string } & (
  | { status: 'sent'; channel: Channel; messageId: string }
  | { status: 'failed' | 'unknown'; channel?: Channel; reason: string }
);

export type ReceiptStatus = 'delivered' | 'read' | 'failed';

/** The statuses an attempt may be in for a receipt of `status` to move it on. */
export const movableTo = (status: ReceiptStatus): readonly AttemptStatus[] =>
  ({
    delivered: ['sending', 'unknown', 'sent'] as const,
    read: ['sending', 'unknown', 'sent', 'delivered'] as const,
    failed: ['sending', 'unknown', 'sent'] as const,
  })[status];
