/** The pages behind the links to opt out and to an address for notices. They have no script and no outside resource, and escape every value. */
import type { Brand } from '#lib/domain/brand.ts';
import { cleanText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import { factsOf, LANGUAGES, type Language, NOTIFY_WORDS, OPT_OUT_WORDS } from '#lib/words/languages.ts';
import { logoImage } from './payment/elements.ts';
import { pageStyle } from './payment/page-style.ts';

/** `link`: to the payment, where it can be paid. */
type OptOutPage = { kind: 'ask' | 'done' | 'again'; merchant: string; link?: string | undefined } | { kind: 'unknown' };

/** The field of the form that takes an opt-out back. */
export const START_AGAIN = 'again';

export function optOutPage(page: OptOutPage, language: Language, brand?: Brand): string {
  const words = OPT_OUT_WORDS[language];
  const parts = {
    ask: (merchant: string) =>
      `<p class="text">${escapeHtml(words.ask(cleanText(merchant)))}</p><form method="post"><button class="go">${escapeHtml(words.button)}</button></form>`,
    done: () =>
      `<p class="note" role="status">${escapeHtml(words.done)}</p><form method="post"><button class="go quiet" name="${START_AGAIN}" value="yes">${escapeHtml(words.again)}</button></form>`,
    again: () => `<p class="note good" role="status">${escapeHtml(words.started)}</p>`,
  };
  if (page.kind === 'unknown') {
    const body = `<p class="text" role="status">${escapeHtml(words.unknown)}</p>`;
    return messagePage({ title: words.title, body, language, brand });
  }
  const back =
    page.link === undefined
      ? ''
      : `<p class="text"><a href="${escapeHtml(page.link)}">${escapeHtml(words.toPayment)}</a></p>`;
  const others = page.kind === 'ask' ? languageLinks(language) : '';
  return messagePage({
    title: words.title,
    body: `${parts[page.kind](page.merchant)}${back}${others}`,
    language,
    brand,
  });
}

type MessagePage = { title: string; body: string; language: Language; brand?: Brand | undefined };

/** A short page in the style of the payment page; `body` is HTML. */
const messagePage = ({ title, body, language, brand }: MessagePage): string =>
  [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(title)}</title><style>${pageStyle(brand)}</style></head>`,
    `<body><main>${logoImage(brand ?? {})}<h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  ].join('\n');

export type NotifyPage = { kind: 'ask'; merchant: string } | { kind: 'confirmed' | 'refused' | 'unknown' };

export function notifyPage(page: NotifyPage, language: Language): string {
  const words = NOTIFY_WORDS[language];
  const button = (answer: string, text: string) =>
    `<p class="text"><button class="${answer === 'confirm' ? 'go' : 'go quiet'}" name="answer" value="${answer}">${escapeHtml(text)}</button></p>`;
  const form = (...buttons: string[]) => `<form method="post">${buttons.join('')}</form>`;
  const refuse = button('refuse', words.refuse);
  const body =
    page.kind === 'ask'
      ? `<p class="text">${escapeHtml(words.ask(cleanText(page.merchant)))}</p>${form(button('confirm', words.confirm), refuse)}`
      : `<p class="note" role="status">${escapeHtml(words[page.kind])}</p>${page.kind === 'confirmed' ? form(refuse) : ''}`;
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
