/** What the channels did with the message of a slot, and the results that fit it. */
import type { Attempt } from './attempts.ts';
import type { Channel } from './wire.ts';

/** What a channel did with an offered message: `in_doubt` if no answer says whether it was accepted. */
export type Offer = {
  channel: Channel;
  outcome: 'accepted' | 'refused' | 'opted_out' | 'throttled' | 'in_doubt';
  /** The code of its error, where one is known. */
  reason?: string;
};

/** What is shown of a message that did not go out, or perhaps did not: the code of the last error that was no throttling. */
export const reasonOf = (offers: readonly Offer[]): string | undefined =>
  offers.findLast(({ outcome }) => outcome !== 'throttled')?.reason;
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
