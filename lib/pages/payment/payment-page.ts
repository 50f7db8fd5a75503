/** Renders the payment page as HTML. It has no script and no outside resource, and escapes every value. */
import type { Brand } from '#lib/domain/brand.ts';
import { cleanText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import { languageLinks } from '#lib/pages/short-pages.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, PAYMENT_PAGE_WORDS } from '#lib/words/languages.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import {
  amountText,
  type EncodeQr,
  heading,
  linkTo,
  logoImage,
  paragraph,
  payForm,
  qrCode,
  terms,
} from './elements.ts';
import { type Moment, openBody } from './open-body.ts';
import { pageStyle } from './page-style.ts';
import type { PaymentView } from './payment-view.ts';
import { entryList, receiptLink, receiptTerms } from './shown-entry.ts';
import { ASKS_FOR_LINK } from './ways.ts';

/** The page's own address, which a QR code repeats for another device; without `encodeQr` there is no code. */
export type PageAddress = { url: string; encodeQr?: EncodeQr | undefined };

export function paymentPage(view: PaymentView, moment: Moment, address?: PageAddress): string {
  const { language, merchant, state } = view;
  const words = PAYMENT_PAGE_WORDS[language];
  const isOpen = state === 'open';
  const main = [
    isOpen ? openBody(view, words, moment) : finalBody(view, words, moment),
    contactLine(view, words),
    imprint(view.brand),
    isOpen || state === 'completed' ? code(address, words) : '',
  ].join('');
  const { brand } = view;
  if (!isOpen) return shell({ language, title: words.heading[outcomeOf(view)], main, brand });
  return shell({ language, title: words.heading.open(merchant), main, brand, footer: words.known(merchant) });
}

export function contactLine(
  { merchant, support: { supportPhone, supportEmail } }: Pick<PaymentView, 'merchant' | 'support'>,
  words: PaymentPageWords,
): string {
  const links = [
    ...(supportPhone === undefined ? [] : [reach(`tel:${supportPhone}`, supportPhone)]),
    ...(supportEmail === undefined ? [] : [reach(`mailto:${supportEmail}`, supportEmail)]),
  ];
  if (links.length === 0) return '';
  return `<p class="contact">${escapeHtml(words.contact(merchant))} ${links.join(', ')}</p>`;
}

/** Who stands behind the name; it is printed, too. */
export function imprint({ legalName, address, website }: Brand): string {
  const parts = [
    ...[legalName, address].flatMap((text) => (text === undefined ? [] : [escapeHtml(cleanText(text))])),
    ...(website === undefined ? [] : [reach(website, website.replace('https://', ''))]),
  ];
  return parts.length === 0 ? '' : `<p class="small imprint">${parts.join(' · ')}</p>`;
}

const reach = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}"><bdi>${escapeHtml(text)}</bdi></a>`;

function code(address: PageAddress | undefined, words: PaymentPageWords): string {
  if (address?.encodeQr === undefined) return '';
  const drawn = qrCode(address.encodeQr(address.url), words.scan);
  return `<div class="code">${drawn}${paragraph('small', words.scan)}</div>`;
}

/** For an invalid link. It is in all languages, because the reader's language is unknown. */
export function unknownPage(): string {
  const { heading, text } = PAYMENT_PAGE_WORDS[DEFAULT_LANGUAGE].unknown;
  const others = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE).map((language) => {
    const { unknown } = PAYMENT_PAGE_WORDS[language];
    return `<section lang="${language}"><h2>${escapeHtml(unknown.heading)}</h2>${paragraph('', unknown.text)}</section>`;
  });
  const main = `<h1>${escapeHtml(heading)}</h1>${paragraph('text', text)}${others.join('')}`;
  return shell({ language: DEFAULT_LANGUAGE, title: heading, main, others: '' });
}

type Shell = {
  language: Language;
  title: string;
  main: string;
  brand?: Brand;
  footer?: string;
  /** Links to the page in other languages; empty where it is in all of them. */
  others?: string;
};

export function shell({ language, title, main, brand, footer, others = languageLinks(language) }: Shell): string {
  const below = `${footer === undefined ? '' : paragraph('small', footer)}${others}`;
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escapeHtml(title)}</title><style>${pageStyle(brand)}</style></head>`,
    `<body><main>${logoImage(brand ?? {})}${main}</main>${below && `<footer>${below}</footer>`}</body></html>`,
  ].join('\n');
}

type Outcome = Exclude<keyof PaymentPageWords['heading'], 'open'>;

/** In minor units: what was received and credited. */
const settledIn = ({ received, credited }: PaymentView): number => received.minor + credited.minor;

function outcomeOf(view: PaymentView): Outcome {
  const { state, amount, received, goneBack } = view;
  if (state !== 'completed') return state === 'open' ? 'completed' : state;
  const { refunded, chargedBack, disputed } = goneBack;
  if (chargedBack > 0 || disputed > 0) return 'disputed';
  if (refunded <= 0 || settledIn(view) >= amount.minor) return 'completed';
  return received.minor > 0 ? 'partlyRefunded' : 'refunded';
}

function finalBody(view: PaymentView, words: PaymentPageWords, moment: Moment): string {
  const { language, merchant, state, amount, received, credited, about, reference, invoice, taxes, entries } = view;
  const outcome = outcomeOf(view);
  const receipt = receiptTerms(view, words);
  return [
    heading(
      words.heading[outcome],
      outcome === 'completed' ? { sign: '✓', look: 'done' } : { sign: '–', look: 'over' },
    ),
    meaning(view, words, outcome),
    state === 'completed' ? '' : unpaid(view, words, moment),
    ...sums(view, words).map((text) => paragraph('note', text)),
    terms([
      [words.paidTo, state === 'completed' ? merchant : undefined],
      [words.amount, amountText(amount, language)],
      ...taxes,
      [words.received, isTold(view) ? amountText(received, language) : undefined],
      [words.credited, credited.minor > 0 ? amountText(credited, language) : undefined],
      [words.about, about],
      [words.invoice, invoice],
      [words.reference, reference],
      ...receipt,
    ]),
    receipt.length === 0 ? entryList(view, words) : '',
    state === 'expired' && moment.kind !== 'returned' ? newLink(merchant, words, moment) : '',
    ...(receipt.length > 0 ? entries.map((paid) => `<p class="small keep">${receiptLink(paid, words)}</p>`) : []),
    outcome === 'completed' && entries.length > 0 ? paragraph('small keep', words.keep) : '',
  ].join('');
}

/** Only the merchant can open it again, who is told of the click. */
const newLink = (merchant: string, words: PaymentPageWords, moment: Moment): string =>
  moment.kind === 'requested'
    ? paragraph('note', words.linkRequested(merchant), 'status')
    : payForm(words.askForLink, { method: ASKS_FOR_LINK, look: 'go' });

const isTold = ({ received, amount, entries }: PaymentView): boolean =>
  entries.length > 0 && received.minor >= 0 && received.minor !== amount.minor;

function meaning(view: PaymentView, words: PaymentPageWords, outcome: Outcome): string {
  const { state, merchant, amount } = view;
  if (state === 'expired' || state === 'cancelled') return paragraph('text', words.meaning[state](merchant));
  if (outcome !== 'completed') return '';
  return paragraph('text', words.meaning[settledIn(view) < amount.minor ? 'recorded' : 'completed'](merchant));
}

/** Whether money was taken. After a return nobody knows yet: money that is under way is never denied. */
function unpaid(
  { state, merchant, received, entries, language }: PaymentView,
  words: PaymentPageWords,
  moment: Moment,
): string {
  const isReturned = moment.kind === 'returned';
  return [
    isReturned ? paragraph('note', words.confirming, 'status') + linkTo('?returned=1', words.checkAgain) : '',
    !isReturned && entries.length === 0 ? paragraph('text', words.nothingTaken) : '',
    received.minor > 0 ? paragraph('note', words.partly(amountText(received, language), merchant)) : '',
    state === 'expired' ? paragraph('text', words.lateMoney) : '',
  ].join('');
}

/** What was paid too much, and what went back. */
function sums(view: PaymentView, words: PaymentPageWords): string[] {
  const { state, merchant, amount, goneBack, language } = view;
  const shown = (minor: number) => amountText({ ...amount, minor }, language);
  const { refunded, chargedBack, disputed } = goneBack;
  const excess = state === 'completed' ? settledIn(view) - amount.minor : 0;
  return [
    ...(excess > 0 ? [words.over(shown(excess), merchant)] : []),
    ...(refunded > 0 ? [words.refunded(shown(refunded))] : []),
    ...(chargedBack > 0 ? [words.chargedBack(shown(chargedBack))] : []),
    ...(disputed > 0 ? [words.disputed(shown(disputed))] : []),
  ];
}
