/** The attempts of a collection's slots: the result of each send, its receipts, and the events that a reader sees. */
import type { Slot } from './plan.ts';
import { type Channel, iso, MINUTE } from './wire.ts';

type AttemptStatus = 'deferred' | 'sending' | 'unknown' | 'sent' | 'delivered' | 'read' | 'failed' | 'skipped';
type Reached = Readonly<Partial<Record<AttemptStatus, number>>>;

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
  at: Reached;
  /** While it is deferred. */
  retryAt?: number;
  /** Of its first message, once that has failed and the slot went to another channel. */
  earlier?: Reached;
};

export function claimed(slot: Slot, skipReason: string | undefined, now: number): Attempt {
  const begun = { slot, claimedAt: now, channelsTried: [] };
  if (skipReason === undefined) return { ...begun, status: 'sending', isDone: false, at: { sending: now } };
  return { ...begun, status: 'skipped', skipReason, isDone: true, at: { skipped: now } };
}

/** A deferred slot is claimed for another try. What its failed message had reached stays told. */
export function claimedAgain({ channel: _before, retryAt: _now, ...attempt }: Attempt, now: number): Attempt {
  const again = { ...attempt, claimedAt: now, status: 'sending', isDone: false } as const;
  const isFailover = attempt.at.failed !== undefined;
  return isFailover
    ? { ...again, earlier: attempt.at, at: { sending: now } }
    : { ...again, at: { ...attempt.at, sending: now } };
}

/** What a channel did with an offered message: `in_doubt` if no answer says whether it was accepted. */
export type Offer = { channel: Channel; outcome: 'accepted' | 'refused' | 'opted_out' | 'throttled' | 'in_doubt' };
type SendStatus = 'sent' | 'unknown' | 'failed' | 'deferred' | 'skipped';
export type SendResult = Pick<Attempt, 'channel' | 'channelsTried' | 'skipReason'> & { status: SendStatus };

/** The results that fit the offers: only a certain refusal by every channel is a failure, and throttling is none. */
export function resultsOf(offers: readonly Offer[]): readonly SendResult[] {
  const channelsTried = [...new Set(offers.map(({ channel }) => channel))];
  const last = offers.at(-1);
  if (last?.outcome === 'accepted') return [{ status: 'sent', channel: last.channel, channelsTried }];
  if (last?.outcome === 'in_doubt') return [{ status: 'unknown', channel: last.channel, channelsTried }];
  const busy = { status: 'skipped', skipReason: 'channel_busy', channelsTried } as const;
  if (last?.outcome === 'throttled') return [{ status: 'deferred', channelsTried }, busy];
  return offers.some(({ outcome }) => outcome === 'throttled') ? [busy] : [{ status: 'failed', channelsTried }];
}

/**
 * The next channel is offered the message only after a certain refusal, the channels in their order, until none is left.
 * Who opted out of SMS has opted out of WhatsApp.
 */
export function offerFaults(offers: readonly Offer[], channels: readonly Channel[]): string[] {
  const tried = [...new Set(offers.map(({ channel }) => channel))];
  const doubted = offers.slice(0, -1).find(({ outcome }) => outcome === 'accepted' || outcome === 'in_doubt');
  const gone = offers.findIndex(({ outcome }) => outcome === 'opted_out');
  const isLeft = (channel: Channel) => gone < 0 || channel === 'email' || tried.includes(channel);
  const order = channels.filter(isLeft);
  const inOrder = order.slice(0, tried.length).join() === tried.join();
  const isRefused = resultsOf(offers).some(({ status }) => status === 'failed');
  return [
    ...(doubted ? [`was offered again after ${doubted.channel} (${doubted.outcome})`] : []),
    ...(inOrder ? [] : [`was offered to ${tried.join()} instead of ${order.join()}`]),
    ...(isRefused && tried.length < order.length
      ? [`failed after ${tried.join()}, not offered to all of ${order.join()}`]
      : []),
  ];
}

/** It is first deferred once; `retryAt` is when it is offered again. */
export function withResult(attempt: Attempt, result: SendResult, { now, retryAt }: { now: number; retryAt: number }) {
  const channelsTried = [...new Set([...attempt.channelsTried, ...result.channelsTried])];
  const at = { ...attempt.at, [result.status]: (result.status === 'deferred' && attempt.at.deferred) || now };
  const done = { ...attempt, ...result, channelsTried, isDone: true, at };
  return result.status === 'deferred' ? { ...done, retryAt } : done;
}

export type ReceiptStatus = 'delivered' | 'read' | 'failed';

const UNCONFIRMED: readonly AttemptStatus[] = ['sending', 'unknown', 'sent'];

/** A bounce beats a delivery; a delivery beats a failure of WhatsApp, in either order. */
function movedFrom(status: ReceiptStatus, channel: Channel): readonly AttemptStatus[] {
  if (status === 'failed') return channel === 'email' ? [...UNCONFIRMED, 'delivered'] : UNCONFIRMED;
  const before: readonly AttemptStatus[] = status === 'read' ? [...UNCONFIRMED, 'delivered'] : UNCONFIRMED;
  return channel === 'whatsapp' ? ['deferred', ...before, 'failed'] : before;
}

export const isMovedBy = ({ status }: Attempt, by: ReceiptStatus, channel: Channel): boolean =>
  movedFrom(by, channel).includes(status);

type Told = { status: ReceiptStatus; channel: Channel; at: number };

/** A receipt that moves nothing is kept without an event. */
export const withReceipt = (attempt: Attempt, { status, channel, at }: Told): Attempt =>
  isMovedBy(attempt, status, channel) ? { ...attempt, status, at: { ...attempt.at, [status]: at } } : attempt;

/** What has failed for good goes to the next channel, once. */
export const failedOver = (attempt: Attempt, { channel, at }: Told, retryAt: number): Attempt => ({
  ...attempt,
  status: 'deferred',
  channel,
  at: { ...attempt.at, failed: at },
  retryAt,
});

const SENDING_LIMIT = 2 * MINUTE;

/** From then on an attempt without a result reads as unknown, because its run has died. */
export const unknownFrom = ({ isDone, claimedAt }: Attempt): number =>
  isDone ? Number.POSITIVE_INFINITY : claimedAt + SENDING_LIMIT;

const statusOf = (attempt: Attempt, now: number): AttemptStatus =>
  attempt.status === 'sending' && now >= unknownFrom(attempt) ? 'unknown' : attempt.status;

/** What decides whether a deferred slot is offered again: the collection's retry, and its status. */
export type Around = { retry: number | undefined; status: string; isPayable: boolean };

/** A deferred slot that is not offered again has failed if a message of it has; else it was skipped when it was due again. */
function endedWith(attempt: Attempt, { retry, status, isPayable }: Around): Attempt {
  if (attempt.status !== 'deferred' || (isPayable && retry === attempt.slot.slot)) return attempt;
  const { retryAt, ...rest } = attempt;
  if (attempt.at.failed !== undefined) return { ...rest, status: 'failed' };
  const at = { ...attempt.at, ...(retryAt !== undefined && { skipped: retryAt }) };
  return { ...rest, status: 'skipped', skipReason: isPayable ? 'channel_busy' : status, at };
}

const SILENT: readonly string[] = ['sending', 'deferred'];

/** An event that was shown never vanishes: a receipt after the limit does not take back that the result was unknown. */
export function attemptEvents(given: Attempt, around: Around, now: number): { type: string; at: number }[] {
  const attempt = endedWith(given, around);
  const limit = unknownFrom(attempt);
  const told = now >= limit ? { unknown: limit, ...attempt.at } : attempt.at;
  return [attempt.earlier ?? {}, told].flatMap((reached) =>
    Object.entries(reached).flatMap(([status, at]) =>
      SILENT.includes(status) ? [] : [{ type: `followup.${status}`, at }],
    ),
  );
}

/** A slot as a plan shows it, without its text and its reason. */
export function shownAttempt(
  given: Attempt,
  { planned, around, now }: { planned: Channel; around: Around; now: number },
): object {
  const attempt = endedWith(given, around);
  const { slot, channel, channelsTried, skipReason, at, retryAt } = attempt;
  const isDeferred = attempt.status === 'deferred';
  const waiting = at.failed === undefined ? 'planned' : 'failed';
  return {
    slot: slot.slot,
    dueAt: iso(slot.dueAt),
    channel: channel ?? planned,
    tone: slot.tone,
    status: isDeferred ? waiting : statusOf(attempt, now),
    channelsTried: [...channelsTried],
    ...(at.sent !== undefined && { sentAt: iso(at.sent) }),
    ...(isDeferred && retryAt !== undefined && { retryAt: iso(retryAt) }),
    ...(attempt.status === 'skipped' && skipReason !== undefined && { skipReason }),
  };
}
