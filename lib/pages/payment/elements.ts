/** Renders the parts of the payment page; each part escapes its input. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';

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
