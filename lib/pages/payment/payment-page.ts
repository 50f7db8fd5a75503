/** Renders the payment page as HTML. It has no script and no outside resource, and escapes every value. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { heading, paragraph, terms } from './elements.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { amountText } from './local-text.ts';
import { type Moment, openBody } from './open-body.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { PaymentView } from './payment-view.ts';
import type { Words } from './words.ts';

const WORDS = { en, fr } satisfies Record<PaymentView['language'], Words>;

export function paymentPage(view: PaymentView, moment: Moment): string {
  const { language, merchant } = view;
  const words = WORDS[language];
  if (view.state !== 'open')
    return shell({ language, title: words.heading[view.state], main: finalBody(view, view.state, words) });
  const main = openBody(view, words, moment);
  return shell({ language, title: words.heading.open(merchant), main, footer: words.known(merchant) });
}

function finalBody(view: PaymentView, state: keyof Words['meaning'], words: Words): string {
  const { language, merchant, amount, paid, reference, about } = view;
  const isPartly = state !== 'completed' && paid.minor > 0;
  return [
    heading(words.heading[state], state === 'completed' ? { sign: '✓', look: 'done' } : { sign: '–', look: 'over' }),
    paragraph('text', words.meaning[state](merchant)),
    isPartly ? paragraph('note', words.partly(merchant)) : '',
    terms([
      [words.amount, amountText(amount, language)],
      [words.received, paid.minor > 0 && paid.minor !== amount.minor ? amountText(paid, language) : undefined],
      [words.about, about],
      [words.reference, reference],
    ]),
  ].join('');
}

/** For an invalid link. It is in both languages, because the reader's language is unknown. */
export function unknownPage(): string {
  const inFrench = `<h2>${escapeHtml(fr.unknown.heading)}</h2>${paragraph('', fr.unknown.text)}`;
  const main = `<h1>${escapeHtml(en.unknown.heading)}</h1>${paragraph('text', en.unknown.text)}<section lang="fr">${inFrench}</section>`;
  return shell({ language: 'en', title: en.unknown.heading, main });
}

const shell = ({
  language,
  title,
  main,
  footer,
}: {
  language: string;
  title: string;
  main: string;
  footer?: string;
}): string =>
  [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head>`,
    `<body><main>${main}</main>${footer === undefined ? '' : `<footer>${paragraph('small', footer)}</footer>`}</body></html>`,
  ].join('\n');
