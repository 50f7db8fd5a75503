/** The attempts of a collection's slots: their claims, the result of each send, and its receipts. */
import type { SendResult } from './offers.ts';
import type { Slot } from './plan.ts';
import { type Channel, MINUTE } from './wire.ts';

export type AttemptStatus = 'deferred' | 'sending' | 'unknown' | 'sent' | 'delivered' | 'read' | 'failed' | 'skipped';
type Reached = Readonly<Partial<Record<AttemptStatus, number>>>;

/** `at`: the instant of each status that it has had. */
export type Attempt = {
  slot: Slot;
  claimedAt: number;
  status: AttemptStatus;
  skipReason?: string;
  /** Whether the result of its send is recorded. */
  isDone: boolean;
  /** The channel that its claim was for, if whatever the run may have read leads to the same. */
  claimedFor?: Channel | undefined;
  channel?: Channel;
  channelsTried: readonly Channel[];
  at: Reached;
  /** While it is deferred. */
  retryAt?: number;
  /** Of its first message, once that has failed and the slot went to another channel: what it had reached, and by which one. */
  earlier?: Reached;
  earlierBy?: Channel | undefined;
};

type Claiming = { skipReason: string | undefined; now: number; claimedFor: Channel | undefined };

export function claimed(slot: Slot, { skipReason, now, claimedFor }: Claiming): Attempt {
  const begun = { slot, claimedAt: now, channelsTried: [] };
  if (skipReason === undefined) return { ...begun, status: 'sending', isDone: false, claimedFor, at: { sending: now } };
  return { ...begun, status: 'skipped', skipReason, isDone: true, at: { skipped: now } };
}

const SENDING_LIMIT = 2 * MINUTE;

/** From then on an attempt without a result reads as unknown, because its run has died. */
export const unknownFrom = ({ isDone, claimedAt }: Attempt): number =>
  isDone ? Number.POSITIVE_INFINITY : claimedAt + SENDING_LIMIT;

/** A deferred slot is claimed for another try. What its failed message had reached stays told: also that it was unknown. */
export function claimedAgain(
  { channel: before, retryAt: _now, ...attempt }: Attempt,
  { now, claimedFor }: Omit<Claiming, 'skipReason'>,
): Attempt {
  const again = { ...attempt, claimedFor, claimedAt: now, status: 'sending', isDone: false } as const;
  const isFailover = attempt.at.failed !== undefined;
  return isFailover
    ? {
        ...again,
        earlierBy: before,
        earlier: { ...(!attempt.isDone && { unknown: unknownFrom(attempt) }), ...attempt.at },
        at: { sending: now },
      }
    : { ...again, at: { ...attempt.at, sending: now } };
}

/** It is first deferred once; `retryAt` is when it is offered again. */
export function withResult(attempt: Attempt, result: SendResult, { now, retryAt }: { now: number; retryAt: number }) {
  const channelsTried = [...new Set([...attempt.channelsTried, ...result.channelsTried])];
  const at = { ...attempt.at, [result.status]: (result.status === 'deferred' && attempt.at.deferred) || now };
  const done = { ...attempt, ...result, channelsTried, isDone: true, at };
  return result.status === 'deferred' ? { ...done, retryAt } : done;
}

/** `noted`: a complaint, which says nothing of the delivery. */
export type ReceiptStatus = 'delivered' | 'read' | 'failed' | 'noted';

const UNCONFIRMED: readonly AttemptStatus[] = ['sending', 'unknown', 'sent'];

/** A bounce beats a delivery; a delivery beats a failure of WhatsApp, in either order. */
function movedFrom(status: ReceiptStatus, channel: Channel): readonly AttemptStatus[] {
  if (status === 'noted') return [];
  if (status === 'failed') return channel === 'email' ? [...UNCONFIRMED, 'delivered'] : UNCONFIRMED;
  const before: readonly AttemptStatus[] = status === 'read' ? [...UNCONFIRMED, 'delivered'] : UNCONFIRMED;
  return channel === 'whatsapp' ? ['deferred', ...before, 'failed'] : before;
}

export const isMovedBy = ({ status }: Attempt, by: ReceiptStatus, channel: Channel): boolean =>
  movedFrom(by, channel).includes(status);

type Told = { status: ReceiptStatus; channel: Channel; at: number };

/** A receipt that moves nothing is kept without an event. Of a message whose sender died, it tells the channel. */
export const withReceipt = (attempt: Attempt, { status, channel, at }: Told): Attempt =>
  status !== 'noted' && isMovedBy(attempt, status, channel)
    ? { ...attempt, channel: attempt.channel ?? channel, status, at: { ...attempt.at, [status]: at } }
    : attempt;

/** What has failed for good goes to the next channel, once. */
export const failedOver = (attempt: Attempt, { channel, at }: Told, retryAt: number): Attempt => ({
  ...attempt,
  status: 'deferred',
  channel,
  at: { ...attempt.at, failed: at },
  retryAt,
});
