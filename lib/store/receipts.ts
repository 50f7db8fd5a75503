/** Receipts of messages: each is kept with its attempt once, and may move the attempt's status. */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { diedBefore, movableTo, type ReceiptStatus } from '#lib/domain/attempt.ts';
import type { DeliveryReceipt, OfMessage } from '#lib/domain/message/receipt.ts';
import type { SlotRef } from './attempt-results.ts';
import { instant, object, optional, text } from './checks.ts';
import { ITEM_EXISTS, statusIn } from './expressions.ts';
import { attemptKey } from './keys.ts';
import { readItem } from './read-item.ts';
import { retryUpdate } from './retries.ts';
import { send, table, writeIf } from './table.ts';

const KEEP = 'receipts = list_append(if_not_exists(receipts, :none), :receipts)';
const MARK = 'ADD receiptIds :ids';
/** Of a message whose sender died before it recorded a result, the receipt is the first to tell the channel. */
const CHANNEL = 'channel = if_not_exists(channel, :channel)';
/** What was erased keeps nothing of a receipt: it may carry the person's phone. */
const FRESH = `${ITEM_EXISTS} AND attribute_not_exists(erased) AND NOT contains(receiptIds, :id)`;
/** The invocation that sends has recorded its result, or died. */
const HAS_RESULT = '(#status <> :sending OR claimedAt <= :diedBefore)';

const resultBy = (now: Date) => ({ ':sending': 'sending', ':diedBefore': diedBefore(now) });

type At = { now: Date };

const kept = (receipt: DeliveryReceipt) => ({
  ':none': [],
  ':receipts': [receipt],
  ':ids': new Set([receipt.id]),
  ':id': receipt.id,
});

/**
 * Keeps a receipt with its attempt, once, and moves the attempt's status if the receipt says something newer or truer.
 * `early`: the send has no result yet, so nothing was kept; the result would else be refused.
 */
export async function applyReceipt(
  of: SlotRef & At,
  message: OfMessage,
  receipt: DeliveryReceipt,
): Promise<'moved' | 'kept' | 'repeated' | 'early'> {
  const key = { TableName: table.name, Key: attemptKey(of.ref, of.slot) };
  if (movableTo(receipt.status, message.channel).length > 0) {
    const { update, condition, names, values } = moving(message, receipt, receipt.status);
    const move = new UpdateCommand({
      ...key,
      UpdateExpression: `SET ${update}, ${CHANNEL}, ${KEEP} ${MARK}`,
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...values,
        ...kept(receipt),
        ...resultBy(of.now),
        ':channel': message.channel,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const refusedBy = await moved(move);
    if (refusedBy === undefined) return 'moved';
    // Judged by the item that refused it: the result may be written before the next request.
    if (refusedBy.status === 'sending' && (refusedBy.claimedAt ?? '') > diedBefore(of.now)) return 'early';
  }
  const keepOnly = new UpdateCommand({
    ...key,
    UpdateExpression: `SET ${KEEP} ${MARK}`,
    ConditionExpression: FRESH,
    ExpressionAttributeValues: kept(receipt),
  });
  return (await writeIf(keepOnly)) ? 'kept' : 'repeated';
}

const refusing = object<{ status?: string; claimedAt?: string }>({
  status: optional(text),
  claimedAt: optional(instant),
});

/** Undefined when it was written; else what the condition met. @throws any other error than that of the condition */
async function moved(move: UpdateCommand): Promise<{ status?: string; claimedAt?: string } | undefined> {
  try {
    await send(move);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return readItem(unmarshall(error.Item ?? {}), refusing);
  }
}

/**
 * A message that was accepted has failed for good: its slot waits for another channel, together with the collection's
 * run for it. False if the slot cannot be offered again: it was already, a later slot is claimed, or nothing is owed.
 */
export async function failOver(of: SlotRef, message: OfMessage, receipt: DeliveryReceipt, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const { update, condition, names, values } = moving(message, receipt, 'deferred');
  const attempt = {
    TableName: table.name,
    Key: attemptKey(of.ref, of.slot),
    UpdateExpression: `SET ${update}, retryAt = :at, channel = :channel, messageId = :messageId, ${KEEP} ${MARK}`,
    ConditionExpression: `${condition} AND attribute_not_exists(earlier)`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ...kept(receipt),
      ...resultBy(now),
      ':at': at,
      ':channel': message.channel,
    },
  };
  try {
    await send(
      new TransactWriteCommand({ TransactItems: [{ Update: retryUpdate(of, at, now) }, { Update: attempt }] }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (!error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
    return false;
  }
}

/** Only for the attempt's own last message: the slot's earlier one cannot be delivered any more in a way that counts. */
function moving(
  { channel, messageId }: OfMessage,
  { status, at, detail }: DeliveryReceipt,
  to: ReceiptStatus | 'deferred',
) {
  const movable = statusIn(movableTo(status, channel));
  const isOwn = '(attribute_not_exists(messageId) OR messageId = :messageId)';
  return {
    update: `#status = :status, #at.#reached = :reached${status === 'failed' ? ', #reason = :reason' : ''}`,
    condition: `${FRESH} AND ${HAS_RESULT} AND ${isOwn} AND ${movable.text}`,
    names: {
      ...movable.names,
      '#at': 'at',
      '#reached': status,
      ...(status === 'failed' && { '#reason': 'reason' }),
    },
    values: {
      ...movable.values,
      ':status': to,
      ':reached': at,
      ':messageId': messageId,
      ...(status === 'failed' && { ':reason': detail }),
    },
  };
}
