/** What leads from messages and phones to collections, the replies kept, and who was answered HELP. */

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { NO_SLOT } from '#lib/domain/message/outgoing.ts';
import { foldPhone } from '#lib/domain/phone.ts';
import type { KeptReply } from '#lib/domain/reply.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { replyKey, writtenKey } from '#lib/store/collection/keys.ts';
import { reply } from '#lib/store/collection/rows.ts';
import { helpKey, lastMessageKey, messageKey, secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { fields, instant, integer, optional, text } from '#lib/store/table/checks.ts';
import { all, any, equals, ITEM_EXISTS, ITEM_IS_NEW, isAtMost } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, putIf, putNew, remove, removeIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

export type SlotRef = { ref: CollectionRef; slot: number };

/** `matchKey` is the contact's. */
export type Recipient = { matchKey?: string | undefined };

/** Receipts may come for weeks: WhatsApp itself keeps trying for up to 30 days. */
const MESSAGE_LIFE_DAYS = 60;

/** `written`: what tells it apart from others that people of the merchant have written. */
type SentMessage = { channel: Channel; messageId: string; at: string; written?: string | undefined };

export const messageItem = (
  { ref, slot, matchKey }: SlotRef & Recipient,
  { channel, messageId, at, written }: SentMessage,
  id = messageId,
) => ({
  ...messageKey(channel, id),
  account: ref.account,
  hash: ref.hash,
  slot,
  ...(channelFacts(channel).tellsWhetherRead && matchKey !== undefined && { matchKey }),
  ...(id !== messageId && { aliasOf: messageId }),
  ...(written !== undefined && { written }),
  [TTL_ATTRIBUTE]: secondsAfter(at, MESSAGE_LIFE_DAYS),
});

/** So that receipts and replies to a message outside the plan find the collection that it is about. */
export async function recordAnswer(
  table: Table,
  ref: CollectionRef,
  sent: Omit<SentMessage, 'at'>,
  at: Date,
): Promise<void> {
  const item = messageItem({ ref, slot: NO_SLOT }, { ...sent, at: at.toISOString() });
  await table.send(new PutCommand(put(table, { item })));
}

const message = fields({
  account: text,
  hash: text,
  slot: integer,
  aliasOf: optional(text),
  matchKey: optional(text),
  written: optional(text),
});

export type FoundMessage = SlotRef & Recipient & Pick<SentMessage, 'messageId' | 'written'>;

/** The slot that a channel's message was sent for; undefined when the message is not ours, or not recorded yet. */
export async function findMessage(table: Table, channel: Channel, id: string): Promise<FoundMessage | undefined> {
  const item = await table.getItem(messageKey(channel, id));
  if (item === undefined) return undefined;
  const { account, hash, slot, aliasOf, matchKey, written } = readItem(item, message);
  return {
    ref: { account, hash },
    slot,
    messageId: aliasOf ?? id,
    ...(matchKey !== undefined && { matchKey }),
    ...(written !== undefined && { written }),
  };
}

/** Another id under which the channel names a message: its receipts and replies may use either. */
export async function keepMessageAlias(
  table: Table,
  { channel, messageId, alias }: { channel: Channel; messageId: string; alias: string },
  of: SlotRef & Recipient & Pick<SentMessage, 'written'>,
  now: Date,
): Promise<void> {
  const item = messageItem(of, { channel, messageId, at: now.toISOString(), written: of.written }, alias);
  await putIf(table, { item, when: ITEM_IS_NEW });
}

/** `phone` is in E.164. */
export const forgetHelp = (table: Table, phone: string): Promise<boolean> =>
  removeIf(table, { key: helpKey(foldPhone(phone)), when: ITEM_EXISTS });

/** What was last sent to a phone, if it was about this collection. */
export const forgetLastMessage = (table: Table, phone: string, { account, hash }: CollectionRef): Promise<boolean> =>
  removeIf(table, {
    key: lastMessageKey(foldPhone(phone)),
    when: all(ITEM_EXISTS, equals('account', account), equals('hash', hash)),
  });

/** A reply after this time is about something else. */
const LAST_MESSAGE_DAYS = 60;

/** Remembers what was last sent to a phone by SMS or WhatsApp, in E.164, so that a reply finds its collection. */
export async function recordLastMessage(table: Table, phone: string, { ref, slot }: SlotRef, at: Date): Promise<void> {
  const item = {
    ...lastMessageKey(foldPhone(phone)),
    account: ref.account,
    hash: ref.hash,
    slot,
    at: at.toISOString(),
    [TTL_ATTRIBUTE]: secondsAfter(at.toISOString(), LAST_MESSAGE_DAYS),
  };
  await table.send(new PutCommand(put(table, { item })));
}

const lastMessage = fields({ account: text, hash: text });

/** The collection that a phone was last messaged about, by any account. */
export async function findLastMessage(table: Table, phone: string): Promise<CollectionRef | undefined> {
  const item = await table.getItem(lastMessageKey(foldPhone(phone)));
  return item && readItem(item, lastMessage);
}

/** Keeps a reply with its collection once, and answers what is kept: of a repeated delivery the first. */
export async function recordReply(table: Table, ref: CollectionRef, kept: KeptReply): Promise<KeptReply> {
  const there = await putNew(table, { ...replyKey(ref, kept.messageId), ...kept });
  return there === undefined ? kept : readItem(there, reply);
}

const CLAIMED_DAYS = 2;

const claimed = fields({ claimedAt: instant });

/** Undefined for the first who asks: the message is theirs to send. Else when it was claimed before. */
export async function claimMessage(
  table: Table,
  ref: CollectionRef,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const at = now.toISOString();
  const item = { ...writtenKey(ref, id), claimedAt: at, [TTL_ATTRIBUTE]: secondsAfter(at, CLAIMED_DAYS) };
  const there = await putNew(table, item);
  return there && readItem(there, claimed).claimedAt;
}

/** It was certainly not sent, so that it can be asked for again. */
export async function releaseMessage(table: Table, ref: CollectionRef, id: string): Promise<void> {
  await table.send(new DeleteCommand(remove(table, { key: writtenKey(ref, id) })));
}

const HELP_DAYS = 2;

/** True for the first of 24 hours: HELP is then to be answered. */
export function claimHelp(table: Table, phone: string, now: Date): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return putIf(table, {
    item: {
      ...helpKey(foldPhone(phone)),
      answeredAt: now.toISOString(),
      [TTL_ATTRIBUTE]: secondsAfter(now.toISOString(), HELP_DAYS),
    },
    // DynamoDB deletes what is past its time to live only hours later.
    when: any(ITEM_IS_NEW, isAtMost('answeredAt', dayAgo)),
  });
}

/** The answer was certainly not sent, so that the next HELP gets one. */
export async function releaseHelp(table: Table, phone: string): Promise<void> {
  await table.send(new DeleteCommand(remove(table, { key: helpKey(foldPhone(phone)) })));
}
