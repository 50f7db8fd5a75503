/** What SMS receipts mean: https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-types.html. */
import type { FailureKind } from '#lib/domain/message/failure.ts';
import type { ReceiptMeaning } from '#lib/domain/message/receipt.ts';

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

/** A phone that is off may still get the message, until the event says that it is the last one. */
export function smsMeaning(eventType: string, isFinal: unknown): ReceiptMeaning {
  if (eventType === 'TEXT_DELIVERED') return { status: 'delivered' };
  if (eventType === 'TEXT_UNKNOWN') return { status: 'noted', failure: 'transient' };
  const failure = Object.hasOwn(FAILURES, eventType) ? FAILURES[eventType] : undefined;
  if (failure === undefined) return undefined;
  const mayArrive = failure === 'undelivered' && isFinal === false;
  return mayArrive ? { status: 'noted', failure: 'transient' } : { status: 'failed', failure };
}
