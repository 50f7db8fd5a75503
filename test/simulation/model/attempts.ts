/** The attempts of a collection's slots: the result of each send, its receipts, and the events that a reader sees. */
import type { Slot } from './plan.ts';
import { type Channel, iso, MINUTE } from './wire.ts';

type AttemptStatus = 'sending' | 'unknown' | 'sent' | 'delivered' | 'read' | 'failed' | 'skipped';

/** `at`: the instant of each status that it has had. */
export type Attempt = {
  slot: Slot;
  claimedAt: number;
  status: AttemptStatus;
  skipReason?: string;
  /** Whether the result of its send is recorded. */
  isDone: boolean;
  channel?: Channel;
  channelsTried: readonly Channel[];
  at: Readonly<Partial<Record<AttemptStatus, number>>>;
};

export function claimed(slot: Slot, skipReason: string | undefined, now: number): Attempt {
  const begun = { slot, claimedAt: now, channelsTried: [] };
  if (skipReason === undefined) return { ...begun, status: 'sending', isDone: false, at: {} };
  return { ...begun, status: 'skipped', skipReason, isDone: true, at: { skipped: now } };
}

/** What a channel did with an offered message: `in_doubt` if no answer says whether it was accepted. */
export type Offer = { channel: Channel; outcome: 'accepted' | 'refused' | 'throttled' | 'in_doubt' };
export type SendResult = Pick<Attempt, 'channel' | 'channelsTried'> & { status: 'sent' | 'unknown' | 'failed' };

/** The result follows from the last offer: only a certain refusal by every channel is a failure. */
export function resultOf(offers: readonly Offer[]): SendResult {
  const channelsTried = [...new Set(offers.map(({ channel }) => channel))];
  const last = offers.at(-1);
  if (last?.outcome === 'accepted') return { status: 'sent', channel: last.channel, channelsTried };
  if (last?.outcome === 'in_doubt') return { status: 'unknown', channel: last.channel, channelsTried };
  return { status: 'failed', channelsTried };
}

/** The next channel is offered the message only after a certain refusal, the channels in their order, until none is left. */
export function offerFaults(offers: readonly Offer[], channels: readonly Channel[]): string[] {
  const { status, channelsTried } = resultOf(offers);
  const doubted = offers.slice(0, -1).find(({ outcome }) => outcome === 'accepted' || outcome === 'in_doubt');
  const inOrder = channels.slice(0, channelsTried.length).join() === channelsTried.join();
  return [
    ...(doubted ? [`was offered again after ${doubted.channel} (${doubted.outcome})`] : []),
    ...(inOrder ? [] : [`was offered to ${channelsTried.join()} instead of ${channels.join()}`]),
    ...(status === 'failed' && channelsTried.length < channels.length
      ? [`failed after ${channelsTried.join()}, not offered to all of ${channels.join()}`]
      : []),
  ];
}

export const withResult = (attempt: Attempt, result: SendResult, now: number): Attempt => ({
  ...attempt,
  ...result,
  isDone: true,
  at: { ...attempt.at, [result.status]: now },
});

export type ReceiptStatus = 'delivered' | 'read' | 'failed';

const MOVES: Record<ReceiptStatus, readonly AttemptStatus[]> = {
  delivered: ['sending', 'unknown', 'sent'],
  read: ['sending', 'unknown', 'sent', 'delivered'],
  failed: ['sending', 'unknown', 'sent'],
};

/** A receipt moves the status on, never back; a later one that moves nothing is kept without an event. */
export const withReceipt = (attempt: Attempt, status: ReceiptStatus, at: number): Attempt =>
  MOVES[status].includes(attempt.status) ? { ...attempt, status, at: { ...attempt.at, [status]: at } } : attempt;

const SENDING_LIMIT = 2 * MINUTE;

/** From then on an attempt without a result reads as unknown, because its run has died. */
export const unknownFrom = ({ isDone, claimedAt }: Attempt): number =>
  isDone ? Number.POSITIVE_INFINITY : claimedAt + SENDING_LIMIT;

const statusOf = (attempt: Attempt, now: number): AttemptStatus =>
  attempt.status === 'sending' && now >= unknownFrom(attempt) ? 'unknown' : attempt.status;

/** An event that was shown never vanishes: a receipt after the limit does not take back that the result was unknown. */
export function attemptEvents(attempt: Attempt, now: number): { type: string; at: number }[] {
  const limit = unknownFrom(attempt);
  const told = now >= limit ? { unknown: limit, ...attempt.at } : attempt.at;
  return Object.entries(told).map(([status, at]) => ({ type: `followup.${status}`, at }));
}

/** A slot as a plan shows it, without its text and its reason. */
export function shownAttempt(attempt: Attempt, planned: Channel, now: number): object {
  const { slot, channel, channelsTried, skipReason, at } = attempt;
  return {
    slot: slot.slot,
    dueAt: iso(slot.dueAt),
    channel: channel ?? planned,
    tone: slot.tone,
    status: statusOf(attempt, now),
    channelsTried: [...channelsTried],
    ...(at.sent !== undefined && { sentAt: iso(at.sent) }),
    ...(skipReason !== undefined && { skipReason }),
  };
}
