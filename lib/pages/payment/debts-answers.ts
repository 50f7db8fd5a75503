/** What a payer can say on the page of all debts, about those that are ticked: the fields, and what they send for each debt. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { outstandingOf, toMajor } from '#lib/domain/money.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { answerFields, type PageAnswer, readAnswer, viewAnswers } from './answers.ts';
import { folded, paragraph } from './elements.ts';

export type AccountNow = { account: Account; now: Date };

/** Parts of the form in which the debts are ticked, so that they need no script. Nothing is required: the form has other buttons. */
export function debtAnswers(
  debts: readonly Collection[],
  { account, now }: AccountNow,
  words: PaymentPageWords,
): string {
  const views = debts.map((debt) => viewAnswers(debt, account, now));
  const [first] = views;
  if (first === undefined) return '';
  const lastDays = views.flatMap(({ promiseUntil }) => promiseUntil ?? []);
  const promiseUntil = lastDays.length === 0 ? undefined : Math.min(...lastDays);
  const fields = answerFields({ today: first.today, promiseUntil }, words, { isRequired: false });
  const parts = fields.map(({ kind, title, fields: inputs, send }) =>
    folded(title, `${inputs}<button class="go quiet" name="method" value="${kind}">${escapeHtml(send)}</button>`),
  );
  return paragraph('small', words.debts.about) + parts.join('');
}

export type DebtAnswer = { collection: Collection; answer: PageAnswer };

/** Undefined for a form that says nothing. A claim says of each debt that all of it is paid. */
export function readDebtAnswers(
  form: URLSearchParams,
  chosen: readonly Collection[],
  { account, now }: AccountNow,
): (DebtAnswer | 'unclear')[] | undefined {
  if (!form.has('method')) return undefined;
  return chosen.map((collection) => {
    const outstanding = outstandingOf(collection);
    const own = new URLSearchParams(form);
    own.set('amount', String(toMajor(outstanding)));
    const answer = readAnswer(own, { answers: viewAnswers(collection, account, now), outstanding });
    return answer === undefined || answer === 'unclear' ? 'unclear' : { collection, answer };
  });
}
