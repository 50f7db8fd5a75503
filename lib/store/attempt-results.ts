/** What becomes of a claimed slot: the send's result, then the receipts, each moving its row on and never back. */
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type Attempt,
  type AttemptStatus,
  attemptAt,
  movableTo,
  type ReceiptStatus,
  type SendResult,
} from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { attemptKey, messageKey } from './keys.ts';
import { table, withRetry, writeIf } from './table.ts';

/** The slot of a collection. */
export type SlotRef = { ref: CollectionRef; slot: number };

/** Receipts may come for weeks: WhatsApp itself keeps trying for up to 30 days. */
const MESSAGE_LIFE_DAYS = 60;

/** Records the result of the send of the invocation that holds `token`, and the way back from the provider's message to it. */
export async function recordResult(of: SlotRef, token: string, result: SendResult): Promise<void> {
  const { status, channelsTried, at } = result;
  const details = status === 'sent' ? { channel: result.channel, messageId: result.messageId } : unsent(result);
  const fields = { status, channelsTried, ...details };
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
  const wayBack = status === 'sent' ? [{ Put: { TableName: table.name, Item: messageItem(of, result) } }] : [];
  await withRetry(() =>
    table.client.send(new TransactWriteCommand({ TransactItems: [{ Update: update }, ...wayBack] })),
  );
}

const unsent = ({ channel, reason }: { channel?: Channel; reason: string }) => ({
  reason,
  ...(channel && { channel }),
});

const messageItem = ({ ref, slot }: SlotRef, { channel, messageId, at }: SendResult & { status: 'sent' }) => ({
  ...messageKey(channel, messageId),
  account: ref.account,
  hash: ref.hash,
  slot,
  ttl: Math.floor(Date.parse(at) / 1000) + MESSAGE_LIFE_DAYS * 86_400,
});

/** The slot a provider's message was sent for; undefined when it is not ours, or its send is not recorded yet. */
export async function findMessage(channel: Channel, messageId: string): Promise<SlotRef | undefined> {
  const get = new GetCommand({ TableName: table.name, Key: messageKey(channel, messageId), ConsistentRead: true });
  const { Item } = await withRetry(() => table.client.send(get));
  return Item && { ref: { account: Item['account'], hash: Item['hash'] }, slot: Item['slot'] };
}

/** Whether this slot's attempt is one of which nobody knows at this instant whether its message went out. */
export async function isUnknownAttempt({ ref, slot }: SlotRef, now: Date): Promise<boolean> {
  const get = new GetCommand({ TableName: table.name, Key: attemptKey(ref, slot), ConsistentRead: true });
  const { Item } = await withRetry(() => table.client.send(get));
  return Item !== undefined && attemptAt(Item as Attempt, now).status === 'unknown';
}

export type DeliveryReceipt = { id: string; status: ReceiptStatus; at: string; detail: string };

/** Keeps a receipt with its attempt, once, and moves the attempt's status on if the receipt says something later. */
export async function applyReceipt(
  { ref, slot }: SlotRef,
  receipt: DeliveryReceipt,
): Promise<'moved' | 'kept' | 'repeated'> {
  const key = attemptKey(ref, slot);
  const keep = 'SET receipts = list_append(if_not_exists(receipts, :none), :receipts) ADD receiptIds :ids';
  const values = { ':none': [], ':receipts': [receipt], ':ids': new Set([receipt.id]), ':id': receipt.id };
  const fresh = 'attribute_exists(pk) AND NOT contains(receiptIds, :id)';
  const from = movableTo(receipt.status);
  const move = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: keep.replace('SET ', 'SET #status = :status, #at.#status_ = :now, '),
    ConditionExpression: `${fresh} AND #status IN (${from.map((_, index) => `:from${index}`).join(', ')})`,
    ExpressionAttributeNames: { '#status': 'status', '#at': 'at', '#status_': receipt.status },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(from.map((status: AttemptStatus, index) => [`:from${index}`, status])),
      ':status': receipt.status,
      ':now': receipt.at,
    },
  });
  if (await writeIf(() => table.client.send(move))) return 'moved';
  const keepOnly = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: keep,
    ConditionExpression: fresh,
    ExpressionAttributeValues: values,
  });
  return (await writeIf(() => table.client.send(keepOnly))) ? 'kept' : 'repeated';
}
