/** Builds the view of a payment page from a collection, its payments, and the account with its providers. */
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type PaymentView, viewPayment } from '#lib/pages/payment/payment-view.ts';
import { aCollection, anAccountWith, minutesLater } from '#test/support/a-collection.ts';
import { aPayment } from '#test/support/a-payment.ts';

/** A received payment of this many minor units, in NGN. */
export const received = (minor: number, given: Partial<Payment> = {}): Payment =>
  aPayment({ transaction: `t-${minor}`, amount: { minor, currency: 'NGN' }, event: 'payment.received', ...given });

type Given = {
  collection?: Partial<Collection>;
  payments?: Payment[];
  merchant?: string;
  providers?: string[];
  /** Whether the providers are enabled. */
  enabled?: boolean;
  minutes?: number;
};

/** By default: NGN 45,000.00 for Shop, payable through Paystack, five minutes after creation. */
export function aView({
  collection = {},
  payments = [],
  merchant = 'Shop',
  providers = ['paystack'],
  enabled = true,
  minutes = 5,
}: Given = {}): PaymentView {
  const named = providers.map((slug) => ({ slug, enabled, name: slug === 'paystack' ? 'Paystack' : slug }));
  const [defaultProvider] = providers;
  const account = anAccountWith(named, { name: merchant, ...(defaultProvider && { defaultProvider }) });
  const shown = aCollection({ account: account.id, ...collection });
  const phone = phoneOf(shown.contact, account);
  return viewPayment({ account, collection: shown, phone, payments }, minutesLater(minutes));
}
