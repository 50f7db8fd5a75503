/** Selects what the payment page shows of a collection, without the email address of the payer, and of the phone number only its end. */
import { type Support, supportOf } from '#lib/domain/account.ts';
import { type Brand, brandOf } from '#lib/domain/brand.ts';
import { asSeenAt, type CollectionContext } from '#lib/domain/collection.ts';
import { cleanText, cutText } from '#lib/domain/message/clean-text.ts';
import { descriptionOf } from '#lib/domain/message/description.ts';
import { creditsOf, type Money, outstandingOf, receivedOf } from '#lib/domain/money.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { type CheckoutProvider, checkoutProvider } from '#lib/domain/payment/order.ts';
import { type Parts, partsOf } from '#lib/domain/payment/part.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { whereaboutsOf } from '#lib/domain/person/policy.ts';
import { zonesOf } from '#lib/domain/phone.ts';
import { daysPast } from '#lib/domain/time/due-day.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { type Language, type PageReader, pageLanguage } from '#lib/words/languages.ts';
import { type AnswersView, viewAnswers } from './answers.ts';
import { amountText, merchantName, type Term } from './elements.ts';
import { type GoneBack, goneBack, type ShownEntry, shownEntries } from './shown-entry.ts';
import { type Way, waysToPay } from './ways.ts';

export type PaymentView = {
  language: Language;
  merchant: string;
  support: Support;
  brand: Brand;
  /** What the payment is for; undefined when the collection does not say it. */
  about: string | undefined;
  reference: string;
  invoice: string | undefined;
  /** Each tax in the amount, with its rate; none once another amount is asked. */
  taxes: readonly Term[];
  state: 'open' | Exclude<Status, 'pending' | 'overdue'>;
  isOverdue: boolean;
  /** The due day, if there is one, and how many days it has passed. */
  due: { day: number; passed: number } | undefined;
  amount: Money;
  received: Money;
  /** What the merchant has credited. */
  credited: Money;
  outstanding: Money;
  entries: readonly ShownEntry[];
  goneBack: GoneBack;
  expiresAt: string;
  /** When it is seen. */
  now: Date;
  /** The time zones in which the contact may be. */
  zones: readonly string[];
  /** Undefined when no provider takes the payment on its own page. */
  provider: CheckoutProvider | undefined;
  /** The last digits of the payer's phone; undefined if nothing can reach it. */
  phoneEnd: string | undefined;
  /** Empty in a final state. */
  ways: readonly Way[];
  /** Undefined where all that is left is paid, by the provider's page or not at all. */
  parts: Parts | undefined;
  /** Undefined in a final state. */
  answers: AnswersView | undefined;
};

/** `phone` decides the page's time zones, and its language unless the reader does. */
export type PaymentSubject = CollectionContext & {
  entries: readonly LedgerEntry[];
  reader?: PageReader;
};

const SHOWN_DIGITS = 3;

const MAX_LENGTH = { invoice: 64, tax: 40, about: 200, provider: 40 };

const line = (text: string, max: number): string => cutText(cleanText(text), max, '…');

/** `first` is the method of the way to pay that comes first, where the link or a click asked for one. */
export function viewPayment(subject: PaymentSubject, now: Date, first?: string): PaymentView {
  const { account, collection, entries, phone, reader = {} } = subject;
  const { amount, reference, number, metadata, dueDay, expiresAt } = collection;
  const due =
    dueDay === undefined ? undefined : { day: dueDay, passed: daysPast(dueDay, account.country, now.getTime()) };
  const language = pageLanguage(reader, phone.country, account.language);
  const outstanding = outstandingOf(collection);
  const { status } = asSeenAt(collection, now);
  const isOpen = status === 'pending' || status === 'overdue';
  const provider = checkoutProvider(account, collection);
  return {
    language,
    merchant: merchantName(account.name, language),
    support: supportOf(account),
    brand: brandOf(account),
    about: line(descriptionOf(metadata) ?? '', MAX_LENGTH.about) || undefined,
    reference,
    invoice: number === undefined ? undefined : line(number, MAX_LENGTH.invoice),
    taxes: taxesOf(collection, language),
    state: isOpen ? 'open' : status,
    isOverdue: due === undefined ? status === 'overdue' : due.passed > 0,
    due,
    amount,
    received: receivedOf(collection),
    credited: creditsOf(collection),
    outstanding,
    entries: shownEntries(entries, collection),
    goneBack: goneBack(entries, amount.currency),
    expiresAt,
    now,
    zones: zonesOf(whereaboutsOf({ phone, account })),
    provider: provider && { ...provider, name: line(provider.name, MAX_LENGTH.provider) || provider.kind },
    phoneEnd: phone.reachable ? phone.lookup.slice(-SHOWN_DIGITS) : undefined,
    answers: isOpen ? viewAnswers(collection, account, now) : undefined,
    parts: isOpen && provider !== undefined ? partsOf(account, outstanding) : undefined,
    ways: isOpen ? waysToPay(collection, { provider, outstanding, first }, now) : [],
  };
}

function taxesOf({ tax = [], amountChanges }: PaymentSubject['collection'], language: Language): Term[] {
  if (amountChanges !== undefined) return [];
  const rates = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  return tax.map(({ name, rate, amount }) => [
    `${line(name, MAX_LENGTH.tax)} ${rates.format(rate)} %`,
    amountText(amount, language),
  ]);
}

/** The subject with an option that was opened just now, for what is outstanding, in place of the old one. */
export function withOption(subject: PaymentSubject, option: ProviderOption): PaymentSubject {
  const { collection } = subject;
  const others = collection.options.filter(({ method }) => method !== option.method);
  const opened = option.method === 'card' ? option : { ...option, asked: outstandingOf(collection) };
  return { ...subject, collection: { ...collection, options: [...others, opened] } };
}
