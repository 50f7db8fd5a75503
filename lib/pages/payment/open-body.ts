/** Renders the body of the payment page while the collection can be paid. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { heading, linkTo, paragraph, payForm, terms } from './elements.ts';
import { amountText, instantText } from './local-text.ts';
import type { PaymentView } from './payment-view.ts';
import type { Instruction, ShownOption } from './shown-option.ts';
import type { Words } from './words.ts';

/** `returned`: from the provider. `down`: the provider failed. `link`: the page may only link to the provider's page. */
export type Moment = { kind: 'asked' | 'returned' | 'down' } | { kind: 'link'; link: string };

export function openBody(view: PaymentView, words: Words, moment: Moment): string {
  const { language, merchant, amount, paid, remaining, about, reference, expiresAt, zones } = view;
  const isPartPaid = paid.minor > 0;
  const sum = escapeHtml(amountText(remaining, language));
  const [initial = ''] = merchant;
  return [
    heading(words.heading.open(merchant), { sign: initial.toUpperCase() }),
    `<p class="sum">${escapeHtml(isPartPaid ? words.stillToPay : words.toPay)} <strong>${sum}</strong></p>`,
    news(view, words, moment),
    terms([
      [words.amount, isPartPaid ? amountText(amount, language) : undefined],
      [words.received, isPartPaid ? amountText(paid, language) : undefined],
      [words.about, about],
      [words.reference, reference],
      [words.payBefore, instantText(expiresAt, zones, language)],
    ]),
    action(view, words, moment),
    ...view.options.map((option) => otherWay(option, view, words)),
  ].join('');
}

function news({ isOverdue, provider, merchant, options }: PaymentView, words: Words, moment: Moment): string {
  switch (moment.kind) {
    case 'returned':
      return paragraph('note', words.confirming, 'status');
    case 'down':
      return paragraph('note bad', words.down(provider?.name ?? merchant), 'alert');
    case 'link':
      return paragraph('note', words.leaving(new URL(moment.link).host), 'status');
    case 'asked':
      if (provider === undefined && options.length === 0) return paragraph('note', words.noProvider(merchant));
      return isOverdue ? paragraph('note', words.overdue) : '';
  }
}

/** One action stands out: to pay or, when the payer may have paid, to check again. */
function action({ provider, remaining, language }: PaymentView, words: Words, moment: Moment): string {
  const again = moment.kind === 'returned' ? linkTo('?returned=1', words.checkAgain) : '';
  if (moment.kind === 'link') return linkTo(moment.link, words.continueTo(new URL(moment.link).host));
  if (provider === undefined) return again;
  const label = words.pay(amountText(remaining, language));
  return [
    again,
    again && paragraph('small', words.notFinished),
    payForm(label, again ? 'go quiet' : 'go'),
    paragraph('small', words.next(provider.name)),
    provider.kind === 'sandbox' ? paragraph('small', words.test) : '',
  ].join('');
}

function otherWay(option: ShownOption, { remaining, language, zones }: PaymentView, words: Words): string {
  const until = [words.usableUntil, instantText(option.expiresAt, zones, language)] as [string, string];
  if (option.kind === 'mobile') {
    const how = `<p>${option.instructions.map(instruction).join(' ')}</p>`;
    return `<section><h2>${escapeHtml(words.mobile(option.network))}</h2>${how}${terms([until])}</section>`;
  }
  const { bankName, accountNumber, accountName } = option;
  const account = terms([
    [words.bank, bankName],
    [words.accountNumber, accountNumber, 'copy'],
    [words.accountName, accountName],
    until,
  ]);
  const exactly = paragraph('', words.exactly(amountText(remaining, language)));
  return `<section><h2>${escapeHtml(words.transfer)}</h2>${exactly}${account}</section>`;
}

const instruction = ({ kind, text }: Instruction): string =>
  kind === 'link'
    ? `<a rel="noreferrer" href="${escapeHtml(text)}">${escapeHtml(new URL(text).host)}</a>`
    : escapeHtml(text);
