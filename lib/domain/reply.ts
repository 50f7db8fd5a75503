/** Replies of customers, and what their collections keep and show of them. */

import { DAY_MS } from '#lib/domain/time/time-units.ts';
import type { ReplyChannel } from './channels/channels.ts';
import type { Collection } from './collection.ts';
import type { Contact } from './contact.ts';
import type { FollowUpPlan } from './follow-up/plan.ts';
import { type CollectionRef, eventId, isOurLink, type LinkToken, linkProof, linkToken } from './ids.ts';
import { cutText, shownText } from './message/clean-text.ts';

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

/**
 * Reads the words of a reply. `known`: texts of its conversation, which it may repeat. Undefined: a program wrote it. `isBounded`: more of
 * it than a person writes was not looked at.
 */
export type ReadText = (known: readonly string[]) => Promise<{ text: string; isBounded?: boolean } | undefined>;

/** As a channel delivers it: WhatsApp leaves out the phone of a person who has a username, and the body of an email is read late. */
export type InboundReply = Omit<Reply, 'from' | 'text'> & Partial<Pick<Reply, 'from'>> & { text: string | ReadText };

/** What else was sent is not kept, and a note behind the words says so. `what` begins it: "a picture was". */
export const withNote = (words: string, what: string): string =>
  [words, `[${what} not kept]`].filter((part) => part !== '').join(' ');

/** Of a collection's messages to an email address; made with the account's salt, so nobody else can make one. */
export const replyToken = (ref: CollectionRef, email: string, salt: string): string =>
  linkToken(ref, linkProof(ref, 'reply', salt, email.toLowerCase()));

/** `beside`: emails of the same person's other debts: a message for several goes to the one that they gave last. */
type AddressedTo = Pick<Collection, 'replaced'> & { contact: Pick<Contact, 'email'>; beside?: readonly string[] };

/**
 * The email address to which the message went whose token it is; undefined if it is none of ours. A token of before 0.3 names no
 * address: once the contact was corrected nobody knows to whom it went.
 */
export function recipientOfToken(
  link: LinkToken,
  { contact, replaced = [], beside = [] }: AddressedTo,
  salt: string,
): { email: string | undefined } | undefined {
  const emails = [contact.email, ...replaced].filter((each) => each.includes('@')).map((each) => each.toLowerCase());
  const email = [...emails, ...beside].find((each) => isOurLink(link, 'reply', salt, each));
  if (email !== undefined) return { email };
  return isOurLink(link, 'reply', salt) ? { email: emails.length === 1 ? emails[0] : undefined } : undefined;
}

/**
 * `at` is when it was first received. `id` is the event's, once the text and the message's id are erased. `unproven`: anybody can have
 * written it in the customer's name.
 */
export type KeptReply = Pick<Reply, 'channel' | 'messageId' | 'text'> & { at: string; id?: string; unproven?: boolean };

const MAX_LENGTH = 1_000;

export const keepReply = ({ channel, messageId, text, isUnproven }: Reply, now: Date): KeptReply => ({
  channel,
  messageId,
  text: cutText(shownText(text), MAX_LENGTH, '…'),
  at: now.toISOString(),
  ...(isUnproven && { unproven: true }),
});

export const replyEventId = (collectionId: string, messageId: string): string =>
  eventId(collectionId, `contact.replied#${messageId}`);

export const replyEvent = (collectionId: string, { messageId, channel, text, at, id, unproven }: KeptReply) => ({
  id: id ?? replyEventId(collectionId, messageId),
  type: 'contact.replied',
  timestamp: at,
  data: { channel, text, ...(unproven && { unproven }) },
});

/** How many replies of one kind a collection keeps of any 24 hours. Who writes more is not heard better by it. */
const MAX_A_DAY = 20;

/** Counted for each channel, and apart for what anybody can have written: nobody takes another's place. */
export function isOverDailyLimit(
  replies: readonly Pick<KeptReply, 'at' | 'channel' | 'unproven'>[],
  { channel, isUnproven }: Pick<Reply, 'channel' | 'isUnproven'>,
  now: Date,
): boolean {
  const alike = replies.filter((kept) => kept.channel === channel && kept.unproven === isUnproven);
  return alike.filter(({ at }) => now.getTime() - Date.parse(at) < DAY_MS).length >= MAX_A_DAY;
}

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
