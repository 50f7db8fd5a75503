/** The pages behind the links to opt out and to an address for notices. They have no script and no outside resource, and escape every value. */
import { cleanText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import { factsOf, LANGUAGES, type Language, NOTIFY_WORDS, OPT_OUT_WORDS } from '#lib/words/languages.ts';

type OptOutPage = { kind: 'ask' | 'done'; merchant: string } | { kind: 'unknown' };

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
const messagePage = ({ title, body, language }: { title: string; body: string; language: Language }): string =>
  [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  ].join('\n');

export type NotifyPage = { kind: 'ask'; merchant: string } | { kind: 'confirmed' | 'refused' | 'unknown' };

export function notifyPage(page: NotifyPage, language: Language): string {
  const words = NOTIFY_WORDS[language];
  const button = (answer: string, text: string) =>
    `<p><button name="answer" value="${answer}">${escapeHtml(text)}</button></p>`;
  const form = (...buttons: string[]) => `<form method="post">${buttons.join('')}</form>`;
  const refuse = button('refuse', words.refuse);
  const body =
    page.kind === 'ask'
      ? `<p>${escapeHtml(words.ask(cleanText(page.merchant)))}</p>${form(button('confirm', words.confirm), refuse)}`
      : `<p role="status">${escapeHtml(words[page.kind])}</p>${page.kind === 'confirmed' ? form(refuse) : ''}`;
  return messagePage({ title: words.title, body, language });
}

/** `query`: what else the address of the page says, such as `&page=2`. */
export function languageLinks(shown: Language, query = ''): string {
  const links = LANGUAGES.filter((language) => language !== shown).map(
    (language) =>
      `<a href="?lang=${language}${escapeHtml(query)}" lang="${language}">${escapeHtml(factsOf(language).name)}</a>`,
  );
  return `<p class="small languages">${links.join(' ')}</p>`;
}
