/** The result of a claimed slot's send, and the items that lead from the ids of messages to their slots. */

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Attempt, attemptAt, type SendResult } from '#lib/domain/attempt.ts';
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { attempt } from '#lib/store/collection/collection-rows.ts';
import { messageKey } from '#lib/store/deployment-keys.ts';
import { attemptKey, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { integer, object, optional, text } from '#lib/store/table/checks.ts';
import { ITEM_IS_NEW, setFields } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { refusingItem } from '#lib/store/table/table.ts';

export type SlotRef = { ref: CollectionRef; slot: number };

/** `matchKey` is the contact's. */
type Recipient = { matchKey?: string | undefined };

/** Receipts may come for weeks: WhatsApp itself keeps trying for up to 30 days. */
const MESSAGE_LIFE_DAYS = 60;

/**
 * Records the result of the send by the invocation that holds `token`, and for a sent message the item that leads from
 * the provider's message id to the slot. The two are beside each other and not together, which halves their cost: a receipt
 * that finds the message waits for the result ({@link applyReceipt} in `receipts.ts`), and one that does not find it
 * goes by its tags. @throws when the slot is not claimed by `token`, or has another result already.
 */
export async function recordResult(
  table: Table,
  of: SlotRef & Recipient,
  token: string,
  result: SendResult,
): Promise<void> {
  const { status, channelsTried, at } = result;
  const details = status === 'sent' ? { channel: result.channel, messageId: result.messageId } : unsent(result);
  const fields = { status, channelsTried, ...(result.text !== undefined && { text: result.text }), ...details };
  const set = setFields(fields);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: attemptKey(of.ref, of.slot),
    UpdateExpression: `SET #at.#now = :now, ${set.text}`,
    ConditionExpression: '#token = :token AND #status = :sending',
    ExpressionAttributeNames: {
      '#at': 'at',
      '#now': status,
      '#token': 'token',
      ...set.names,
    },
    ExpressionAttributeValues: {
      ':now': at,
      ':token': token,
      ':sending': 'sending',
      ...set.values,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  await Promise.all([
    saveOnce(table, update, (stored) => stored.token === token && stored.at[status] === at && isSame(stored, details)),
    status === 'sent' && table.send(new PutCommand({ TableName: table.name, Item: messageItem(of, result) })),
  ]);
}

const isSame = (stored: Attempt, { messageId, reason }: { messageId?: string; reason?: string }): boolean =>
  stored.messageId === messageId && stored.reason === reason;

/** When the answer to our own write was lost, its repetition is refused by what it has written itself. */
async function saveOnce(table: Table, update: UpdateCommand, isOurs: (stored: Attempt) => boolean): Promise<void> {
  try {
    await table.send(update);
  } catch (error) {
    if (!isOurs(readItem(refusingItem(error), attempt))) throw error;
  }
}

const unsent = ({ channel, reason }: { channel?: Channel; reason: string }) => ({
  reason,
  ...(channel && { channel }),
});

type Sent = { channel: Channel; messageId: string; at: string };

const messageItem = (
  { ref, slot, matchKey }: SlotRef & Recipient,
  { channel, messageId, at }: Sent,
  id = messageId,
) => ({
  ...messageKey(channel, id),
  account: ref.account,
  hash: ref.hash,
  slot,
  ...(channelFacts(channel).tellsWhetherRead && matchKey !== undefined && { matchKey }),
  ...(id !== messageId && { aliasOf: messageId }),
  [TTL_ATTRIBUTE]: Math.floor(Date.parse(at) / 1000) + MESSAGE_LIFE_DAYS * 86_400,
});

/** The answer to a reply has no slot: its receipts find no attempt, and change nothing. */
const NO_SLOT = 0;

/** So that receipts and replies to the answer find the collection that it is about. */
export async function recordAnswer(table: Table, ref: CollectionRef, sent: Omit<Sent, 'at'>, at: Date): Promise<void> {
  const item = messageItem({ ref, slot: NO_SLOT }, { ...sent, at: at.toISOString() });
  await table.send(new PutCommand({ TableName: table.name, Item: item }));
}

type Message = { account: string; hash: string; slot: number; aliasOf?: string; matchKey?: string };

const message = object<Message>({
  account: text,
  hash: text,
  slot: integer,
  aliasOf: optional(text),
  matchKey: optional(text),
});

/** The slot that a channel's message was sent for; undefined when the message is not ours, or not recorded yet. */
export async function findMessage(
  table: Table,
  channel: Channel,
  id: string,
): Promise<(SlotRef & Recipient & { messageId: string }) | undefined> {
  const item = await table.getItem(messageKey(channel, id));
  if (item === undefined) return undefined;
  const { account, hash, slot, aliasOf, matchKey } = readItem(item, message);
  return { ref: { account, hash }, slot, messageId: aliasOf ?? id, ...(matchKey !== undefined && { matchKey }) };
}

/** Another id under which the channel names a message: its receipts and replies may use either. */
export async function keepMessageAlias(
  table: Table,
  { channel, messageId, alias }: { channel: Channel; messageId: string; alias: string },
  of: SlotRef & Recipient,
  now: Date,
): Promise<void> {
  const Item = messageItem(of, { channel, messageId, at: now.toISOString() }, alias);
  await table.writeIf(new PutCommand({ TableName: table.name, Item, ConditionExpression: ITEM_IS_NEW }));
}

/** What a receipt says of its message beside the ids: the tags that the message was sent with. */
type Tagged = { messageIds: readonly string[]; token?: string | undefined };

/**
 * The id of the message that a receipt's tags lead to, for one that is found by no id: the attempt says it if the item
 * which leads from it was not written, and if it is unknown whether the message went out, then it is the receipt's.
 * A message of the claim before has another token.
 */
export async function findTaggedMessage(
  table: Table,
  { ref, slot }: SlotRef,
  { messageIds, token }: Tagged,
  now: Date,
): Promise<string | undefined> {
  const item = await table.getItem(attemptKey(ref, slot));
  if (item === undefined || item['erased'] === true) return undefined;
  const found = attemptAt(readItem(item, attempt), now);
  const recorded = [found.messageId, found.earlier?.messageId].find(
    (id) => id !== undefined && messageIds.includes(id),
  );
  if (recorded !== undefined) return recorded;
  return found.status === 'unknown' && (token === undefined || token === found.token) ? messageIds[0] : undefined;
}

/** Whether the attempt was erased: its message is recorded no more. */
export async function isErasedAttempt(table: Table, { ref, slot }: SlotRef): Promise<boolean> {
  const item = await table.getItem(attemptKey(ref, slot));
  return item?.['erased'] === true;
}
