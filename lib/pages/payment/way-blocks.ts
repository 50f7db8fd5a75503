/** Renders the ways to pay: one block for each. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { choice, field, paragraph, payForm, section, terms } from './elements.ts';
import { amountText, instantText } from './local-text.ts';
import type { PaymentView } from './payment-view.ts';
import type { Instruction } from './shown-option.ts';
import type { Way } from './ways.ts';

/** The first button stands out, unless something else on the page does; a page's button that comes first has no heading. */
export function wayBlocks(view: PaymentView, words: PaymentPageWords, isQuiet: boolean): string {
  const main = isQuiet ? undefined : view.ways.find(({ kind }) => kind === 'page');
  return view.ways
    .map((way, index) => wayBlock(way, { view, words, look: way === main ? 'go' : 'go quiet', isFirst: index === 0 }))
    .join('');
}

type BlockContext = { view: PaymentView; words: PaymentPageWords; look: 'go' | 'go quiet'; isFirst: boolean };

function wayBlock(way: Way, { view, words, look, isFirst }: BlockContext): string {
  switch (way.kind) {
    case 'page': {
      const button = pageButton(way.method, { view, words, look });
      return isFirst ? button : section(way.method === 'card' ? words.card : words.online, button);
    }
    case 'account':
      return section(words.transfer, account(way, view, words));
    case 'mobile':
      return section(words.mobile(way.network), mobile(way, view, words));
    case 'asks account':
      return section(words.transfer, payForm(words.showAccount, { method: way.method, look }));
    case 'asks mobile': {
      const fields = networkField(way.networks, words);
      return section(words.mobileMoney, payForm(words.sendRequest, { method: way.method, look, fields }));
    }
  }
}

function pageButton(method: 'checkout' | 'card', { view, words, look }: Omit<BlockContext, 'isFirst'>): string {
  const { provider, outstanding, language } = view;
  const label = method === 'card' ? words.card : words.pay(amountText(outstanding, language));
  const note = [
    provider === undefined ? '' : paragraph('small', words.next(provider.name)),
    provider?.kind === 'sandbox' ? paragraph('small', words.test) : '',
  ].join('');
  return payForm(label, { method, look, note });
}

type WayOfKind<Kind extends Way['kind']> = Extract<Way, { kind: Kind }>;

function account(way: WayOfKind<'account'>, { language, zones }: PaymentView, words: PaymentPageWords): string {
  const { bankName, accountNumber, accountName, amount, expiresAt } = way;
  return [
    paragraph('', words.exactly(amountText(amount, language))),
    terms([
      [words.bank, bankName],
      [words.accountNumber, accountNumber, 'copy'],
      [words.accountName, accountName],
      [words.usableUntil, instantText(expiresAt, zones, language)],
    ]),
  ].join('');
}

function mobile(way: WayOfKind<'mobile'>, { language, zones }: PaymentView, words: PaymentPageWords): string {
  const { instructions, needsCode, expiresAt, method } = way;
  const attributes = 'inputmode="numeric" autocomplete="one-time-code" maxlength="20" required';
  const fields = field(words.code, { name: 'code', attributes });
  return [
    `<p>${instructions.map((part) => instruction(part, words)).join(' ')}</p>`,
    needsCode ? payForm(words.sendCode, { method, look: 'go quiet', fields }) : '',
    terms([[words.usableUntil, instantText(expiresAt, zones, language)]]),
  ].join('');
}

const networkField = (values: readonly string[], words: PaymentPageWords): string =>
  values.length === 0 ? '' : choice(words.network, { name: 'network', empty: words.chooseNetwork, values });

const instruction = ({ kind, text }: Instruction, { instructions }: PaymentPageWords): string =>
  kind === 'link'
    ? `<a rel="noreferrer" href="${escapeHtml(text)}">${escapeHtml(new URL(text).host)}</a>`
    : escapeHtml(Object.hasOwn(instructions, text) ? (instructions[text] ?? text) : text);
