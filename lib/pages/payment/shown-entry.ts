/** What the payment page shows of the ledger: each entry, the receipt of a single one, and what has gone back. */
import type { Collection } from '#lib/domain/collection.ts';
import { paymentId } from '#lib/domain/ids.ts';
import { cleanText, cutText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import type { Money } from '#lib/domain/money.ts';
import { entryNameOf } from '#lib/domain/payment/entry-name.ts';
import { byHappening } from '#lib/domain/payment/entry-order.ts';
import { type EntryKind, type LedgerEntry, MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import { receiptNumber } from '#lib/domain/payment/receipt.ts';
import type { Language } from '#lib/words/languages.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { amountText, dateText, section, type Term } from './elements.ts';
import { withoutPhone } from './shown-option.ts';

/** `amount` is not negative; `isMinus` says that it has left the merchant. */
export type ShownEntry = {
  kind: EntryKind;
  amount: Money;
  isMinus: boolean;
  counts: boolean;
  at: string;
  /** A code, such as `card` or `bank_transfer`. */
  method: string | undefined;
  transaction: string | undefined;
  /** As the API has it. */
  id: string;
  /** Names the payment, also in what goes back of it. */
  source: string;
};

const MAX_TRANSACTION = 100;
/** Anything else is not the name of a method, and may be a person's text. */
const METHOD = /^[a-z][a-z _-]{0,29}$/i;

/** Oldest first. `phone` is the payer's, which everyone with the link must not read. */
export const shownEntries = (entries: readonly LedgerEntry[], { id, contact: { phone } }: Collection): ShownEntry[] =>
  entries.toSorted(byHappening).map(({ key, kind, credited, amount, at, method, provider, transaction, counts }) => ({
    id: paymentId(id, key),
    kind,
    // Disputes and rejections move nothing: then what they are about is shown.
    amount: { ...amount, minor: Math.abs(credited) || amount.minor },
    isMinus: credited < 0,
    counts,
    at,
    method: method !== undefined && METHOD.test(method) ? method : undefined,
    // What the merchant records has no transaction that the payer knows.
    transaction: provider === MERCHANT ? undefined : line(transaction, phone),
    source: `${provider}#${transaction}`,
  }));

const line = (text: string, phone: string): string | undefined =>
  cutText(withoutPhone(cleanText(text), phone), MAX_TRANSACTION, '…') || undefined;

/** In minor units of the collection's currency. */
export type GoneBack = {
  /** Refunds, and transactions that were reversed. */
  refunded: number;
  /** What the payer's bank has taken back in a dispute. */
  chargedBack: number;
  /** What disputes are about that nobody has decided. */
  disputed: number;
};

const REFUNDS: readonly EntryKind[] = ['refund', 'refund_failed', 'reversal'];
const CHARGEBACKS: readonly EntryKind[] = ['chargeback', 'chargeback_reversed'];

export function goneBack(entries: readonly LedgerEntry[], currency: string): GoneBack {
  const counted = entries.filter(({ counts, amount }) => counts && amount.currency === currency);
  const minus = (kinds: readonly EntryKind[]) =>
    0 - counted.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { credited }) => sum + credited, 0);
  const decided = new Set(
    entries
      .filter(({ movement }) => movement === 'dispute_lost' || movement === 'dispute_won')
      .map(({ provider, object }) => `${provider}#${object}`),
  );
  const open = entries.filter(
    ({ movement, provider, object, amount }) =>
      movement === 'dispute' && amount.currency === currency && !decided.has(`${provider}#${object}`),
  );
  return {
    refunded: minus(REFUNDS),
    chargedBack: minus(CHARGEBACKS),
    disputed: open.reduce((sum, { amount }) => sum + amount.minor, 0),
  };
}

type Entries = { entries: readonly ShownEntry[]; zones: readonly string[]; language: Language };

export function entryList({ entries, zones, language }: Entries, words: PaymentPageWords): string {
  if (entries.length === 0) return '';
  const rows = entries.map((entry) => {
    const { at, transaction, amount, isMinus, counts } = entry;
    const small = [dateText(at, zones, language), transaction, counts ? undefined : words.notCounted].filter(
      (each) => each !== undefined,
    );
    const sum = `${isMinus ? '−' : ''}${amountText(amount, language)}`;
    return [
      `<li><div><span>${escapeHtml(titleOf(entry, words))}</span> <strong><bdi>${escapeHtml(sum)}</bdi></strong></div>`,
      ...small.map((each) => `<small><bdi>${escapeHtml(each)}</bdi></small>`),
      hasReceipt(entry) ? `<small>${receiptLink(entry, words)}</small>` : '',
      '</li>',
    ].join('');
  });
  return section(words.payments, `<ul>${rows.join('')}</ul>`);
}

/** Of money that came. */
export const hasReceipt = ({ kind, counts }: ShownEntry): boolean => kind === 'payment' && counts;

export function receiptLink({ id }: ShownEntry, words: PaymentPageWords): string {
  const number = receiptNumber(id);
  return `<a href="?receipt=${number}">${escapeHtml(words.receipt)} ${number}</a>`;
}

/** A payment is named by its method alone. */
function titleOf({ kind, isMinus, method }: ShownEntry, words: PaymentPageWords): string {
  const by = methodText(method, words);
  const name = words.entry[entryNameOf(kind, isMinus)];
  if (by === undefined) return name;
  return kind === 'payment' ? by : `${name} · ${by}`;
}

export function methodText(method: string | undefined, { methods }: PaymentPageWords): string | undefined {
  if (method === undefined) return undefined;
  return Object.hasOwn(methods, method) ? methods[method] : method.replaceAll(/[_-]/g, ' ');
}

/** The receipt of the one payment that there was; a list shows more of them. */
export function receiptTerms({ entries, zones, language }: Entries, words: PaymentPageWords): Term[] {
  const [payment] = entries;
  if (payment === undefined || entries.length > 1 || payment.kind !== 'payment' || !payment.counts) return [];
  return [
    [words.paidOn, dateText(payment.at, zones, language)],
    [words.method, methodText(payment.method, words)],
    [words.transaction, payment.transaction],
  ];
}
