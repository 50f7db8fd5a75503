/** A delivery receipt from EventBridge: keeps it with the attempt it is about, whose status it may move on. */
import { log, logCounted } from '#lib/log.ts';
import { type ReceiptEvent, readReceipt } from '#lib/message/read-receipt.ts';
import { applyReceipt, findMessage } from '#lib/store/attempt-results.ts';

const live = { findMessage, applyReceipt };

export const recordReceipt =
  (deps: typeof live) =>
  async (event: ReceiptEvent): Promise<void> => {
    const read = readReceipt(event);
    if (read === undefined) return;
    const slot = await deps.findMessage(read.channel, read.messageId);
    if (slot === undefined) {
      // It may have come before our own record of the send: Lambda tries again, and after that it is kept apart.
      log('WARN', 'receipt_unknown', { channel: read.channel, receipt: event.id });
      throw new Error('a receipt for a message that is not recorded');
    }
    const outcome = await deps.applyReceipt(slot, read.receipt);
    if (outcome === 'moved') logCounted('INFO', `followup_${read.receipt.status}`, { channel: read.channel });
  };

export const handler = recordReceipt(live);
