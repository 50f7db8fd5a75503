/** Builds the view of a payment page from a collection, its ledger, and the account with its providers. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { Moment } from '#lib/pages/payment/open-body.ts';
import { paymentPage } from '#lib/pages/payment/payment-page.ts';
import { type PaymentView, viewPayment } from '#lib/pages/payment/payment-view.ts';
import { languageLinks } from '#lib/pages/short-pages.ts';
import { aCollection, aContact, anAccountWith, minutesLater } from '#test/support/a-collection.ts';
import { sumOf } from './an-entry.ts';

export type Given = {
  collection?: Partial<Collection>;
  entries?: LedgerEntry[];
  merchant?: string;
  account?: Partial<Account>;
  providers?: string[];
  /** Whether the providers are enabled. */
  enabled?: boolean;
  minutes?: number;
  /** The method that the link or the click asks for. */
  first?: string;
  /** Whether it offers to say something other than paying. */
  hasAnswers?: boolean;
};

/** By default: NGN 45,000.00 for Shop, payable through Paystack, five minutes after creation. */
export function aView({
  collection = {},
  entries = [],
  merchant = 'Shop',
  account: more = {},
  providers = ['paystack'],
  enabled = true,
  minutes = 5,
  first,
  hasAnswers = false,
}: Given = {}): PaymentView {
  const named = providers.map((slug) => ({ slug, enabled, name: slug === 'paystack' ? 'Paystack' : slug }));
  const [defaultProvider] = providers;
  const account = anAccountWith(named, { name: merchant, ...(defaultProvider && { defaultProvider }), ...more });
  const shown = aCollection({ account: account.id, received: sumOf(entries), ...collection });
  const phone = phoneOf(shown.contact, account);
  const view = viewPayment({ account, collection: shown, phone, entries }, minutesLater(minutes), first);
  return hasAnswers ? view : { ...view, answers: undefined };
}

/** Without the links to other languages, which `language-links.test.ts` judges. */
export function page(given: Given = {}, moment: Moment = { kind: 'asked' }): string {
  const view = aView(given);
  return paymentPage(view, moment).replace(languageLinks(view.language), '');
}

/** A collection whose payer reads French. */
export const IN_FRENCH: Partial<Collection> = {
  contact: aContact({ phone: '+221771234567' }),
  amount: { minor: 4_500_000, currency: 'NGN' },
};

/** The visible text, line by line. */
export const read = (html: string): string[] =>
  html
    .replace(/<title>.*?<\/title>|<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&#39;', "'")
    .split('\n')
    .filter((line) => line.trim() !== '');
