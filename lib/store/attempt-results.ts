/** The result of a claimed slot's send, then its receipts: each moves the attempt's status on, never back. */
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { attemptAt, movableTo, type ReceiptStatus, type SendResult } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { integer, object, text } from './checks.ts';
import { attempt } from './collection-rows.ts';
import { ITEM_EXISTS, statusIn } from './expressions.ts';
import { attemptKey, messageKey, TTL_ATTRIBUTE } from './keys.ts';
import { readItem } from './read-item.ts';
import { getItem, send, table, writeIf } from './table.ts';

export type SlotRef = { ref: CollectionRef; slot: number };

/** Receipts may come for weeks: WhatsApp itself keeps trying for up to 30 days. */
const MESSAGE_LIFE_DAYS = 60;

/**
 * Records the result of the send by the invocation that holds `token`, and for a sent message the item that leads from
 * the provider's message id to the slot. @throws when the slot is not claimed by `token`, or has a result already.
 */
export async function recordResult(of: SlotRef, token: string, result: SendResult): Promise<void> {
  const { status, channelsTried, at } = result;
  const details = status === 'sent' ? { channel: result.channel, messageId: result.messageId } : unsent(result);
  const fields = { status, channelsTried, ...(result.text !== undefined && { text: result.text }), ...details };
  const names = Object.keys(fields);
  const update = {
    TableName: table.name,
    Key: attemptKey(of.ref, of.slot),
    UpdateExpression: `SET #at.#now = :now, ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: '#token = :token AND #status = :sending',
    ExpressionAttributeNames: {
      '#at': 'at',
      '#now': status,
      '#token': 'token',
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ':now': at,
      ':token': token,
      ':sending': 'sending',
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
    },
  };
  const messagePut = status === 'sent' ? [{ Put: { TableName: table.name, Item: messageItem(of, result) } }] : [];
  await send(new TransactWriteCommand({ TransactItems: [{ Update: update }, ...messagePut] }));
}

const unsent = ({ channel, reason }: { channel?: Channel; reason: string }) => ({
  reason,
  ...(channel && { channel }),
});

type Sent = { channel: Channel; messageId: string; at: string };

const messageItem = ({ ref, slot }: SlotRef, { channel, messageId, at }: Sent) => ({
  ...messageKey(channel, messageId),
  account: ref.account,
  hash: ref.hash,
  slot,
  [TTL_ATTRIBUTE]: Math.floor(Date.parse(at) / 1000) + MESSAGE_LIFE_DAYS * 86_400,
});

/** The answer to a reply has no slot: its receipts find no attempt, and change nothing. */
const NO_SLOT = 0;

/** So that receipts and replies to the answer find the collection that it is about. */
export async function recordAnswer(ref: CollectionRef, sent: Omit<Sent, 'at'>, at: Date): Promise<void> {
  const item = messageItem({ ref, slot: NO_SLOT }, { ...sent, at: at.toISOString() });
  await send(new PutCommand({ TableName: table.name, Item: item }));
}

const message = object<{ account: string; hash: string; slot: number }>({ account: text, hash: text, slot: integer });

/** The slot that a provider's message was sent for; undefined when the message is not ours, or not recorded yet. */
export async function findMessage(channel: Channel, messageId: string): Promise<SlotRef | undefined> {
  const item = await getItem(messageKey(channel, messageId));
  if (item === undefined) return undefined;
  const { account, hash, slot } = readItem(item, message);
  return { ref: { account, hash }, slot };
}

/** Whether at this instant it is unknown if the message of this slot's attempt went out. */
export async function isUnknownAttempt({ ref, slot }: SlotRef, now: Date): Promise<boolean> {
  const item = await getItem(attemptKey(ref, slot));
  return item !== undefined && attemptAt(readItem(item, attempt), now).status === 'unknown';
}

export type DeliveryReceipt = { id: string; status: ReceiptStatus; at: string; detail: string };

/** Keeps a receipt with its attempt, once, and moves the attempt's status on if the receipt's comes later. */
export async function applyReceipt(
  { ref, slot }: SlotRef,
  receipt: DeliveryReceipt,
): Promise<'moved' | 'kept' | 'repeated'> {
  const key = attemptKey(ref, slot);
  const keep = 'SET receipts = list_append(if_not_exists(receipts, :none), :receipts) ADD receiptIds :ids';
  const values = { ':none': [], ':receipts': [receipt], ':ids': new Set([receipt.id]), ':id': receipt.id };
  const fresh = `${ITEM_EXISTS} AND NOT contains(receiptIds, :id)`;
  const movable = statusIn(movableTo(receipt.status));
  const move = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: keep.replace('SET ', 'SET #status = :status, #at.#status_ = :now, '),
    ConditionExpression: `${fresh} AND ${movable.text}`,
    ExpressionAttributeNames: { ...movable.names, '#at': 'at', '#status_': receipt.status },
    ExpressionAttributeValues: {
      ...values,
      ...movable.values,
      ':status': receipt.status,
      ':now': receipt.at,
    },
  });
  if (await writeIf(move)) return 'moved';
  const keepOnly = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: keep,
    ConditionExpression: fresh,
    ExpressionAttributeValues: values,
  });
  return (await writeIf(keepOnly)) ? 'kept' : 'repeated';
}
