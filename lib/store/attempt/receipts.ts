/** Receipts of messages: each is kept with its attempt once, and may move the attempt's status. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { diedBefore, movableTo, type ReceiptStatus, unknownFrom } from '#lib/domain/attempt.ts';
import type { DeliveryReceipt, OfMessage } from '#lib/domain/message/outgoing.ts';
import { attemptKey } from '#lib/store/collection/keys.ts';
import type { SlotRef } from '#lib/store/message/messages.ts';
import { fields, instant, optional, text } from '#lib/store/table/checks.ts';
import {
  all,
  any,
  contains,
  differs,
  equals,
  ITEM_EXISTS,
  isOneOf,
  not,
  notExists,
} from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { appendToAny, atFirst, SHOW_REFUSING, update, updateIf } from '#lib/store/table/requests.ts';
import { isRefused, type Table } from '#lib/store/table/table.ts';
import { retryUpdate } from './retries.ts';

/** What keeps a receipt with its attempt, once. What was erased keeps nothing of one: it may carry the person's phone. */
const newReceipt = (receipt: DeliveryReceipt) => ({
  set: { receipts: appendToAny([receipt]) },
  add: { receiptIds: new Set([receipt.id]) },
  when: all(ITEM_EXISTS, notExists('erased'), not(contains('receiptIds', receipt.id))),
});

/**
 * Keeps a receipt with its attempt, once, and moves the attempt's status if the receipt says something newer or truer.
 * `early`: the send has no result yet, so nothing was kept; the result would else be refused. `revived`: moved, and before
 * that the message had failed.
 */
export async function applyReceipt(
  table: Table,
  { ref, slot, now }: SlotRef & { now: Date },
  message: OfMessage,
  receipt: DeliveryReceipt,
): Promise<'moved' | 'revived' | 'kept' | 'repeated' | 'early'> {
  const key = attemptKey(ref, slot);
  if (movableTo(receipt.status, message.channel).length > 0) {
    let hadFailed = false;
    const outcome = await saveMove(now, async (silent) => {
      const { set, add, when } = moveOf(message, receipt, { to: receipt.status, silent });
      // Of a message whose sender died before it recorded a result, the receipt is the first to tell the channel.
      const write = update(table, { key, set: { ...set, channel: atFirst(message.channel) }, add, when });
      const { Attributes } = await table.send(
        new UpdateCommand({ ...write, ...SHOW_REFUSING, ReturnValues: 'ALL_OLD' }),
      );
      hadFailed = receipt.status !== 'failed' && Attributes?.['at']?.failed !== undefined;
    });
    if (outcome === 'moved' && hadFailed) return 'revived';
    if (outcome !== 'refused') return outcome;
  }
  return (await updateIf(table, { key, ...newReceipt(receipt) })) ? 'kept' : 'repeated';
}

/**
 * A message that was accepted has failed for good: its slot waits for another channel, together with the collection's
 * run for it. False if the slot cannot be offered again: it was already, a later slot is claimed, or nothing is owed.
 */
export async function failOver(
  table: Table,
  slotRef: SlotRef,
  message: OfMessage,
  receipt: DeliveryReceipt,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const outcome = await saveMove(now, async (silent) => {
    const { set, add, when } = moveOf(message, receipt, { to: 'deferred', silent });
    const attempt = update(table, {
      key: attemptKey(slotRef.ref, slotRef.slot),
      set: { ...set, retryAt: at, channel: message.channel, messageId: message.messageId },
      add,
      when: all(when, notExists('earlier')),
    });
    const writes = [{ Update: retryUpdate(table, slotRef, at, now) }, { Update: { ...attempt, ...SHOW_REFUSING } }];
    await table.send(new TransactWriteCommand({ TransactItems: writes }));
  });
  return outcome === 'moved';
}

/** An attempt whose sender died before it recorded a result. */
type SilentAttempt = { claimedAt: string };

const refusingAttempt = fields({
  status: optional(text),
  claimedAt: optional(instant),
});

/**
 * `write` is called again where the attempt is found without the result of a sender that died: that its outcome was
 * unknown is then recorded with the receipt, because it was shown. What refused a write is what it is judged by: the
 * result, or another receipt, may be written before the next request. `early`: the sender may still record its result.
 */
async function saveMove(
  now: Date,
  write: (silent: SilentAttempt | undefined) => Promise<void>,
): Promise<'moved' | 'refused' | 'early'> {
  let silent: SilentAttempt | undefined;
  for (;;) {
    const refusal = await refusalOf(write(silent));
    if (refusal === undefined) return 'moved';
    const { status, claimedAt = '' } = refusal;
    // There is no such attempt, or its collection refused.
    if (status === undefined) return 'refused';
    const isSilent = status === 'sending';
    if (isSilent && claimedAt > diedBefore(now)) return 'early';
    if (silent?.claimedAt === (isSilent ? claimedAt : undefined)) return 'refused';
    silent = isSilent ? { claimedAt } : undefined;
  }
}

/** Undefined when it was written; else what the attempt was. @throws any other error than that of a condition */
async function refusalOf(written: Promise<void>): Promise<{ status?: string; claimedAt?: string } | undefined> {
  try {
    await written;
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException)
      return readItem(unmarshall(error.Item ?? {}), refusingAttempt);
    if (!isRefused(error)) throw error;
    return readItem(unmarshall(error.CancellationReasons?.at(-1)?.Item ?? {}), refusingAttempt);
  }
}

type Move = { to: ReceiptStatus | 'deferred'; silent: SilentAttempt | undefined };

/** Only for the attempt's own last message: the slot's earlier one cannot be delivered any more in a way that counts. */
function moveOf({ channel, messageId }: OfMessage, receipt: DeliveryReceipt, { to, silent }: Move) {
  const { status, at, detail } = receipt;
  const { set, add, when } = newReceipt(receipt);
  return {
    set: {
      status: to,
      [`at.${status}`]: at,
      reason: status === 'failed' ? detail : undefined,
      'at.unknown': silent && unknownFrom(silent.claimedAt),
      ...set,
    },
    add,
    when: all(
      when,
      silent ? all(equals('status', 'sending'), equals('claimedAt', silent.claimedAt)) : differs('status', 'sending'),
      any(notExists('messageId'), equals('messageId', messageId)),
      isOneOf('status', movableTo(status, channel)),
    ),
  };
}
