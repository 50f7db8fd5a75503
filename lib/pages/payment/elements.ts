/** The pieces that the payment page is made of; each escapes what it is given. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';

export const paragraph = (look: string, text: string, role?: 'status' | 'alert'): string =>
  `<p${look && ` class="${look}"`}${role ? ` role="${role}"` : ''}>${escapeHtml(text)}</p>`;

/** The page's heading beside a sign that says the same at a glance. */
export const heading = (text: string, { sign, look }: { sign: string; look?: 'done' | 'over' }): string =>
  `<div class="from"><span class="mark${look ? ` ${look}` : ''}" aria-hidden="true">${escapeHtml(sign)}</span><h1>${escapeHtml(text)}</h1></div>`;

export type Term = [name: string, value: string | undefined, look?: 'copy'];

/** What is known of the terms, each with its name; a value is kept apart from the direction of the text around it. */
export const terms = (all: readonly Term[]): string => {
  const rows = all.map(([name, value, look]) => {
    if (value === undefined) return '';
    return `<div><dt>${escapeHtml(name)}</dt><dd${look ? ` class="${look}"` : ''}><bdi>${escapeHtml(value)}</bdi></dd></div>`;
  });
  return `<dl>${rows.join('')}</dl>`;
};

/** Posts to the page's own address without its query: the sandbox of a link previewer has nothing to follow. */
export const payForm = (label: string, look: 'go' | 'go quiet'): string =>
  `<form method="post" action="?"><button class="${look}">${escapeHtml(label)}</button></form>`;

export const linkTo = (address: string, label: string): string =>
  `<a class="go" rel="noreferrer" href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;
