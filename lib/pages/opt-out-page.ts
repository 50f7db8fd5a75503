/** Renders the page of an opt-out link. It has no script and no outside resource, and escapes every value. */
import { cleanText } from '#lib/domain/message/clean-text.ts';
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { languageLinks } from '#lib/pages/language-links.ts';
import { type Language, OPT_OUT_WORDS } from '#lib/words/languages.ts';

export type OptOutPage = { kind: 'ask' | 'done'; merchant: string } | { kind: 'unknown' };

/** The page's only style; the content security policy has its hash. */
export const PAGE_STYLE =
  'body{margin:0;padding:24px;color:#1f2328;background:#fff;font:18px/1.5 Arial,Helvetica,sans-serif}main{max-width:560px;margin:0 auto}button{font:inherit;font-weight:bold;padding:12px 24px;border:0;border-radius:6px;color:#fff;background:#0b57d0}.languages a{display:inline-block;padding:4px 8px}';

export function optOutPage(page: OptOutPage, language: Language): string {
  const { title, ask, button, done, unknown } = OPT_OUT_WORDS[language];
  const body =
    page.kind === 'ask'
      ? `<p>${escapeHtml(ask(cleanText(page.merchant)))}</p><form method="post"><button>${escapeHtml(button)}</button></form>${languageLinks(language)}`
      : `<p role="status">${escapeHtml(page.kind === 'done' ? done : unknown)}</p>`;
  return messagePage({ title, body, language });
}

/** A short page in the one style of these pages; `body` is HTML. */
export const messagePage = ({ title, body, language }: { title: string; body: string; language: Language }): string =>
  [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  ].join('\n');
