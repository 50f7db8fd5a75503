/** Renders the parts of the payment page, its amounts, times and QR code; each part escapes its input. */

import { encode } from 'uqr';
import type { Brand } from '#lib/domain/brand.ts';
import { fitted } from '#lib/domain/logo/logo.ts';
import { amountIn } from '#lib/domain/message/amount.ts';
import { cleanText, cutText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import type { Money } from '#lib/domain/money.ts';
import { dateParts, offsetText } from '#lib/domain/time/local-time.ts';
import { factsOf, type Language } from '#lib/words/languages.ts';

/** Its spaces do not break, so it stays on one line. */
export const amountText = (money: Money, language: Language): string =>
  amountIn(language, money).replace(' ', '\u00a0');

type Reading = { zones: readonly string[]; language: Language; now: Date };

/**
 * For what is to come: the time of the first zone, with the year if it is another than that of `now`. The offset is added for
 * UTC, and when the contact may be in another zone.
 */
export function instantText(instant: string, { zones, language, now }: Reading): string {
  const [zone = 'UTC'] = zones;
  const [then, today] = [dateParts(instant, zone), dateParts(now.toISOString(), zone)];
  const { expiry, dateTime } = factsOf(language);
  const text = then.year === today.year ? expiry(then) : dateTime(then);
  return zones.length === 1 && zone !== 'UTC' ? text : `${text} (${offsetText(zone, Date.parse(instant))})`;
}

/** For what has happened: with the year, and always with the offset. */
export function dateText(instant: string, zones: readonly string[], language: Language): string {
  const [zone = 'UTC'] = zones;
  const text = factsOf(language).dateTime(dateParts(instant, zone));
  return `${text} (${offsetText(zone, Date.parse(instant))})`;
}

const MAX_MERCHANT = 100;

/** As pages show it. */
export const merchantName = (name: string, language: Language): string =>
  cutText(cleanText(name), MAX_MERCHANT, '…') || factsOf(language).unnamedMerchant;

export const paragraph = (look: string, text: string, role?: 'status' | 'alert'): string =>
  `<p${look && ` class="${look}"`}${role ? ` role="${role}"` : ''}>${escapeHtml(text)}</p>`;

/** The sign repeats the heading's meaning for the eye, so screen readers skip it. */
export const heading = (text: string, { sign, look }: { sign: string; look?: 'done' | 'over' }): string =>
  `<div class="from"><span class="mark${look ? ` ${look}` : ''}" aria-hidden="true">${escapeHtml(sign)}</span><h1>${escapeHtml(text)}</h1></div>`;

const LOGO_BOX = { width: 220, height: 56 };

/** Beside the name, which the page says in words. Pages are one step below the address of the service. */
export function logoImage({ logo }: Pick<Brand, 'logo'>): string {
  if (logo === undefined) return '';
  const { width, height } = fitted(logo, LOGO_BOX);
  return `<img class="logo" src="../logo/${logo.file}" alt="" width="${width}" height="${height}">`;
}

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

/** All of several. It has no name, because one of a name cannot be inside another. */
export const foldedAll = (title: string, content: string): string =>
  `<details><summary><h2>${escapeHtml(title)}</h2></summary>${content}</details>`;

export const linkTo = (address: string, label: string): string =>
  `<a class="go" rel="noreferrer" href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;

/** Encodes a text: one row of modules after the other, true for dark. */
export type EncodeQr = (text: string) => readonly (readonly boolean[])[];

/** Without a border: `qrCode` draws the light modules around it. */
export const encodeQr: EncodeQr = (text) => encode(text, { border: 0 }).data;

/** Scanners need this many light modules around the code. */
const QUIET = 4;

export function qrCode(rows: readonly (readonly boolean[])[], label: string): string {
  const size = rows.length + 2 * QUIET;
  return [
    `<svg role="img" aria-label="${escapeHtml(label)}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${rows.map(lines).join('')}"/></svg>`,
  ].join('');
}

/** A line for each run of dark modules. Moves are relative to the end of the last line, which makes them short. */
function lines(row: readonly boolean[], index: number): string {
  let drawn = '';
  let at = 0;
  for (let from = row.indexOf(true); from !== -1; from = row.indexOf(true, at)) {
    const end = row.indexOf(false, from);
    const to = end === -1 ? row.length : end;
    drawn += drawn === '' ? `M${from + QUIET} ${index + QUIET}.5` : `m${from - at} 0`;
    drawn += `h${to - from}`;
    at = to;
  }
  return drawn;
}
