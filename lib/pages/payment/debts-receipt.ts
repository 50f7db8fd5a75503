/** Renders the receipt of one payment for several debts, and what each of them is called. */
import type { Collection } from '#lib/domain/collection.ts';
import { cleanText, cutText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import { descriptionOf } from '#lib/domain/message/description.ts';
import type { PaidDebt } from '#lib/domain/payment/ledger-entry.ts';
import type { Language } from '#lib/words/languages.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { amountText, paragraph, type Term, terms } from './elements.ts';
import { receiptTerms, shownEntries } from './shown-entry.ts';

/** So that a full page stays small. */
const MAX_ABOUT = 45;

type ReceiptContext = { language: Language; zones: readonly string[]; merchant: string };

/** Of one payment for several debts: what it came to, when, and what of it went to which. */
export function debtsReceipt(
  paid: readonly PaidDebt[],
  { language, zones, merchant }: ReceiptContext,
  words: PaymentPageWords,
): string {
  const [first] = paid;
  const title = paragraph('note good', words.heading.completed, 'status');
  if (first === undefined) return title;
  const { currency } = first.entry.amount;
  const minor = paid.reduce((sum, { entry }) => sum + entry.credited, 0);
  const rows = paid.map(({ collection, entry }) => {
    const sum = amountText({ currency, minor: entry.credited }, language);
    return `<li><div><bdi>${debtTitle(collection)}</bdi> <strong><bdi>${escapeHtml(sum)}</bdi></strong></div></li>`;
  });
  const total: Term[] = [
    [words.paidTo, merchant],
    [words.received, amountText({ currency, minor }, language)],
  ];
  const about = receiptTerms({ entries: shownEntries([first.entry], first.collection), zones, language }, words);
  return [title, terms([...total, ...about]), `<ul>${rows.join('')}</ul>`, paragraph('small keep', words.keep)].join(
    '',
  );
}

/** What it is for, or its reference, as HTML. */
export const debtTitle = ({ metadata, reference }: Collection): string =>
  escapeHtml(cutText(cleanText(descriptionOf(metadata) ?? ''), MAX_ABOUT, '…') || cutText(reference, MAX_ABOUT, '…'));
