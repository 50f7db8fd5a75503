/** Renders the ways to pay of the payment page, one block for each, and the form for a part. */
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { minorDigits, toMajor } from '#lib/domain/money.ts';
import type { Parts } from '#lib/domain/payment/part.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { amountText, choice, field, folded, instantText, paragraph, payForm, section, terms } from './elements.ts';
import type { PaymentView } from './payment-view.ts';
import type { Instruction } from './shown-option.ts';
import { MAX_TYPED_NUMBER, type Way, type WayOfKind } from './ways.ts';

/** The first way is open, and the others are folded: the page stays short. Its button stands out, unless something else on the page does. */
export function wayBlocks(view: PaymentView, words: PaymentPageWords, isQuiet: boolean): string {
  const main = isQuiet ? undefined : view.ways.find(({ kind }) => kind === 'page');
  const blocks = view.ways.map((way, index) =>
    wayBlock(way, { view, words, look: way === main ? 'go' : 'go quiet', isFirst: index === 0 }),
  );
  return [...blocks, partBlock(view, words)].join('');
}

/** As the claim's: the browser refuses what is none of them. */
function partBlock(view: PaymentView, words: PaymentPageWords): string {
  const { parts } = view;
  if (parts === undefined) return '';
  const step = 10 ** -minorDigits(parts.whole.currency);
  const attributes = `type="number" inputmode="decimal" step="${step}" min="${toMajor(parts.least)}" max="${toMajor(parts.whole)}" required`;
  const fields = field(`${words.part.amount} (${parts.whole.currency})`, { name: 'part', attributes });
  const note = paragraph('small', betweenText(parts, view, words));
  return folded(words.part.title, payForm(words.part.send, { method: 'checkout', look: 'go quiet', fields, note }));
}

export const betweenText = ({ least, whole }: Parts, { language }: PaymentView, words: PaymentPageWords): string =>
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
