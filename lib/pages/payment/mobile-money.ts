/** Mobile money on the payment page: the form that sends a request to a phone, and what the payer then does. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { choice, field, payForm, terms } from './elements.ts';
import { instantText } from './local-text.ts';
import type { PaymentView } from './payment-view.ts';
import type { Instruction } from './shown-option.ts';
import { MAX_TYPED_NUMBER, type WayOfKind } from './ways.ts';

type Context = { view: PaymentView; words: PaymentPageWords; look: 'go' | 'go quiet' };

export function mobileRequest({ networks, method }: WayOfKind<'asks mobile'>, { view, words, look }: Context): string {
  const fields = networkField(networks, words) + numberField(view, words);
  return payForm(words.sendRequest, { method, look, fields });
}

/** What was sent to the phone, and the field for a code where the network asks for one. */
export function mobilePrompt(way: WayOfKind<'mobile'>, view: PaymentView, words: PaymentPageWords): string {
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
