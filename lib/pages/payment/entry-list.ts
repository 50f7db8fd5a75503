/** Renders the ledger: what was paid and what went back, each with its date, method and transaction. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { section, type Term } from './elements.ts';
import { amountText, dateText } from './local-text.ts';
import type { PaymentView } from './payment-view.ts';
import type { ShownEntry } from './shown-entry.ts';

export function entryList({ entries, zones, language }: PaymentView, words: PaymentPageWords): string {
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
      '</li>',
    ].join('');
  });
  return section(words.payments, `<ul>${rows.join('')}</ul>`);
}

/** A payment is named by its method alone. */
function titleOf({ kind, method }: ShownEntry, words: PaymentPageWords): string {
  const by = methodText(method, words);
  if (by === undefined) return words.entry[kind];
  return kind === 'payment' ? by : `${words.entry[kind]} · ${by}`;
}

function methodText(method: string | undefined, { methods }: PaymentPageWords): string | undefined {
  if (method === undefined) return undefined;
  return Object.hasOwn(methods, method) ? methods[method] : method.replaceAll(/[_-]/g, ' ');
}

/** The receipt of the one payment that there was; a list shows more of them. */
export function receiptTerms({ entries, zones, language }: PaymentView, words: PaymentPageWords): Term[] {
  const [payment] = entries;
  if (payment === undefined || entries.length > 1 || payment.kind !== 'payment' || !payment.counts) return [];
  return [
    [words.paidOn, dateText(payment.at, zones, language)],
    [words.method, methodText(payment.method, words)],
    [words.transaction, payment.transaction],
  ];
}
