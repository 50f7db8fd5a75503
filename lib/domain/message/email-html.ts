/** The HTML of an email: one column, inline styles, readable without images or colours, every value escaped. */
import { escapeHtml } from './escape-html.ts';

export type EmailParts = {
  paragraphs: readonly string[];
  pay: { text: string; link?: string };
  /** How to reach the merchant. */
  contact?: string;
  merchant: string;
  why: string;
  optOut?: { text: string; link: string };
};

const PAGE = 'margin:0;padding:24px;background:#ffffff;color:#1f2328;font:16px/1.5 Arial,Helvetica,sans-serif';
const COLUMN = 'max-width:560px;margin:0 auto';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background:#0b57d0;color:#ffffff;font-weight:bold;text-decoration:none';
const SMALL = 'color:#57606a;font-size:13px';

const paragraph = (content: string, style?: string): string =>
  style === undefined ? `<p>${content}</p>` : `<p style="${style}">${content}</p>`;

const anchor = (link: string, text: string, style: string): string =>
  `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(text)}</a>`;

export function emailHtml(parts: EmailParts, { language, title }: { language: string; title: string }): string {
  const { paragraphs, pay, contact, merchant, why, optOut } = parts;
  const payBy = pay.link === undefined ? escapeHtml(pay.text) : anchor(pay.link, pay.text, BUTTON);
  // The full address too: some programs show no buttons, and some people look before they click.
  const address =
    pay.link === undefined ? [] : [paragraph(anchor(pay.link, pay.link, 'color:#57606a;word-break:break-all'), SMALL)];
  const stop = optOut === undefined ? '' : `<br>${anchor(optOut.link, optOut.text, 'color:#57606a')}`;
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="${PAGE}"><main style="${COLUMN}">`,
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    paragraph(payBy),
    ...address,
    ...(contact === undefined ? [] : [paragraph(escapeHtml(contact))]),
    paragraph(escapeHtml(merchant)),
    paragraph(`${escapeHtml(why)}${stop}`, SMALL),
    '</main></body></html>',
  ].join('\n');
}
