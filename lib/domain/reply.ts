/** Replies of customers, and what their collections keep and show of them. */
import type { ReplyChannel } from './channels/channels.ts';
import type { FollowUpPlan } from './follow-up/plan.ts';
import { type CollectionRef, eventId, isOurLink, type LinkToken, linkProof, linkToken } from './ids.ts';
import { cutText, shownText } from './message/clean-text.ts';
import { DAY_MS } from './time-units.ts';

/**
 * `from` is a phone in E.164, or an email in lower case. `answers` is the channel's id of our message, when the channel gives it;
 * `link` the token of the address to which it was sent. `isUnproven`: anybody can have written `from` into it.
 */
export type Reply = {
  channel: ReplyChannel;
  messageId: string;
  from: string;
  text: string;
  answers?: string;
  link?: string;
  isUnproven?: true;
};

/** As a channel delivers it: WhatsApp leaves out the phone of a person who has a username. */
export type InboundReply = Omit<Reply, 'from'> & Partial<Pick<Reply, 'from'>>;

/** What else was sent is not kept, and a note behind the words says so. `what` begins it: "a picture was". */
export const withNote = (words: string, what: string): string =>
  [words, `[${what} not kept]`].filter((part) => part !== '').join(' ');

/** Of a collection's messages; made with the account's salt, so nobody else can make one. */
export const replyToken = (ref: CollectionRef, salt: string): string => linkToken(ref, linkProof(ref, 'reply', salt));

export const isReplyLink = (link: LinkToken, salt: string): boolean => isOurLink(link, 'reply', salt);

/** `at` is when it was first received. `id` is the event's, once the text and the message's id are erased. */
export type KeptReply = Pick<Reply, 'channel' | 'messageId' | 'text'> & { at: string; id?: string };

const MAX_LENGTH = 1_000;

export const keepReply = ({ channel, messageId, text }: Reply, now: Date): KeptReply => ({
  channel,
  messageId,
  text: cutText(shownText(text), MAX_LENGTH, '…'),
  at: now.toISOString(),
});

export const replyEventId = (collectionId: string, messageId: string): string =>
  eventId(collectionId, `contact.replied#${messageId}`);

export const replyEvent = (collectionId: string, { messageId, channel, text, at, id }: KeptReply) => ({
  id: id ?? replyEventId(collectionId, messageId),
  type: 'contact.replied',
  timestamp: at,
  data: { channel, text },
});

/** How many replies a collection keeps of any 24 hours. Whoever writes more is not heard better by it. */
const MAX_A_DAY = 20;

export const isOverDailyLimit = (replies: readonly Pick<KeptReply, 'at'>[], now: Date): boolean =>
  replies.filter(({ at }) => now.getTime() - Date.parse(at) < DAY_MS).length >= MAX_A_DAY;

/** Until when a reply pauses the reminders: for 24 hours, though the last reminder be lost. Undefined when none is left to pause. */
export function replyPauseEnd(
  { at }: Pick<KeptReply, 'at'>,
  { slots }: Pick<FollowUpPlan, 'slots'>,
  now: Date,
): Date | undefined {
  const last = slots.at(-1)?.dueAt;
  const until = Date.parse(at) + DAY_MS;
  return last === undefined || last <= now.getTime() || until <= now.getTime() ? undefined : new Date(until);
}
