/** Selects what the payment page shows of a collection, without the phone number and email address of the payer. */
import { asSeenAt, type CollectionContext } from '#lib/domain/collection.ts';
import { zonesOf } from '#lib/domain/follow-up/time-zones.ts';
import { cleanText, cutText } from '#lib/domain/message/clean-text.ts';
import { catalogueOf, type Language, languageFor } from '#lib/domain/message/languages.ts';
import { descriptionOf } from '#lib/domain/message/values.ts';
import type { Money } from '#lib/domain/money.ts';
import { paidMinor } from '#lib/domain/payment/apply-payment.ts';
import { type CheckoutProvider, checkoutProvider } from '#lib/domain/payment/checkout.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { type ShownOption, shownOptions } from './shown-option.ts';

export type PaymentView = {
  language: Language;
  merchant: string;
  /** What the payment is for; undefined when the collection does not say it. */
  about: string | undefined;
  reference: string;
  state: 'open' | Exclude<Status, 'pending' | 'overdue'>;
  isOverdue: boolean;
  amount: Money;
  paid: Money;
  remaining: Money;
  expiresAt: string;
  /** The time zones in which the contact may be. */
  zones: readonly string[];
  /** Undefined when no provider takes the payment on its own page. */
  provider: CheckoutProvider | undefined;
  options: readonly ShownOption[];
};

/** `phone` decides the page's language and time zones. */
export type PaymentSubject = CollectionContext & { payments: readonly Payment[] };

const MAX_LENGTH = { merchant: 100, about: 200, provider: 40 };

const line = (text: string, max: number): string => cutText(cleanText(text), max, '…');

export function viewPayment({ account, collection, payments, phone }: PaymentSubject, now: Date): PaymentView {
  const { amount, reference, metadata, expiresAt } = collection;
  const language = languageFor(phone.country);
  const paid = paidMinor(collection, payments);
  const { status } = asSeenAt(collection, now);
  const provider = checkoutProvider(account, collection);
  return {
    language,
    merchant: line(account.name, MAX_LENGTH.merchant) || catalogueOf(language).fallback.merchant,
    about: line(descriptionOf(metadata) ?? '', MAX_LENGTH.about) || undefined,
    reference,
    state: status === 'pending' || status === 'overdue' ? 'open' : status,
    isOverdue: status === 'overdue',
    amount,
    paid: { ...amount, minor: paid },
    remaining: { ...amount, minor: Math.max(0, amount.minor - paid) },
    expiresAt,
    zones: zonesOf(phone.country ?? account.country),
    provider: provider && { ...provider, name: line(provider.name, MAX_LENGTH.provider) || provider.kind },
    options: shownOptions(collection, now),
  };
}
