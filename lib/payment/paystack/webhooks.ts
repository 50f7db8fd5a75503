/** Reads which transaction a Paystack webhook is about. */
import type { Lookup, WebhookEvent } from '#lib/payment/port.ts';
import { idOf, isText, readObject, valueAt } from '#lib/payment/read-answer.ts';

export function readEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const type = valueAt(event, 'event');
  const lookup = isText(type) ? lookupOf(type, valueAt(event, 'data')) : undefined;
  return lookup === undefined ? { kind: 'other' } : { kind: 'movement', lookup };
}

function lookupOf(type: string, data: unknown): Lookup | undefined {
  if (type === 'charge.success') return named(valueAt(data, 'reference'));
  if (type.startsWith('refund.')) {
    // The documents have the first; the second is inferred from other events.
    const lookup = named(valueAt(data, 'transaction_reference') ?? valueAt(data, 'transaction', 'reference'));
    return lookup && { ...lookup, about: 'refunds' };
  }
  if (type.startsWith('charge.dispute.')) {
    const lookup = named(valueAt(data, 'transaction', 'reference'));
    const object = idOf(valueAt(data, 'id'));
    return lookup && { ...lookup, about: 'disputes', ...(object !== undefined && { object }) };
  }
  if (type !== 'bank.transfer.rejected') return undefined;
  const transaction = idOf(valueAt(data, 'bank_transfer', 'transaction_id'));
  return transaction === undefined ? undefined : { transaction, about: 'rejection' };
}

const named = (reference: unknown): Lookup | undefined => (isText(reference) ? { reference } : undefined);
