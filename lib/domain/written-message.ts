/** A message that a person of the merchant writes to the customer of a collection: whether it may go out, and its event. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { CHANNELS, type Channel, channelFacts } from './channels/channels.ts';
import type { Collection } from './collection.ts';
import { notNow } from './errors.ts';
import { obstacleTo, type PlanSetting } from './follow-up/plan.ts';
import { eventId } from './ids.ts';
import type { By } from './member.ts';
import type { KeptReply } from './reply.ts';

/** `text`: at most 1,000 characters. */
export type WrittenText = { channel: Channel; text: string };

export const MESSAGE_SENT = 'message.sent';
const MESSAGE_FAILED = 'message.failed';

type Event = { type: string; timestamp: string; about?: string; data?: Record<string, string> };

/** When messages went out that have arrived, as far as their channels say. */
export const arrivedAt = (events: readonly Pick<Event, 'type' | 'timestamp' | 'about'>[]): string[] => {
  const failed = events.filter(({ type }) => type === MESSAGE_FAILED).map(({ about }) => about);
  return events
    .filter(({ type, about }) => type === MESSAGE_SENT && !failed.includes(about))
    .map(({ timestamp }) => timestamp);
};

type WritingContext = {
  collection: Collection;
  setting: PlanSetting;
  events: readonly Event[];
  replies: readonly Pick<KeptReply, 'channel' | 'at'>[];
};

/** The same words by the same channel are a repeat of the request for so long. */
const REPEATED_MS = 10 * MINUTE_MS;

/**
 * What tells the message apart, so that a repeat of the request sends nothing more; undefined if it went out already.
 * @throws not_now
 */
export function messageToSend(of: WritingContext, { channel, text }: WrittenText, now: Date): string | undefined {
  const same = of.events.findLast(
    ({ type, data }) => type === MESSAGE_SENT && data?.['channel'] === channel && data['text'] === text,
  );
  const isRepeat = same && now.getTime() - Date.parse(same.timestamp) < REPEATED_MS;
  if (isRepeat && !of.events.some(({ type, about }) => type === MESSAGE_FAILED && about === same.about))
    return undefined;
  refuse(of, channel, now);
  return eventId(of.collection.id, [MESSAGE_SENT, channel, same?.about ?? '', text].join('#')).slice('evt_'.length);
}

/** By its opt-outs and its reach; the caps and the hours of reminders do not count. */
function refuse({ collection, setting, replies }: WritingContext, channel: Channel, now: Date): void {
  const obstacle =
    collection.erasedAt === undefined ? obstacleTo(channel, collection.contact, setting) : ('no address' as const);
  if (obstacle !== undefined)
    throw notNow({ reason: obstacle === 'opted out' ? 'opted_out' : 'no_channel' }, NO_MESSAGE);
  if (!channelFacts(channel).textsNeedApproval) return;
  const isHeard = replies.some((reply) => reply.channel === channel && now.getTime() - Date.parse(reply.at) < DAY_MS);
  if (!isHeard) throw notNow({ reason: 'no_recent_reply' }, NO_MESSAGE);
}

export const NO_MESSAGE = 'No message can be sent now';

/** `id` is of {@link messageToSend}; `reason` is a code, where the channel gave no clear answer. */
export const messageSent = (
  { channel, text }: WrittenText,
  { id, at, by, reason }: { id: string; at: Date; by?: By | undefined; reason?: string | undefined },
) => ({
  type: MESSAGE_SENT,
  about: id,
  timestamp: at.toISOString(),
  data: { channel, text, actor: 'merchant', ...(reason !== undefined && { reason }) },
  ...(by && { member: by }),
});

/** Such an email has a way out, which is not kept with its words. */
export const isWrittenEmail = ({ type, data }: Pick<Event, 'type' | 'data'>): boolean =>
  type === MESSAGE_SENT &&
  CHANNELS.some((each) => each === data?.['channel'] && channelFacts(each).reaches === 'email');

/** The channel took the message, and did not bring it. `id` is of {@link messageToSend}; `reason` is the channel's code. */
export const messageFailed = (
  id: string,
  { channel, at, reason }: { channel: Channel; at: string; reason: string },
) => ({
  type: MESSAGE_FAILED,
  about: id,
  timestamp: at,
  data: { channel, reason },
});

type TurnLimit = { most: number; withinMs: number };

/**
 * How often an account's people may write: to one person who has not answered since, and to all together. A key that is lost, or a
 * program that goes round in circles, reaches nobody more often.
 */
export const WRITTEN_LIMITS = {
  person: { most: 5, withinMs: DAY_MS },
  account: { most: 200, withinMs: HOUR_MS },
} as const satisfies Record<string, TurnLimit>;

/** The times with that of a turn now or, where there were enough, when the next one is free. What is not after `since` does not count. */
export function nextTurn(
  times: readonly string[],
  { most, withinMs }: TurnLimit,
  { now, since = '' }: { now: Date; since?: string | undefined },
): { times: string[] } | { firstAt: Date } {
  const recent = times.filter((at) => at > since && now.getTime() - Date.parse(at) < withinMs);
  const oldest = recent.at(-most);
  if (oldest !== undefined) return { firstAt: new Date(Date.parse(oldest) + withinMs) };
  return { times: [...recent, now.toISOString()] };
}
