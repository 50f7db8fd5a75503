/** A delivery receipt from EventBridge: stores it with its attempt, and may update the attempt's status. */
import { clock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { log, logCounted } from '#lib/log.ts';
import { type ParsedReceipt, type ReceiptEvent, readReceipt } from '#lib/message/read-receipt.ts';
import { applyReceipt, findMessage, isUnknownAttempt, type SlotRef } from '#lib/store/attempt-results.ts';

const live = { clock, findMessage, isUnknownAttempt, applyReceipt };

export const recordReceipt =
  (deps: typeof live) =>
  async (event: ReceiptEvent): Promise<void> => {
    const read = readReceipt(event);
    if (read === undefined) return;
    const slot = (await deps.findMessage(read.channel, read.messageId)) ?? (await findUnknown(deps, read));
    if (slot === undefined) {
      // The receipt may be faster than our record of the send. Lambda retries, then sends it to the dead-letter queue.
      log('WARN', 'receipt_unknown', { channel: read.channel, receipt: event.id });
      throw new Error('a receipt for a message that is not recorded');
    }
    const outcome = await deps.applyReceipt(slot, read.receipt);
    if (outcome === 'moved') logCounted('INFO', `followup_${read.receipt.status}`, { channel: read.channel });
  };

/** If the send had no answer, no message id was recorded; the message's tags still name the attempt. */
async function findUnknown(deps: typeof live, { attempt }: ParsedReceipt): Promise<SlotRef | undefined> {
  const ref = parseCollectionId(attempt?.collectionId ?? '');
  if (ref === undefined || attempt === undefined) return undefined;
  const slot = { ref, slot: attempt.slot };
  return (await deps.isUnknownAttempt(slot, deps.clock.now())) ? slot : undefined;
}

export const handler = recordReceipt(live);
