/** Payments: money that a provider has confirmed to us. */
import { eventId } from '#lib/domain/ids.ts';
import type { Money } from '#lib/domain/money.ts';

/** What a provider says of one payment. */
export type ProviderPayment = {
  /** The provider's own id of it: the same payment always has the same. */
  transaction: string;
  /** Ours, under which the session was opened. */
  reference: string;
  amount: Money;
  /** The provider's clock. */
  paidAt: string;
};

/** `payment.unexpected` is money that the collection does not call for: it has been cancelled, or asks for another currency. */
export type PaymentEventType = 'payment.received' | 'payment.unexpected';

/** A payment on record; without an event as long as its collection has not been found. */
export type Payment = ProviderPayment & {
  /** The provider's id. */
  provider: string;
  recordedAt: string;
  event?: PaymentEventType;
};

/** What a provider has confirmed under a reference of ours, as it goes on record; what it says of others does not count. */
export const confirmedUnder = (
  reference: string,
  payments: readonly ProviderPayment[],
  { provider, now }: { provider: string; now: Date },
): Payment[] =>
  payments
    .filter((payment) => payment.reference === reference)
    .map((payment) => ({ ...payment, provider, recordedAt: now.toISOString() }));

export const isSamePayment = (a: Payment, b: Payment): boolean =>
  a.provider === b.provider && a.transaction === b.transaction;

/** What a collection's history shows of a payment. */
export function paymentEvents({ provider, transaction, event, recordedAt }: Payment) {
  if (event === undefined) return [];
  return [{ id: eventId(`${provider}#${transaction}`, event), type: event, timestamp: recordedAt }];
}
