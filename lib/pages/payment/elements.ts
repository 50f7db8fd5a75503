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

/** A form and not a link, because link previewers follow links. It posts to the page's address without its query. */
export const payForm = (label: string, look: 'go' | 'go quiet'): string =>
  `<form method="post" action="?"><button class="${look}">${escapeHtml(label)}</button></form>`;

export const linkTo = (address: string, label: string): string =>
  `<a class="go" rel="noreferrer" href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;
