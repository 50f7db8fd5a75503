/** Payments: money that a provider has confirmed. */
import { eventId } from '#lib/domain/ids.ts';
import type { Money } from '#lib/domain/money.ts';

export type ProviderPayment = {
  /** The provider's own id: always the same for the same payment. */
  transaction: string;
  /** Our reference, under which the session was opened. */
  reference: string;
  amount: Money;
  paidAt: string;
};

/** `payment.unexpected`: the collection is cancelled, or asks for another currency. */
export type PaymentEventType = 'payment.received' | 'payment.unexpected';

/** A payment on record. `event` is absent until its collection is found. */
export type Payment = ProviderPayment & {
  /** The provider's id. */
  provider: string;
  recordedAt: string;
  event?: PaymentEventType;
};

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

export function paymentEvents({ provider, transaction, event, recordedAt }: Payment) {
  if (event === undefined) return [];
  return [{ id: eventId(`${provider}#${transaction}`, event), type: event, timestamp: recordedAt }];
}
