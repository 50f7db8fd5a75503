/** The result of a claimed slot's send, and what a receipt's tags lead to. */

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Attempt, attemptAt, type SendResult } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { attemptKey } from '#lib/store/collection/keys.ts';
import { attempt } from '#lib/store/collection/rows.ts';
import { messageItem, type Recipient, type SlotRef } from '#lib/store/message/messages.ts';
import { all, equals } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, SHOW_REFUSING, update } from '#lib/store/table/requests.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';

/**
 * Records the result of the send by the invocation that holds `token`, and for a sent message the item that leads from
 * the provider's message id to the slot. The two are beside each other and not together, which halves their cost: a receipt
 * that finds the message waits for the result ({@link applyReceipt} in `receipts.ts`), and one that does not find it
 * goes by its tags. @throws when the slot is not claimed by `token`, or has another result already.
 */
export async function recordResult(
  table: Table,
  recipient: SlotRef & Recipient,
  token: string,
  result: SendResult,
): Promise<void> {
  const { status, channelsTried, at } = result;
  const details = status === 'sent' ? { channel: result.channel, messageId: result.messageId } : unsent(result);
  const fields = { status, channelsTried, ...(result.text !== undefined && { text: result.text }), ...details };
  const write = update(table, {
    key: attemptKey(recipient.ref, recipient.slot),
    set: { [`at.${status}`]: at, ...fields },
    when: all(equals('token', token), equals('status', 'sending')),
  });
  await Promise.all([
    saveOnce(
      table,
      new UpdateCommand({ ...write, ...SHOW_REFUSING }),
      (stored) => stored.token === token && stored.at[status] === at && isSame(stored, details),
    ),
    status === 'sent' && table.send(new PutCommand(put(table, { item: messageItem(recipient, result) }))),
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

/** What a receipt says of its message beside the ids: the tags that the message was sent with. */
type ReceiptTags = { messageIds: readonly string[]; token?: string | undefined };

/**
 * The id of the message that a receipt's tags lead to, for one that is found by no id: the attempt says it if the item
 * which leads from it was not written, and if it is unknown whether the message went out, then it is the receipt's.
 * A message of the claim before has another token.
 */
export async function findTaggedMessage(
  table: Table,
  { ref, slot }: SlotRef,
  { messageIds, token }: ReceiptTags,
  now: Date,
): Promise<string | undefined> {
  const item = await table.getItem(attemptKey(ref, slot));
  if (item === undefined || item['erased'] === true) return undefined;
  const stored = attemptAt(readItem(item, attempt), now);
  const recorded = [stored.messageId, stored.earlier?.messageId].find(
    (id) => id !== undefined && messageIds.includes(id),
  );
  if (recorded !== undefined) return recorded;
  return stored.status === 'unknown' && (token === undefined || token === stored.token) ? messageIds[0] : undefined;
}

/** Whether the attempt was erased: its message is recorded no more. */
export async function isErasedAttempt(table: Table, { ref, slot }: SlotRef): Promise<boolean> {
  const item = await table.getItem(attemptKey(ref, slot));
  return item?.['erased'] === true;
}
