/** Renders the body of the payment page while the collection can be paid, with one block for each way to pay. */

import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { minorDigits, toMajor } from '#lib/domain/money.ts';
import type { Parts } from '#lib/domain/payment/part.ts';
import { calendarDay } from '#lib/domain/time/local-time.ts';
import { factsOf } from '#lib/words/languages.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { answerForms, isAnswered, saidBefore } from './answers.ts';
import {
  amountText,
  choice,
  field,
  folded,
  foldedAll,
  heading,
  instantText,
  linkTo,
  paragraph,
  payForm,
  section,
  terms,
} from './elements.ts';
import type { PaymentView } from './payment-view.ts';
import { entryList } from './shown-entry.ts';
import type { Instruction } from './shown-option.ts';
import { MAX_TYPED_NUMBER, type Way, type WayOfKind } from './ways.ts';

/**
 * What has just happened. `returned`: the payer is back from the provider; `left`: without paying. `down`: the provider failed.
 * `refused`: a code was not accepted. `requested`: a new link was asked for. `said`: the payer said something, which is kept;
 * `unclear`: it was not complete; `no_part`: no such part can be paid; `limit`: it was too much for a day. `link`: the page may only link to the provider's page.
 */
export type Moment =
  | {
      kind: 'asked' | 'returned' | 'left' | 'down' | 'refused' | 'requested' | 'said' | 'unclear' | 'no_part' | 'limit';
    }
  | { kind: 'link'; link: string };

export function openBody(view: PaymentView, words: PaymentPageWords, moment: Moment): string {
  const {
    language,
    merchant,
    amount,
    received,
    credited,
    outstanding,
    about,
    reference,
    invoice,
    taxes,
    due,
    expiresAt,
  } = view;
  const isPartPaid = received.minor > 0;
  const isLess = isPartPaid || credited.minor > 0;
  const sum = escapeHtml(amountText(outstanding, language));
  const [initial = ''] = merchant;
  return [
    heading(words.heading.open(merchant), { sign: initial.toUpperCase() }),
    saidBefore(view, words, moment.kind === 'said'),
    `<p class="sum">${escapeHtml(isLess ? words.stillToPay : words.toPay)} <strong>${sum}</strong></p>`,
    news(view, words, moment),
    terms([
      [words.amount, isLess ? amountText(amount, language) : undefined],
      ...taxes,
      [words.received, isPartPaid ? amountText(received, language) : undefined],
      [words.credited, credited.minor > 0 ? amountText(credited, language) : undefined],
      [words.about, about],
      [words.invoice, invoice],
      [words.reference, reference],
      [words.due, due && factsOf(language).day(calendarDay(due.day))],
      // Nobody who is late is told how much longer it can wait.
      [words.payBefore, (due?.passed ?? 0) > 0 ? undefined : instantText(expiresAt, view)],
    ]),
    actions(view, words, moment),
    moment.kind === 'link' ? '' : answerForms(view, words),
    entryList(view, words),
  ].join('');
}

function news(view: PaymentView, words: PaymentPageWords, moment: Moment): string {
  const { isOverdue, provider, merchant, ways } = view;
  switch (moment.kind) {
    case 'returned':
      return paragraph('note', words.confirming, 'status');
    case 'left':
      return paragraph('note', words.left, 'status');
    case 'down': {
      const text = words.down(provider?.name ?? merchant);
      return paragraph('note bad', ways.some(isOpened) ? `${text} ${words.otherWays}` : text, 'alert');
    }
    case 'refused':
      return paragraph('note bad', words.refusedCode, 'alert');
    case 'link':
      return paragraph('note', words.leaving(new URL(moment.link).host), 'status');
    case 'unclear':
      return paragraph('note bad', words.answers.unclear, 'alert');
    case 'no_part':
      return view.parts === undefined ? '' : paragraph('note bad', betweenText(view.parts, view, words), 'alert');
    case 'limit':
      return paragraph('note bad', words.answers.limit(merchant), 'alert');
    case 'said':
    case 'requested':
    case 'asked':
      if (ways.length === 0) return paragraph('note', words.noProvider(merchant));
      return isOverdue && !isAnswered(view.answers) ? paragraph('note', lateText(view, words)) : '';
  }
}

/** Of a due day, for how long it has passed. */
const lateText = ({ language, due }: PaymentView, words: PaymentPageWords): string =>
  due === undefined ? words.overdue : words.pastDue(factsOf(language).daysPast(due.passed));

const isOpened = ({ kind }: PaymentView['ways'][number]): boolean => kind === 'account' || kind === 'mobile';

/** One action stands out: to pay or, when the payer may have paid, to check again. */
function actions(view: PaymentView, words: PaymentPageWords, moment: Moment): string {
  if (moment.kind === 'link') return linkTo(moment.link, words.continueTo(new URL(moment.link).host));
  if (moment.kind !== 'returned') return payable(view, words);
  const canPay = view.ways.some(({ kind }) => kind === 'page');
  return [
    linkTo('?returned=1', words.checkAgain),
    canPay ? paragraph('small', words.notFinished) : '',
    wayBlocks(view, words, true),
  ].join('');
}

/** Who has said that it is paid, or when it will be, is not asked to pay again: the ways are behind one line. */
function payable(view: PaymentView, words: PaymentPageWords): string {
  const blocks = wayBlocks(view, words, false);
  return blocks !== '' && isAnswered(view.answers) ? foldedAll(words.payAllTheSame, blocks) : blocks;
}

/** The first way is open, and the others are folded: the page stays short. Its button stands out, unless something else on the page does. */
function wayBlocks(view: PaymentView, words: PaymentPageWords, isQuiet: boolean): string {
  const main = isQuiet ? undefined : view.ways.find(({ kind }) => kind === 'page');
  const blocks = view.ways.map((way, index) =>
    wayBlock(way, { view, words, look: way === main ? 'go' : 'go quiet', isFirst: index === 0 }),
  );
  return [...blocks, partBlock(view, words)].join('');
}

/** As the claim's: the browser refuses what is none of them. */
function partBlock(view: PaymentView, words: PaymentPageWords): string {
  const { parts, ways } = view;
  if (parts === undefined || !ways.some(({ method }) => method === 'checkout')) return '';
  const step = 10 ** -minorDigits(parts.whole.currency);
  const attributes = `type="number" inputmode="decimal" step="${step}" min="${toMajor(parts.least)}" max="${toMajor(parts.whole)}" required`;
  const fields = field(`${words.part.amount} (${parts.whole.currency})`, { name: 'part', attributes });
  const note = paragraph('small', betweenText(parts, view, words));
  return folded(words.part.title, payForm(words.part.send, { method: 'checkout', look: 'go quiet', fields, note }));
}

const betweenText = ({ least, whole }: Parts, { language }: PaymentView, words: PaymentPageWords): string =>
  words.part.between(amountText(least, language), amountText(whole, language));

type BlockContext = { view: PaymentView; words: PaymentPageWords; look: 'go' | 'go quiet'; isFirst: boolean };

/** A page's button that comes first has no heading. */
function wayBlock(way: Way, context: BlockContext): string {
  const content = contentOf(way, context);
  if (!context.isFirst) return folded(titleOf(way, context), content);
  return way.kind === 'page' ? content : section(titleOf(way, context), content);
}

function titleOf(way: Way, { view, words }: BlockContext): string {
  switch (way.kind) {
    case 'page':
      return way.method === 'card' ? words.card : words.online;
    case 'account':
      return [words.transfer, ...apart(way, view)].join(' · ');
    case 'mobile':
      return words.mobile(way.network);
    case 'asks account':
      return words.transfer;
    case 'asks mobile':
      return words.mobileMoney;
  }
}

/** What tells an account from another: the bank and, within one bank, the end of its number. */
function apart(way: WayOfKind<'account'>, { ways }: PaymentView): string[] {
  const others = ways.filter((other): other is WayOfKind<'account'> => other.kind === 'account' && other !== way);
  if (others.length === 0) return [];
  const isOneBank = others.some(({ bankName }) => bankName === way.bankName);
  return [isOneBank ? `${way.bankName} …${way.accountNumber.slice(-4)}` : way.bankName];
}

function contentOf(way: Way, { view, words, look }: BlockContext): string {
  switch (way.kind) {
    case 'page':
      return pageButton(way.method, { view, words, look });
    case 'account':
      return account(way, view, words);
    case 'mobile':
      return mobilePrompt(way, view, words);
    case 'asks account':
      return payForm(words.showAccount, { method: way.method, look });
    case 'asks mobile': {
      return mobileRequest(way, { view, words, look });
    }
  }
}

function pageButton(
  method: 'checkout' | 'card',
  { view, words, look }: Pick<BlockContext, 'view' | 'words' | 'look'>,
): string {
  const { provider, outstanding, language } = view;
  const label = words[method === 'card' ? 'byCard' : 'pay'](amountText(outstanding, language));
  const note = [
    provider === undefined ? '' : paragraph('small', words.next(provider.name)),
    provider?.kind === 'sandbox' ? paragraph('small', words.test) : '',
  ].join('');
  return payForm(label, { method, look, note });
}

function account(way: WayOfKind<'account'>, view: PaymentView, words: PaymentPageWords): string {
  const { bankName, accountNumber, accountName, amount, expiresAt } = way;
  return [
    exactly(amountText(amount, view.language), words),
    terms([
      [words.bank, bankName],
      [words.accountNumber, accountNumber, 'copy'],
      [words.accountName, accountName],
      [words.usableUntil, instantText(expiresAt, view)],
    ]),
    paragraph('small', words.copyHint),
  ].join('');
}

/** The figures alone can be selected, because a bank asks for them without the currency. */
function exactly(amount: string, words: PaymentPageWords): string {
  const [before = '', figures = '', ...after] = words.exactly(amount).split(/(\d[\d.,\u202f]*)/);
  return `<p>${escapeHtml(before)}<span class="pick">${figures}</span>${escapeHtml(after.join(''))}</p>`;
}

type Context = { view: PaymentView; words: PaymentPageWords; look: 'go' | 'go quiet' };

function mobileRequest({ networks, method }: WayOfKind<'asks mobile'>, { view, words, look }: Context): string {
  const fields = networkField(networks, words) + numberField(view, words);
  return payForm(words.sendRequest, { method, look, fields });
}

/** What was sent to the phone, and the field for a code where the network asks for one. */
function mobilePrompt(way: WayOfKind<'mobile'>, view: PaymentView, words: PaymentPageWords): string {
  const { instructions, needsCode, expiresAt, method } = way;
  const attributes = 'inputmode="numeric" autocomplete="one-time-code" maxlength="20" required';
  const fields = field(words.code, { name: 'code', attributes });
  return [
    `<p>${instructions.map((part) => instruction(part, words)).join(' ')}</p>`,
    needsCode ? payForm(words.sendCode, { method, look: 'go quiet', fields }) : '',
    terms([[words.usableUntil, instantText(expiresAt, view)]]),
  ].join('');
}

function numberField({ phoneEnd }: PaymentView, words: PaymentPageWords): string {
  const required = phoneEnd === undefined ? ' required' : '';
  const attributes = `type="tel" inputmode="tel" autocomplete="tel" maxlength="${MAX_TYPED_NUMBER}"${required}`;
  return field(words.mobileNumber(phoneEnd), { name: 'number', attributes });
}

const networkField = (values: readonly string[], words: PaymentPageWords): string =>
  values.length === 0 ? '' : choice(words.network, { name: 'network', empty: words.chooseNetwork, values });

const instruction = ({ kind, text }: Instruction, { instructions }: PaymentPageWords): string =>
  kind === 'link'
    ? `<a rel="noreferrer" href="${escapeHtml(text)}">${escapeHtml(new URL(text).host)}</a>`
    : escapeHtml(Object.hasOwn(instructions, text) ? (instructions[text] ?? text) : text);
