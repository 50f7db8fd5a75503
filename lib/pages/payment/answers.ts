/** What a payer can say on the open page other than paying: the forms, what they send, and what was said before. */
import type { Account } from '#lib/domain/account.ts';
import {
  type ClaimedPayment,
  type Complaint,
  DISPUTE_REASONS,
  lastPromiseDay,
  mayPromise,
  OFFLINE_METHODS,
  openClaims,
  openDisputes,
  rejectedClaim,
} from '#lib/domain/answers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { promisedFor } from '#lib/domain/follow-up/follow-up.ts';
import { cutText, shownText } from '#lib/domain/message/clean-text.ts';
import { type Currency, type Money, minorDigits, parseAmount, toMajor } from '#lib/domain/money.ts';
import { dateOf, dayIn, dayOf } from '#lib/domain/time/due-day.ts';
import { calendarDay } from '#lib/domain/time/local-time.ts';
import { factsOf, type Language } from '#lib/words/languages.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { amountText, choice, field, folded, paragraph, payForm, textField } from './elements.ts';

export type AnswersView = {
  today: number;
  /** The last day that may be promised; undefined if no promise is taken. */
  promiseUntil: number | undefined;
  /** The day that is promised, if one is. */
  promised: number | undefined;
  /** What the payer says was paid, if nobody has decided on it: the newest. */
  claim: Pick<ClaimedPayment, 'amount' | 'paidOn'> | undefined;
  isDisputed: boolean;
  isRejected: boolean;
};

export function viewAnswers(collection: Collection, account: Account, now: Date): AnswersView {
  const today = dayIn(account.country, now.getTime());
  const last = mayPromise(collection) ? lastPromiseDay(collection, account, now) : undefined;
  const promised = promisedFor(collection.promise);
  return {
    today,
    promiseUntil: last !== undefined && last >= today ? last : undefined,
    // It holds to the end of the day.
    promised: promised === undefined ? undefined : dayIn(account.country, promised - 1),
    claim: openClaims(collection).at(-1),
    isDisputed: openDisputes(collection).length > 0,
    isRejected: rejectedClaim(collection) !== undefined,
  };
}

/** What a payer says; a day is a number of days since 1970. */
export type PageAnswer =
  | { kind: 'promise'; day: number }
  | { kind: 'claim'; payment: ClaimedPayment }
  | { kind: 'dispute'; complaint: Complaint };

const KINDS = ['promise', 'claim', 'dispute'] as const satisfies readonly PageAnswer['kind'][];

/** Undefined for a form that says nothing; `unclear` where it is not complete, or not possible. */
export function readAnswer(form: URLSearchParams, view: AnswerableView): PageAnswer | 'unclear' | undefined {
  const kind = KINDS.find((each) => each === form.get('method'));
  if (kind === undefined || view.answers === undefined) return undefined;
  return READERS[kind](form, view, view.answers) ?? 'unclear';
}

type AnswerableView = { answers: AnswersView | undefined; outstanding: Money };

type SaidView = { answers: AnswersView | undefined; merchant: string; language: Language };

type ReadForm = (form: URLSearchParams, view: AnswerableView, answers: AnswersView) => PageAnswer | undefined;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayNumber(text: string | null): number | undefined {
  const day = text !== null && DAY.test(text) ? dayOf(text) : Number.NaN;
  // 30 February would be read as a day of March.
  return Number.isInteger(day) && dateOf(day) === text ? day : undefined;
}

/** A claim may be about a payment of the year before. */
const MAX_DAYS_AGO = 366;
const MAX_TRANSACTION = 100;
const MAX_TEXT = 500;

const typed = (form: URLSearchParams, name: string, max: number): string =>
  cutText(shownText(form.get(name)?.toWellFormed() ?? '').trim(), max, '…');

const READERS: Readonly<Record<PageAnswer['kind'], ReadForm>> = {
  promise: (form, _view, { today, promiseUntil }) => {
    const day = dayNumber(form.get('payBy'));
    if (day === undefined || promiseUntil === undefined || day < today || day > promiseUntil) return undefined;
    return { kind: 'promise', day };
  },
  claim: (form, { outstanding: { currency } }, { today }) => {
    const day = dayNumber(form.get('paidOn'));
    const method = OFFLINE_METHODS.find((each) => each === form.get('how'));
    const sum = (form.get('amount') ?? '').trim();
    const amount = parseAmount(sum === '' ? Number.NaN : Number(sum), currency as Currency);
    // The payer can be a day ahead of the merchant.
    const isPossible = day !== undefined && day <= today + 1 && day >= today - MAX_DAYS_AGO;
    if (!isPossible || method === undefined || 'fault' in amount) return undefined;
    const transaction = typed(form, 'transaction', MAX_TRANSACTION);
    return { kind: 'claim', payment: { paidOn: dateOf(day), amount, method, ...(transaction && { transaction }) } };
  },
  dispute: (form) => {
    const reason = DISPUTE_REASONS.find((each) => each === form.get('reason'));
    const text = typed(form, 'text', MAX_TEXT);
    return reason && { kind: 'dispute', complaint: { reason, ...(text && { text }) } };
  },
};

/** Whether the payer has said that it is paid, or when it will be: nothing on the page asks for it as if they had not. */
export const isAnswered = (answers: AnswersView | undefined): boolean =>
  answers !== undefined && (answers.claim !== undefined || answers.promised !== undefined);

/** What was said before, and what the merchant made of it. `isNew`: just now, so that it is read out. */
export function saidBefore(view: SaidView, words: PaymentPageWords, isNew: boolean): string {
  return said(view, words)
    .map(({ text, isGood }) => paragraph(isGood ? 'note good' : 'note', text, isNew ? 'status' : undefined))
    .join('');
}

export const saidTexts = (view: SaidView, words: PaymentPageWords): string[] =>
  said(view, words).map(({ text }) => text);

type Said = { text: string; isGood: boolean };

function said({ answers, merchant, language }: SaidView, { answers: words }: PaymentPageWords): Said[] {
  if (answers === undefined) return [];
  const { promised, claim, isDisputed, isRejected } = answers;
  const day = (of: number) => factsOf(language).day(calendarDay(of));
  const texts: (Said | undefined)[] = [
    promised === undefined ? undefined : { text: words.promised(merchant, day(promised)), isGood: true },
    claim && {
      text: words.claimed(merchant, amountText(claim.amount, language), day(dayOf(claim.paidOn))),
      isGood: true,
    },
    isRejected ? { text: words.rejected(merchant), isGood: false } : undefined,
    isDisputed ? { text: words.disputed(merchant), isGood: false } : undefined,
  ];
  return texts.filter((text) => text !== undefined);
}

export function answerForms(view: AnswerableView, words: PaymentPageWords): string {
  const { answers, outstanding } = view;
  if (answers === undefined) return '';
  const amount = amountField(outstanding, words);
  return answerFields(answers, words, { isRequired: true, amount })
    .map(({ title, kind, fields, send }) => folded(title, payForm(send, { method: kind, look: 'go quiet', fields })))
    .join('');
}

type AnswerFields = { kind: PageAnswer['kind']; title: string; fields: string; send: string };

/** Of each thing that can be said now. `amount` is the field of a claim's sum, where the payer says it. */
export function answerFields(
  { today, promiseUntil, claim: claimed }: Pick<AnswersView, 'today' | 'promiseUntil' | 'claim'>,
  words: PaymentPageWords,
  { isRequired, amount = '' }: { isRequired: boolean; amount?: string },
): AnswerFields[] {
  const { answers } = words;
  const required = isRequired ? ' required' : '';
  const dates = (first: number, last: number) => `type="date" min="${dateOf(first)}" max="${dateOf(last)}"${required}`;
  const promise: AnswerFields[] =
    promiseUntil === undefined
      ? []
      : [
          {
            kind: 'promise',
            title: answers.promise,
            fields: field(answers.day, { name: 'payBy', attributes: dates(today, promiseUntil) }),
            send: answers.sendPromise,
          },
        ];
  const paidOn = `${dates(today - MAX_DAYS_AGO, today + 1)} value="${dateOf(today)}"`;
  const claim = [
    field(answers.paidOn, { name: 'paidOn', attributes: paidOn }),
    amount,
    choice(answers.how, {
      name: 'how',
      empty: answers.choose,
      values: named(OFFLINE_METHODS, words.methods),
      isRequired,
    }),
    field(answers.transaction, {
      name: 'transaction',
      attributes: `maxlength="${MAX_TRANSACTION}" autocomplete="off"`,
    }),
  ].join('');
  const dispute = [
    choice(answers.reason, {
      name: 'reason',
      empty: answers.choose,
      values: named(DISPUTE_REASONS, answers.reasons),
      isRequired,
    }),
    textField(answers.text, { name: 'text', maxLength: MAX_TEXT }),
  ].join('');
  return [
    ...promise,
    // Once is enough until the merchant has decided.
    ...(claimed === undefined
      ? [{ kind: 'claim' as const, title: answers.claim, fields: claim, send: answers.sendClaim }]
      : []),
    { kind: 'dispute', title: answers.dispute, fields: dispute, send: answers.sendDispute },
  ];
}

function amountField(outstanding: Money, words: PaymentPageWords): string {
  const step = 10 ** -minorDigits(outstanding.currency);
  const sum = `type="number" inputmode="decimal" step="${step}" min="${step}" value="${toMajor(outstanding)}" required`;
  return field(`${words.amount} (${outstanding.currency})`, { name: 'amount', attributes: sum });
}

const named = (codes: readonly string[], names: Readonly<Record<string, string>>) =>
  codes.map((code): [string, string] => [code, names[code] ?? code]);
