/** Reads which transaction a Monnify webhook is about. */
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import type { Lookup, WebhookEvent } from '#lib/payment/port.ts';
import { maybeTextAt, readObject, valueAt } from '#lib/payment/read-answer.ts';

export function readEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const lookup = lookupOf(valueAt(event, 'eventType'), valueAt(event, 'eventData'));
  return lookup === undefined ? { kind: 'other' } : { kind: 'movement', lookup };
}

function lookupOf(type: unknown, data: unknown): Lookup | undefined {
  const transaction = maybeTextAt(data, 'transactionReference');
  if (transaction === undefined) return undefined;
  const reference = referenceOf(data);
  const lookup: Lookup = { transaction, ...(reference !== undefined && { reference }) };
  switch (type) {
    case 'SUCCESSFUL_TRANSACTION':
      return lookup;
    case 'REJECTED_PAYMENT':
      return { ...lookup, about: 'rejection' };
    case 'SUCCESSFUL_REFUND':
    case 'FAILED_REFUND': {
      const object = maybeTextAt(data, 'refundReference');
      return { transaction, about: 'refunds', ...(object !== undefined && { object }) };
    }
    default:
      return undefined;
  }
}

/** The payment of an invoice has Monnify's own `paymentReference`; the invoice's reference is in `product`. */
function referenceOf(data: unknown): string | undefined {
  const payment = maybeTextAt(data, 'paymentReference');
  const product = maybeTextAt(data, 'product', 'reference');
  const isProduct = valueAt(data, 'product', 'type') === 'INVOICE' || isOurs(product);
  return isProduct && !isOurs(payment) ? (product ?? payment) : payment;
}

const isOurs = (reference: string | undefined): boolean =>
  reference !== undefined && parseProviderReference(reference) !== undefined;
