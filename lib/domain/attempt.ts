/** An attempt to send one slot of a follow-up plan. The claim writes it; the send and its receipts update it. */

import { type Channel, channelFacts } from './channels/channels.ts';
import type { Tone } from './follow-up/follow-up.ts';
import type { MessageCost } from './forecast/message-prices.ts';
import { eventId } from './ids.ts';
import { type By, memberAsActor } from './member.ts';
import type { OwnTextUse } from './message/own-text.ts';

/** In the order in which one can follow another. Only a final failure moves a status back, to `deferred`. */
export const ATTEMPT_STATUSES = [
  'deferred',
  'sending',
  'unknown',
  'sent',
  'delivered',
  'read',
  'failed',
  'skipped',
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export type Attempt = {
  slot: number;
  status: AttemptStatus;
  /** When the slot was due. Instants are ISO 8601. */
  dueAt: string;
  claimedAt: string;
  tone: Tone;
  /** Of a reminder that a member of the account asked for. */
  by?: By;
  /** Written by the invocation that claimed the slot, so that it recognises its own claim. */
  token: string;
  /** What the message says, or was to say: later changes of the collection leave it as it is. */
  text?: string;
  /** What of the merchant's own words it says. */
  own?: OwnTextUse;
  /** The channel to which the claim's message goes first; a run that dies leaves it on record. */
  claimedFor?: Channel;
  channelsTried: readonly Channel[];
  /** The channel that accepted the message. `messageId` is the channel's id for it. */
  channel?: Channel;
  messageId?: string;
  /** What the message costs, by the account's prices of then. */
  cost?: MessageCost;
  /** A code: why nothing was sent, or why the send failed. */
  reason?: string;
  /** The id of another collection, whose message spoke for this slot, too. */
  with?: string;
  /** The slots of other collections for which this one's message spoke. */
  covers?: readonly CoveredSlot[];
  /** The hashes of the other collections that the message names, as many as an email lists; a reply pauses each. */
  names?: readonly string[];
  /** While deferred: when the slot is offered to a channel again. */
  retryAt?: string;
  /** The slot's first message, when that one failed after its channel had accepted it. */
  earlier?: FailedMessage;
  at: Partial<Record<AttemptStatus, string>>;
};

/** `hash`: of its collection, which has the same account. */
export type CoveredSlot = { hash: string; slot: number };

export type FailedMessage = Pick<Attempt, 'at' | 'reason' | 'channel' | 'cost'> & { messageId: string };

/** An invocation that has no result after this time has died. Its message may have been sent or not. */
const SENDING_LIMIT_MS = 2 * 60_000;

/** Who claimed an attempt until this instant, and has recorded no result by `now`, has died. */
export const diedBefore = (now: Date): string => new Date(now.getTime() - SENDING_LIMIT_MS).toISOString();

/** When an attempt that was claimed at `claimedAt` and has no result is given up: an instant, as `claimedAt` is. */
export const unknownFrom = (claimedAt: string): string =>
  new Date(Date.parse(claimedAt) + SENDING_LIMIT_MS).toISOString();

/** An attempt that stays `sending` for longer than the limit is shown as `unknown`. */
export function attemptAt(attempt: Attempt, now: Date): Attempt {
  const unknown = unknownFrom(attempt.claimedAt);
  if (attempt.status !== 'sending' || now.toISOString() < unknown) return attempt;
  return { ...attempt, status: 'unknown', at: { ...attempt.at, unknown } };
}

/** Perhaps, if it is not known: of one that is being sent, or whose invocation died. */
export const wasSent = ({ status, at }: Attempt): boolean =>
  at.sent !== undefined || status === 'sending' || status === 'unknown';

/** Whether a message has named the collection, its own or that of another. */
export const isMentioned = (attempts: readonly Attempt[]): boolean => attempts.some(wasSent);

/** What decides whether a deferred slot will be offered again. */
type RetryState = { status: string; retry?: { slot: number } | undefined; isPayable: boolean };

/**
 * A deferred slot as it is shown. It ends without a write of its own when its collection no longer has the retry: as
 * `failed` if a message of it has failed, else as `skipped`.
 */
export function endedWith(attempt: Attempt, { status, retry, isPayable }: RetryState): Attempt {
  if (attempt.status !== 'deferred' || (isPayable && retry?.slot === attempt.slot)) return attempt;
  const { retryAt, ...rest } = attempt;
  if (attempt.at.failed !== undefined) return { ...rest, status: 'failed' };
  const at = { ...attempt.at, ...(retryAt !== undefined && { skipped: retryAt }) };
  return { ...rest, status: 'skipped', reason: isPayable ? CHANNEL_BUSY : status, at };
}

/** The reason of a slot whose channels could take no message in time. */
export const CHANNEL_BUSY = 'channel_busy';

export function attemptEvents(collectionId: string, attempt: Attempt, now: Date) {
  const { earlier, ...last } = attemptAt(attempt, now);
  const subject = `${collectionId}#${attempt.slot}`;
  if (earlier === undefined) return eventsOf(subject, last);
  const { slot, by } = last;
  return [...eventsOf(subject, { ...earlier, slot, by }), ...eventsOf(`${subject}#2`, last)];
}

type Message = Pick<Attempt, 'slot' | 'channel' | 'reason' | 'at' | 'with'> & { by?: By | undefined };

function eventsOf(subject: string, { slot, channel, reason, at, by, with: spokenBy }: Message) {
  return ATTEMPT_STATUSES.flatMap((status) => {
    const timestamp = at[status];
    if (timestamp === undefined || status === 'sending' || status === 'deferred') return [];
    const type = `followup.${status}`;
    const why = REASONED.includes(status) && reason !== undefined ? { reason } : {};
    const shared = spokenBy === undefined ? {} : { with: spokenBy };
    const data = { slot, ...(channel !== undefined && { channel }), ...shared, ...why, ...memberAsActor(by).data };
    return [{ id: eventId(subject, type), type, timestamp, data }];
  });
}

const REASONED: readonly AttemptStatus[] = ['unknown', 'failed', 'skipped'];

/** `text`: what was sent, where the channel was not the first. */
export type SendResult = {
  channelsTried: readonly Channel[];
  at: string;
  text?: string;
  own?: OwnTextUse;
  cost?: MessageCost;
} & (
  | { status: 'sent'; channel: Channel; messageId: string }
  | { status: 'failed' | 'unknown' | 'skipped'; channel?: Channel; reason: string }
);

/** `noted`: the receipt says something about the address, and nothing new about the message. */
export type ReceiptStatus = 'delivered' | 'read' | 'failed' | 'noted';

const UNCONFIRMED = ['sending', 'unknown', 'sent'] as const;

export function movableTo(status: ReceiptStatus, channel: Channel): readonly AttemptStatus[] {
  if (status === 'noted') return [];
  const { decisiveReceipt } = channelFacts(channel);
  if (status === 'failed') return decisiveReceipt === 'failed' ? [...UNCONFIRMED, 'delivered'] : UNCONFIRMED;
  const before = status === 'read' ? [...UNCONFIRMED, 'delivered' as const] : UNCONFIRMED;
  return decisiveReceipt === 'delivered' ? ['deferred', ...before, 'failed'] : before;
}
