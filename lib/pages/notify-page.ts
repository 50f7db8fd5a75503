/** Renders the page behind the link in the email to an address for notices. It has no script, and escapes every value. */
import { cleanText } from '#lib/domain/message/clean-text.ts';
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { type Language, NOTIFY_WORDS } from '#lib/words/languages.ts';
import { messagePage } from './opt-out-page.ts';

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
