/** Renders the page of an opt-out link. It has no script and no outside resource, and escapes every value. */
import { cleanText } from '#lib/domain/message/clean-text.ts';
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import type { Language } from '#lib/domain/message/languages.ts';

type Words = { title: string; ask: (merchant: string) => string; button: string; done: string; unknown: string };

const WORDS = {
  en: {
    title: 'Payment reminders',
    ask: (merchant) =>
      `Stop all payment reminders by WhatsApp, SMS and email about your payment to ${merchant} and others?`,
    button: 'Stop reminders',
    done: 'You will get no more reminders. This does not change what you have to pay.',
    unknown: 'This link is not complete. Please open it again from the message you received.',
  },
  fr: {
    title: 'Rappels de paiement',
    ask: (merchant) =>
      `Arrêter tous les rappels de paiement par WhatsApp, SMS et e-mail, pour ${merchant} et les autres marchands ?`,
    button: 'Arrêter les rappels',
    done: 'Vous ne recevrez plus de rappels. Cela ne change rien à ce que vous devez payer.',
    unknown: "Ce lien n'est pas complet. Ouvrez-le de nouveau depuis le message que vous avez reçu.",
  },
} as const satisfies Record<Language, Words>;

export type OptOutPage = { kind: 'ask' | 'done'; merchant: string } | { kind: 'unknown' };

/** The page's only style; the content security policy has its hash. */
export const PAGE_STYLE =
  'body{margin:0;padding:24px;color:#1f2328;background:#fff;font:18px/1.5 Arial,Helvetica,sans-serif}main{max-width:560px;margin:0 auto}button{font:inherit;font-weight:bold;padding:12px 24px;border:0;border-radius:6px;color:#fff;background:#0b57d0}';

export function optOutPage(page: OptOutPage, language: Language): string {
  const { title, ask, button, done, unknown } = WORDS[language];
  const body =
    page.kind === 'ask'
      ? `<p>${escapeHtml(ask(cleanText(page.merchant)))}</p><form method="post"><button>${escapeHtml(button)}</button></form>`
      : `<p role="status">${escapeHtml(page.kind === 'done' ? done : unknown)}</p>`;
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  ].join('\n');
}
