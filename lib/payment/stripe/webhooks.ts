/** Reads which payment a Stripe webhook is about. Its shape is that of the endpoint's API version, so we read ids only. */
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import type { Lookup, Webhook, WebhookEvent } from '#lib/payment/port.ts';
import { isText, maybeTextAt, readObject, valueAt } from '#lib/payment/read-answer.ts';
import { isSame, signatureOf } from '#lib/payment/signature.ts';
import { isStripeId } from './api.ts';

/** The maximum difference between a webhook's time and ours. */
const TOLERANCE_SECONDS = 300;

/** The header is `t=…,v1=…,v1=…`, with one signature for each secret while one is being replaced. */
export function isGenuine({ body, headers }: Webhook, secret: string | undefined, now: Date): boolean {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='));
  const sentAt = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(sentAt)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(sentAt)) > TOLERANCE_SECONDS) return false;
  const expected = signatureOf({ algorithm: 'sha256', secret, encoding: 'hex', body: `${sentAt}.${body}` });
  return parts.some(([name, value]) => name === 'v1' && isSame(value, expected));
}

export function readEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const lookup = lookupOf(event);
  if (lookup === undefined) return { kind: 'other' };
  // Of a delayed method, such as a debit or a voucher: https://docs.stripe.com/checkout/fulfillment.
  const hasSequel = valueAt(event, 'type') === 'checkout.session.completed';
  return { kind: 'movement', lookup, ...(hasSequel && { hasSequel }) };
}

type Reader = (object: unknown) => Lookup | undefined;

const PAYMENT_EVENTS: readonly (readonly [string, Reader])[] = [
  ['checkout.session.completed', ofSession],
  ['checkout.session.async_payment_succeeded', ofSession],
  ['checkout.session.async_payment_failed', ofSession],
  ['checkout.session.expired', ofSession],
  ['payment_intent.succeeded', ofIntent],
  ['payment_intent.partially_funded', ofIntent],
  ['invoice.paid', ofInvoice],
];

const REFUND_EVENTS: readonly (readonly [string, Reader])[] = [
  ['refund.created', of('refunds')],
  ['refund.updated', of('refunds')],
  ['refund.failed', of('refunds')],
  ['charge.refunded', ofCharge],
  ['charge.refund.updated', of('refunds')],
];

const DISPUTE_EVENTS: readonly (readonly [string, Reader])[] = [
  ['charge.dispute.created', of('disputes')],
  ['charge.dispute.updated', of('disputes')],
  ['charge.dispute.closed', of('disputes')],
  ['charge.dispute.funds_withdrawn', of('disputes')],
  ['charge.dispute.funds_reinstated', of('disputes')],
];

const READERS: ReadonlyMap<unknown, Reader> = new Map([...PAYMENT_EVENTS, ...REFUND_EVENTS, ...DISPUTE_EVENTS]);

/** An event as a webhook brings it or a list shows it. Undefined if it is about no payment. */
export const lookupOf = (event: unknown): Lookup | undefined =>
  READERS.get(valueAt(event, 'type'))?.(valueAt(event, 'data', 'object'));

function ofSession(session: unknown): Lookup | undefined {
  const key = idIn(session, 'id', 'cs');
  if (key === undefined) return undefined;
  const reference = maybeTextAt(session, 'client_reference_id');
  const link = idIn(session, 'payment_link', 'plink');
  return {
    ...(reference === undefined ? { reference: key } : { reference, key }),
    ...(link !== undefined && { link }),
  };
}

function ofIntent(intent: unknown): Lookup | undefined {
  const id = idIn(intent, 'id', 'pi');
  if (id === undefined) return undefined;
  const reference = maybeTextAt(intent, 'metadata', 'reference');
  const isOurs = reference !== undefined && parseProviderReference(reference) !== undefined;
  return isOurs ? { reference, key: id } : { transaction: id };
}

function ofInvoice(invoice: unknown): Lookup | undefined {
  const reference = idIn(invoice, 'id', 'in');
  return reference === undefined ? undefined : { reference };
}

function ofCharge(charge: unknown): Lookup | undefined {
  const transaction = idIn(charge, 'payment_intent', 'pi');
  return transaction === undefined ? undefined : { transaction, about: 'refunds' };
}

function of(about: 'refunds' | 'disputes'): Reader {
  return (object) => {
    const transaction = idIn(object, 'payment_intent', 'pi');
    if (transaction === undefined) return undefined;
    const id = valueAt(object, 'id');
    return { transaction, about, ...(isText(id) && { object: id }) };
  };
}

function idIn(object: unknown, field: string, prefix: string): string | undefined {
  const id = maybeTextAt(object, field);
  return id !== undefined && isStripeId(id, prefix) ? id : undefined;
}
