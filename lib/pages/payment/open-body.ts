/** Renders the body of the payment page while the collection can be paid. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { heading, linkTo, paragraph, terms } from './elements.ts';
import { entryList } from './entry-list.ts';
import { amountText, instantText } from './local-text.ts';
import type { PaymentView } from './payment-view.ts';
import { wayBlocks } from './way-blocks.ts';

/**
 * What has just happened. `returned`: the payer is back from the provider; `left`: without paying. `down`: the provider
 * failed. `refused`: a code was not accepted. `link`: the page may only link to the provider's page.
 */
export type Moment = { kind: 'asked' | 'returned' | 'left' | 'down' | 'refused' } | { kind: 'link'; link: string };

export function openBody(view: PaymentView, words: PaymentPageWords, moment: Moment): string {
  const { language, merchant, amount, received, outstanding, about, reference, expiresAt, zones } = view;
  const isPartPaid = received.minor > 0;
  const sum = escapeHtml(amountText(outstanding, language));
  const [initial = ''] = merchant;
  return [
    heading(words.heading.open(merchant), { sign: initial.toUpperCase() }),
    `<p class="sum">${escapeHtml(isPartPaid ? words.stillToPay : words.toPay)} <strong>${sum}</strong></p>`,
    news(view, words, moment),
    terms([
      [words.amount, isPartPaid ? amountText(amount, language) : undefined],
      [words.received, isPartPaid ? amountText(received, language) : undefined],
      [words.about, about],
      [words.reference, reference],
      [words.payBefore, instantText(expiresAt, zones, language)],
    ]),
    actions(view, words, moment),
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
    case 'asked':
      if (ways.length === 0) return paragraph('note', words.noProvider(merchant));
      return isOverdue ? paragraph('note', words.overdue) : '';
  }
}

const isOpened = ({ kind }: PaymentView['ways'][number]): boolean => kind === 'account' || kind === 'mobile';

/** One action stands out: to pay or, when the payer may have paid, to check again. */
function actions(view: PaymentView, words: PaymentPageWords, moment: Moment): string {
  if (moment.kind === 'link') return linkTo(moment.link, words.continueTo(new URL(moment.link).host));
  if (moment.kind !== 'returned') return wayBlocks(view, words, false);
  const canPay = view.ways.some(({ kind }) => kind === 'page');
  return [
    linkTo('?returned=1', words.checkAgain),
    canPay ? paragraph('small', words.notFinished) : '',
    wayBlocks(view, words, true),
  ].join('');
}
