/** Renders the body of the payment page once the collection is paid, expired or cancelled: what that means, and for whose money. */

import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { heading, linkTo, paragraph, terms } from './elements.ts';
import { entryList, receiptTerms } from './entry-list.ts';
import { amountText } from './local-text.ts';
import type { Moment } from './open-body.ts';
import type { PaymentView } from './payment-view.ts';

type Outcome = Exclude<keyof PaymentPageWords['heading'], 'open'>;

export function outcomeOf({ state, amount, received, goneBack }: PaymentView): Outcome {
  if (state !== 'completed') return state === 'open' ? 'completed' : state;
  const { refunded, chargedBack, disputed } = goneBack;
  if (chargedBack > 0 || disputed > 0) return 'disputed';
  if (refunded <= 0 || received.minor >= amount.minor) return 'completed';
  return received.minor > 0 ? 'partlyRefunded' : 'refunded';
}

export function finalBody(view: PaymentView, words: PaymentPageWords, moment: Moment): string {
  const { language, merchant, state, amount, received, about, reference, entries } = view;
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
      [words.received, isTold(view) ? amountText(received, language) : undefined],
      [words.about, about],
      [words.reference, reference],
      ...receipt,
    ]),
    receipt.length === 0 ? entryList(view, words) : '',
    outcome === 'completed' && entries.length > 0 ? paragraph('small keep', words.keep) : '',
  ].join('');
}

const isTold = ({ received, amount, entries }: PaymentView): boolean =>
  entries.length > 0 && received.minor >= 0 && received.minor !== amount.minor;

function meaning(
  { state, merchant, amount, received }: PaymentView,
  words: PaymentPageWords,
  outcome: Outcome,
): string {
  if (state === 'expired' || state === 'cancelled') return paragraph('text', words.meaning[state](merchant));
  if (outcome !== 'completed') return '';
  return paragraph('text', words.meaning[received.minor < amount.minor ? 'recorded' : 'completed'](merchant));
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
function sums(
  { state, merchant, amount, received, goneBack, language }: PaymentView,
  words: PaymentPageWords,
): string[] {
  const shown = (minor: number) => amountText({ ...amount, minor }, language);
  const { refunded, chargedBack, disputed } = goneBack;
  const excess = state === 'completed' ? received.minor - amount.minor : 0;
  return [
    ...(excess > 0 ? [words.over(shown(excess), merchant)] : []),
    ...(refunded > 0 ? [words.refunded(shown(refunded))] : []),
    ...(chargedBack > 0 ? [words.chargedBack(shown(chargedBack))] : []),
    ...(disputed > 0 ? [words.disputed(shown(disputed))] : []),
  ];
}
