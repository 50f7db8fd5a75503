/** Renders the parts of the payment page; each part escapes its input. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { amountText, dateText } from './local-text.ts';
import type { PaymentView } from './payment-view.ts';
import type { ShownEntry } from './shown-entry.ts';

export const paragraph = (look: string, text: string, role?: 'status' | 'alert'): string =>
  `<p${look && ` class="${look}"`}${role ? ` role="${role}"` : ''}>${escapeHtml(text)}</p>`;

/** The sign repeats the heading's meaning for the eye, so screen readers skip it. */
export const heading = (text: string, { sign, look }: { sign: string; look?: 'done' | 'over' }): string =>
  `<div class="from"><span class="mark${look ? ` ${look}` : ''}" aria-hidden="true">${escapeHtml(sign)}</span><h1>${escapeHtml(text)}</h1></div>`;

export type Term = [name: string, value: string | undefined, look?: 'copy'];

/** Leaves out terms without a value. `<bdi>` keeps the writing direction of a value apart from the text around it. */
export const terms = (all: readonly Term[]): string => {
  const rows = all.map(([name, value, look]) => {
    if (value === undefined) return '';
    return `<div><dt>${escapeHtml(name)}</dt><dd${look ? ` class="${look}"` : ''}><bdi>${escapeHtml(value)}</bdi></dd></div>`;
  });
  return `<dl>${rows.join('')}</dl>`;
};

/**
 * A form and not a link, because link previewers follow links. It posts to the page's address without its query.
 * `fields` is HTML; `note` belongs to the button, so it is not printed either.
 */
export const payForm = (
  label: string,
  { method, look, fields = '', note = '' }: { method: string; look: 'go' | 'go quiet'; fields?: string; note?: string },
): string =>
  [
    `<form method="post" action="?"><input type="hidden" name="method" value="${escapeHtml(method)}">`,
    `${fields}<button class="${look}">${escapeHtml(label)}</button>${note}</form>`,
  ].join('');

/** A field with its name, which an `id` connects. `attributes` is HTML. */
export const field = (label: string, { name, attributes }: { name: string; attributes: string }): string =>
  `<label for="${name}">${escapeHtml(label)}</label><input id="${name}" name="${name}" ${attributes}>`;

type Choice = {
  name: string;
  empty: string;
  values: readonly (string | readonly [string, string])[];
  isRequired?: boolean;
};

/** A value may have a name that is shown in its place. */
export const choice = (label: string, { name, empty, values, isRequired = true }: Choice): string => {
  const options = values.map(optionOf).join('');
  const select = `<select id="${name}" name="${name}"${isRequired ? ' required' : ''}><option value="">${escapeHtml(empty)}</option>${options}</select>`;
  return `<label for="${name}">${escapeHtml(label)}</label>${select}`;
};

const optionOf = (value: string | readonly [string, string]): string =>
  typeof value === 'string'
    ? `<option>${escapeHtml(value)}</option>`
    : `<option value="${escapeHtml(value[0])}">${escapeHtml(value[1])}</option>`;

export const textField = (label: string, { name, maxLength }: { name: string; maxLength: number }): string =>
  `<label for="${name}">${escapeHtml(label)}</label><textarea id="${name}" name="${name}" maxlength="${maxLength}" rows="3"></textarea>`;

export const section = (title: string, content: string): string =>
  `<section><h2>${escapeHtml(title)}</h2>${content}</section>`;

/** One of several that are folded: opening one closes the others. */
export const folded = (title: string, content: string): string =>
  `<details name="way"><summary><h2>${escapeHtml(title)}</h2></summary>${content}</details>`;

export const linkTo = (address: string, label: string): string =>
  `<a class="go" rel="noreferrer" href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;

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
