/** Delivery receipts, from EventBridge or, for WhatsApp, from SNS: stored with their attempts, which they may move on. */
import type { InboundEvent } from '#lib/channels/adapter.ts';
import { channelsFrom } from '#lib/channels/channels.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { ParsedReceipt } from '#lib/domain/message/outgoing.ts';
import { service } from '#lib/service.ts';
import { findTaggedMessage, isErasedAttempt, wasDelivered } from '#lib/store/attempt/attempts.ts';
import { applyReceipt, failOver } from '#lib/store/attempt/receipts.ts';
import { getCollection, recordEvent } from '#lib/store/collection/collections.ts';
import { findMessage, keepMessageAlias } from '#lib/store/message/messages.ts';
import { forgetUnreachable, rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { recordReceipt as recordInTable } from '#lib/use-cases/record-receipt.ts';

const messages = { findMessage, findTaggedMessage, isErasedAttempt, keepMessageAlias, wasDelivered };
const effects = { rememberFailure, forgetUnreachable, changePerson, failOver, applyReceipt };
const collections = { getCollection, recordEvent };

const needs = {
  ...service,
  ...channelsFrom(service.settings, service),
  ...storeOf(table, { ...messages, ...effects, ...collections }),
};

export const recordReceipt =
  (deps: typeof needs) =>
  async (event: InboundEvent): Promise<void> => {
    for (const received of await deps.readReceipts(event)) await record(deps, received);
  };

/** @throws for a message that is not recorded yet: Lambda retries, then sends the event to the dead-letter queue. */
async function record(deps: typeof needs, received: ParsedReceipt): Promise<void> {
  const { channel, receipt, failure, stage } = received;
  if (stage !== undefined && stage !== deps.settings.stage) return;
  const recorded = await recordInTable(deps, received);
  if (recorded.outcome === 'unknown') {
    deps.log.write('WARN', 'receipt_unknown', { channel, receipt: receipt.id });
    // A message of ours names its stage there; those of the version before did not, and are found if they are this stage's.
    if (received.isOfAwsAccount && stage === undefined) return;
    throw new Error('a receipt for a message that is not recorded');
  }
  if (recorded.outcome === 'repeated' || recorded.outcome === 'erased') return;
  const { outcome, ref } = recorded;
  const about = { account: ref.account, collection: collectionId(ref), channel };
  const reason = receipt.detail;
  if (failure === 'channel_fault') deps.log.count('ERROR', 'channel_fault', { channel, reason });
  if (failure === 'complaint') deps.log.count('WARN', 'contact_complained', about);
  if (outcome === 'failed_over') deps.log.count('INFO', 'followup_failed_over', { ...about, reason });
  if (outcome === 'kept') return;
  deps.log.count('INFO', `followup_${receipt.status}`, { ...about, ...(receipt.status === 'failed' && { reason }) });
}

export const handler = recordReceipt(needs);
