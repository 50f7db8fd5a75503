/** Delivery receipts, from EventBridge or, for WhatsApp, from SNS: stored with their attempts, which they may move on. */

import type { InboundEvent } from '#lib/channels/adapter.ts';
import { type Channels, channels } from '#lib/channels/channels.ts';
import { clock } from '#lib/clock.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { ParsedReceipt } from '#lib/domain/message/receipt.ts';
import { log, logCounted } from '#lib/log.ts';
import { applyReceipt, failOver } from '#lib/store/attempt/receipts.ts';
import { findTaggedMessage, isErasedAttempt } from '#lib/store/attempt/results.ts';
import { findMessage, keepMessageAlias } from '#lib/store/message/messages.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { type ReceiptPorts, recordReceipt } from '#lib/use-cases/record-receipt.ts';

const live: ReceiptPorts & Pick<Channels, 'readReceipts'> = {
  clock,
  readReceipts: channels.readReceipts,
  ...storeOf(table, {
    findMessage,
    findTaggedMessage,
    isErasedAttempt,
    keepMessageAlias,
    rememberFailure,
    changePerson,
    failOver,
    applyReceipt,
  }),
};

export const recordReceipts =
  (deps: typeof live) =>
  async (event: InboundEvent): Promise<void> => {
    for (const received of await deps.readReceipts(event)) await record(deps, received);
  };

/** @throws for a message that is not recorded yet: Lambda retries, then sends the event to the dead-letter queue. */
async function record(deps: typeof live, received: ParsedReceipt): Promise<void> {
  const { channel, receipt, failure } = received;
  const recorded = await recordReceipt(deps, received);
  if (recorded.outcome === 'unknown') {
    log('WARN', 'receipt_unknown', { channel, receipt: receipt.id });
    throw new Error('a receipt for a message that is not recorded');
  }
  if (recorded.outcome === 'repeated' || recorded.outcome === 'erased') return;
  const { outcome, ref } = recorded;
  const about = { account: ref.account, collection: collectionId(ref), channel };
  const reason = receipt.detail;
  if (failure === 'channel_fault') logCounted('ERROR', 'channel_fault', { channel, reason });
  if (failure === 'complaint') logCounted('WARN', 'contact_complained', about);
  if (outcome === 'failed_over') logCounted('INFO', 'followup_failed_over', { ...about, reason });
  if (outcome === 'kept') return;
  logCounted('INFO', `followup_${receipt.status}`, { ...about, ...(receipt.status === 'failed' && { reason }) });
}

export const handler = recordReceipts(live);
