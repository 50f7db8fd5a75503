/** An attempt to send one slot of a follow-up plan. The claim writes it; the send and its receipts update it. */
import type { Channel, Tone } from './follow-up/follow-up.ts';
import { eventId } from './ids.ts';

/** In the order in which one can follow another. A receipt never moves a status back. */
export const ATTEMPT_STATUSES = ['sending', 'unknown', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export type Attempt = {
  slot: number;
  status: AttemptStatus;
  /** When the slot was due. Instants are ISO 8601. */
  dueAt: string;
  claimedAt: string;
  tone: Tone;
  /** Written by the invocation that claimed the slot, so that it recognises its own claim. */
  token: string;
  channelsTried: readonly Channel[];
  /** The channel that accepted the message. `messageId` is the channel's id for it. */
  channel?: Channel;
  messageId?: string;
  /** A code: why nothing was sent, or why the send failed. */
  reason?: string;
  at: Partial<Record<AttemptStatus, string>>;
};

/** An invocation that has no result after this time has died. Its message may have been sent or not. */
const SENDING_LIMIT_MS = 2 * 60_000;

/** An attempt that stays `sending` for longer than the limit is shown as `unknown`, and a later receipt does not take that back. */
export function attemptAt(attempt: Attempt, now: Date): Attempt {
  const limit = new Date(Date.parse(attempt.claimedAt) + SENDING_LIMIT_MS).toISOString();
  if (hasResult(attempt) || now.toISOString() < limit) return attempt;
  const status = attempt.status === 'sending' ? 'unknown' : attempt.status;
  return { ...attempt, status, at: { ...attempt.at, unknown: limit } };
}

/** A receipt is no result: it may come for a message whose sender died before it recorded one. */
function hasResult({ status, at, channelsTried }: Attempt): boolean {
  if (status === 'sending') return false;
  const isOfReceipt = at.delivered !== undefined || at.read !== undefined || at.failed !== undefined;
  return !isOfReceipt || channelsTried.length > 0 || at.sent !== undefined || at.unknown !== undefined;
}

export function attemptEvents(collectionId: string, attempt: Attempt, now: Date) {
  const { slot, at } = attemptAt(attempt, now);
  return ATTEMPT_STATUSES.flatMap((status) => {
    const timestamp = at[status];
    if (timestamp === undefined || status === 'sending') return [];
    const type = `followup.${status}`;
    return [{ id: eventId(`${collectionId}#${slot}`, type), type, timestamp }];
  });
}

export type SendResult = { channelsTried: readonly Channel[]; at: string } & (
  | { status: 'sent'; channel: Channel; messageId: string }
  | { status: 'failed' | 'unknown'; channel?: Channel; reason: string }
);

export type ReceiptStatus = 'delivered' | 'read' | 'failed';

export const movableTo = (status: ReceiptStatus): readonly AttemptStatus[] =>
  ({
    delivered: ['sending', 'unknown', 'sent'] as const,
    read: ['sending', 'unknown', 'sent', 'delivered'] as const,
    failed: ['sending', 'unknown', 'sent'] as const,
  })[status];
