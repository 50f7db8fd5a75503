/** What the table knows about replies: the slot last sent to a phone, the replies kept, and who was answered HELP. */

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { foldPhone } from '#lib/domain/match-key.ts';
import type { KeptReply } from '#lib/domain/reply.ts';
import type { SlotRef } from '#lib/store/attempt/attempt-results.ts';
import { reply } from '#lib/store/collection/collection-rows.ts';
import { helpKey, lastMessageKey } from '#lib/store/deployment-keys.ts';
import { replyKey, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { object, text } from '#lib/store/table/checks.ts';
import { ITEM_IS_NEW } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { refusingItem } from '#lib/store/table/table.ts';

/** A reply after this time is about something else. */
const LAST_MESSAGE_DAYS = 60;

const secondsAt = (at: Date, days: number): number => Math.floor(at.getTime() / 1000) + days * 86_400;

/** Remembers what was last sent to a phone by SMS or WhatsApp, in E.164, so that a reply finds its collection. */
export async function recordLastMessage(table: Table, phone: string, { ref, slot }: SlotRef, at: Date): Promise<void> {
  const item = {
    ...lastMessageKey(foldPhone(phone)),
    account: ref.account,
    hash: ref.hash,
    slot,
    at: at.toISOString(),
    [TTL_ATTRIBUTE]: secondsAt(at, LAST_MESSAGE_DAYS),
  };
  await table.send(new PutCommand({ TableName: table.name, Item: item }));
}

const lastMessage = object<CollectionRef>({ account: text, hash: text });

/** The collection that a phone was last messaged about, by any account. */
export async function findLastMessage(table: Table, phone: string): Promise<CollectionRef | undefined> {
  const item = await table.getItem(lastMessageKey(foldPhone(phone)));
  return item && readItem(item, lastMessage);
}

/** Keeps a reply with its collection once, and answers what is kept: of a repeated delivery the first. */
export async function recordReply(table: Table, ref: CollectionRef, kept: KeptReply): Promise<KeptReply> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...replyKey(ref, kept.messageId), ...kept },
    ConditionExpression: ITEM_IS_NEW,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.send(put);
    return kept;
  } catch (error) {
    return readItem(refusingItem(error), reply);
  }
}

/** True for the first of 24 hours: HELP is then to be answered. */
export async function claimHelp(table: Table, phone: string, now: Date): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...helpKey(foldPhone(phone)), answeredAt: now.toISOString(), [TTL_ATTRIBUTE]: secondsAt(now, 2) },
    // DynamoDB deletes what is past its time to live only hours later.
    ConditionExpression: `${ITEM_IS_NEW} OR answeredAt <= :dayAgo`,
    ExpressionAttributeValues: { ':dayAgo': dayAgo },
  });
  return table.writeIf(put);
}

/** The answer was certainly not sent, so that the next HELP gets one. */
export async function releaseHelp(table: Table, phone: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: table.name, Key: helpKey(foldPhone(phone)) }));
}
