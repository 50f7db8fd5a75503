/** The HTML of an email, as it was approved: what its text says, readable without images or colours, on a page that looks like this. */
import type { Language } from './language.ts';

const LOOKS = {
  page: 'margin:0;padding:24px;background:#ffffff;color:#1f2328;font:16px/1.5 Arial,Helvetica,sans-serif',
  column: 'max-width:560px;margin:0 auto',
  button:
    'display:inline-block;padding:12px 24px;border-radius:6px;background:#0b57d0;color:#ffffff;font-weight:bold;text-decoration:none',
  small: 'color:#57606a;font-size:13px',
  quiet: 'color:#57606a',
  address: 'color:#57606a;word-break:break-all',
};

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] as string);

const link = (to: string, text: string, look: string): string =>
  `<a href="${escaped(to)}" style="${look}">${escaped(text)}</a>`;

/** Of the plain text, in which a link is on a line of its own below its words, and “-- ” is before the small print. */
export function htmlOf(text: string, title: string, language: Language): string {
  const [body = '', small = ''] = text.split('\n\n-- \n');
  const [why = '', stop = ''] = small.split('\n\n');
  const [stopWords = '', stopLink = ''] = stop.split('\n');
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title></head>`,
    `<body style="${LOOKS.page}"><main style="${LOOKS.column}">`,
    ...body.split('\n\n').flatMap(paragraphOf),
    `<p style="${LOOKS.small}">${escaped(why)}<br>${link(stopLink, stopWords, LOOKS.quiet)}</p>`,
    '</main></body></html>',
  ].join('\n');
}

/** The address of a button is there to be read, too. */
function paragraphOf(paragraph: string): string[] {
  const [words = '', to] = paragraph.split('\n');
  if (to === undefined) return [`<p>${escaped(words)}</p>`];
  return [`<p>${link(to, words, LOOKS.button)}</p>`, `<p style="${LOOKS.small}">${link(to, to, LOOKS.address)}</p>`];
}
