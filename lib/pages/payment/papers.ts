/** Renders what a customer may want on paper: the receipt of one payment, and the statement of account. */

import { type Account, supportOf } from '#lib/domain/account.ts';
import type { Brand } from '#lib/domain/brand.ts';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import type { DayRange } from '#lib/domain/insights/reports.ts';
import type { CurrencyStatement } from '#lib/domain/journal/statement.ts';
import { cleanText, cutText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { receiptNumber, takesBack } from '#lib/domain/payment/receipt.ts';
import { calendarDay, localDay } from '#lib/domain/time/local-time.ts';
import { languageLinks } from '#lib/pages/short-pages.ts';
import { factsOf, type Language, PAYMENT_PAGE_WORDS } from '#lib/words/languages.ts';
import type { StatementWords } from '#lib/words/statement-words.ts';
import { STATEMENT_WORDS } from '#lib/words/statements.ts';
import { amountText, dateText, heading, linkTo, merchantName, paragraph, section, terms } from './elements.ts';
import { contactLine, imprint, shell } from './payment-page.ts';
import type { PaymentView } from './payment-view.ts';
import { hasReceipt, methodText, type ShownEntry } from './shown-entry.ts';

/** `receipt`: its number. Undefined if the page has no such payment. */
export function receiptPage(view: PaymentView, ledger: readonly LedgerEntry[], receipt: string): string | undefined {
  const paid = view.entries.find((entry) => hasReceipt(entry) && receiptNumber(entry.id) === receipt);
  if (paid === undefined) return undefined;
  const { language, merchant, amount, about, invoice, reference, zones } = view;
  const [words, own] = [PAYMENT_PAGE_WORDS[language], STATEMENT_WORDS[language]];
  const { back, moved } = wentOf(paid, ledger);
  const sum = (minor: number) => (minor > 0 ? amountText({ ...paid.amount, minor }, language) : undefined);
  const main = [
    heading(own.receipt, { sign: '✓', look: 'done' }),
    `<p class="sum">${escapeHtml(words.received)} <strong>${escapeHtml(amountText(paid.amount, language))}</strong></p>`,
    terms([
      [own.number, receipt],
      [words.paidTo, merchant],
      [words.paidOn, dateText(paid.at, zones, language)],
      [words.method, methodText(paid.method, words)],
      [words.transaction, paid.transaction],
      [words.about, about],
      [words.invoice, invoice],
      [words.reference, reference],
      [words.amount, amountText(amount, language)],
      [own.wentBack, sum(back)],
      [words.entry.moved_out, sum(moved)],
    ]),
    contactLine(view, words),
    imprint(view.brand),
    linkTo('?', words.heading.open(merchant)),
  ];
  return paper({ language, title: own.receipt, main, brand: view.brand, query: `&receipt=${receipt}` });
}

/** What went of one payment, by what names it, in minor units: back to its payer, and to other requests. */
function wentOf({ id, source }: ShownEntry, ledger: readonly LedgerEntry[]): { back: number; moved: number } {
  const isOfIt = ({ provider, transaction }: LedgerEntry) =>
    `${provider}#${transaction}` === source || transaction === takesBack(id);
  const left = ledger.filter((each) => each.kind !== 'payment' && each.counts && isOfIt(each));
  const sumOf = (isMoved: boolean) =>
    left.filter(({ kind }) => (kind === 'moved') === isMoved).reduce((sum, { credited }) => sum - credited, 0);
  return { back: sumOf(false), moved: sumOf(true) };
}

type StatementPage = {
  account: Account;
  language: Language;
  range: DayRange;
  /** Where the days of the account begin. */
  zone: string;
  statements: readonly CurrencyStatement[];
};

export function statementPage({ account, language, range, zone, statements }: StatementPage): string {
  const [words, own] = [PAYMENT_PAGE_WORDS[language], STATEMENT_WORDS[language]];
  const merchant = merchantName(account.name, language);
  const [from, to] = [range.from, range.to].map((day) => factsOf(language).day(calendarDay(day))) as [string, string];
  const main = [
    heading(`${own.title} · ${merchant}`, { sign: (merchant[0] ?? '').toUpperCase() }),
    paragraph('text', own.days(from, to)),
    statements.length === 0 ? paragraph('note', own.nothing) : '',
    ...statements.map((each) => section(each.currency, currencyPart(each, { language, zone, own }))),
    contactLine({ merchant, support: supportOf(account) }, words),
    imprint(account),
    linkTo('?', words.heading.open(merchant)),
  ];
  return paper({ language, title: own.title, main, brand: account, query: '&statement=1' });
}

const MAX_REFERENCE = 64;

type Reading = { language: Language; zone: string; own: StatementWords };

function currencyPart(
  { currency, opening, entries, closing, credit }: CurrencyStatement,
  { language, zone, own }: Reading,
): string {
  const sum = (minor: number) => amountText({ minor, currency }, language);
  const row = ({ kind, at, minor, balance, reference, invoice }: BookedEntry & { balance: number }) =>
    [
      `<li><div><span>${escapeHtml(own.kinds[kind])} · <bdi>${escapeHtml(cutText(cleanText(invoice ?? reference), MAX_REFERENCE, '…'))}</bdi></span> `,
      `<strong><bdi>${escapeHtml(sum(minor))}</bdi></strong></div>`,
      `<small>${escapeHtml(factsOf(language).day(calendarDay(localDay(zone, at))))} · ${escapeHtml(own.balance(sum(balance)))}</small></li>`,
    ].join('');
  return [
    terms([[own.opening, sum(opening)]]),
    entries.length === 0 ? '' : `<ul>${entries.map(row).join('')}</ul>`,
    terms([
      [own.closing, sum(closing)],
      [own.credit, credit > 0 ? sum(credit) : undefined],
    ]),
  ].join('');
}

type Paper = { language: Language; title: string; main: readonly string[]; brand: Brand; query: string };

const paper = ({ language, title, main, brand, query }: Paper): string =>
  shell({ language, title, main: main.join(''), brand, others: languageLinks(language, query) });
