/** Reads the receipts of SMS: https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-types.html. */
import type { InboundEvent } from '#lib/channels/adapter.ts';
import { bridgeReceipts } from '#lib/channels/bridge-receipt.ts';
import type { FailureKind } from '#lib/domain/message/outgoing.ts';
import type { ParsedReceipt, ReceiptMeaning } from '#lib/domain/message/receipt.ts';

const FAILURES: Readonly<Record<string, FailureKind>> = {
  TEXT_INVALID: 'invalid_number',
  TEXT_INVALID_MESSAGE: 'rejected',
  TEXT_PROTECT_BLOCKED: 'rejected',
  TEXT_BLOCKED: 'blocked',
  TEXT_CARRIER_BLOCKED: 'blocked',
  TEXT_SPAM: 'blocked',
  TEXT_TTL_EXPIRED: 'undelivered',
  TEXT_UNREACHABLE: 'undelivered',
  TEXT_CARRIER_UNREACHABLE: 'undelivered',
};

type Detail = {
  messageId?: unknown;
  eventType?: unknown;
  context?: Record<string, unknown>;
  isFinal?: unknown;
  destinationPhoneNumber?: unknown;
};

/** AWS repeats a message's tags. With other tags, another application in the AWS account sent the message. */
export function readSmsReceipts(event: InboundEvent): ParsedReceipt[] {
  if ('Records' in event || event.source !== 'aws.sms-voice') return [];
  const { messageId, eventType, context: tags, isFinal, destinationPhoneNumber: address } = event.detail as Detail;
  if (tags !== undefined && tags['collectionId'] === undefined) return [];
  const word = String(eventType);
  return bridgeReceipts(event, { channel: 'sms', messageId, word, meaning: smsMeaning(word, isFinal), tags, address });
}

/** A phone that is off may still get the message, until the event says that it is the last one. */
function smsMeaning(eventType: string, isFinal: unknown): ReceiptMeaning {
  if (eventType === 'TEXT_DELIVERED') return { status: 'delivered' };
  if (eventType === 'TEXT_UNKNOWN') return { status: 'noted', failure: 'transient' };
  const failure = Object.hasOwn(FAILURES, eventType) ? FAILURES[eventType] : undefined;
  if (failure === undefined) return undefined;
  const mayArrive = failure === 'undelivered' && isFinal === false;
  return mayArrive ? { status: 'noted', failure: 'transient' } : { status: 'failed', failure };
}
