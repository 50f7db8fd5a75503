/** Renders the body of the payment page while the collection can be paid. */

import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { calendarDay } from '#lib/domain/time/local-time.ts';
import { factsOf } from '#lib/words/languages.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { answerForms, isAnswered, saidBefore } from './answers.ts';
import { amountText, foldedAll, heading, instantText, linkTo, paragraph, terms } from './elements.ts';
import type { PaymentView } from './payment-view.ts';
import { entryList } from './shown-entry.ts';
import { betweenText, wayBlocks } from './way-blocks.ts';

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
