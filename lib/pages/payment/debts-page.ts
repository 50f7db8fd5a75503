/** Renders the page of all open debts of a person: what they come to, and a link to the page of each. */
import { type Account, supportOf } from '#lib/domain/account.ts';
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { linkToken } from '#lib/domain/ids.ts';
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { type Money, outstandingOf, toMajor } from '#lib/domain/money.ts';
import type { PaidDebt } from '#lib/domain/payment/ledger-entry.ts';
import { whereaboutsOf } from '#lib/domain/person/policy.ts';
import { zonesOf } from '#lib/domain/phone.ts';
import { calendarDay } from '#lib/domain/time/local-time.ts';
import { factsOf, type Language, PAYMENT_PAGE_WORDS, type PageReader, pageLanguage } from '#lib/words/languages.ts';
import type { PaymentPageWords } from '#lib/words/page-words.ts';
import { type AnswersView, answerFields, type PageAnswer, readAnswer, saidTexts, viewAnswers } from './answers.ts';
import { debtsReceipt, debtTitle } from './debts-receipt.ts';
import { amountText, folded, heading, instantText, linkTo, merchantName, paragraph } from './elements.ts';
import { contactLine, imprint, shell } from './payment-page.ts';

type AccountNow = { account: Account; now: Date };

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
  const claim = views.every((view) => view.claim !== undefined) ? first.claim : undefined;
  const fields = answerFields({ today: first.today, promiseUntil, claim }, words, { isRequired: false });
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

type DebtsView = Pick<CollectionContext, 'account' | 'phone'> & {
  debts: readonly Collection[];
  now: Date;
  reader?: PageReader;
  /** What the payer had ticked; all, at first. */
  ticked?: ReadonlySet<string>;
};

const PAGE_SIZE = 10;

/** What came of a click that chose some of them, or none; or of what the payer comes back from: `returned` until the money has come. */
type Outcome =
  | {
      kind: 'redirect' | 'mixed' | 'none' | 'too_often' | 'closed' | 'failed' | 'left' | 'said' | 'unclear' | 'limit';
    }
  | { kind: 'link'; link: string }
  | { kind: 'paid'; paid: readonly PaidDebt[] }
  | { kind: 'returned'; from: string };

/** `asked`: the page of the list, from 1 on, as the address says it. What is none is the first, or the last. */
export function debtsPage(
  { account, phone, debts, now, reader = {}, ticked }: DebtsView,
  asked = '1',
  outcome?: Outcome,
): string {
  const language = pageLanguage(reader, phone.country, account.language);
  const words = PAYMENT_PAGE_WORDS[language];
  const merchant = merchantName(account.name, language);
  const zones = zonesOf(whereaboutsOf({ phone, account }));
  const last = Math.max(1, Math.ceil(debts.length / PAGE_SIZE));
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Math.min(Number(asked), last) : 1;
  const start = (page - 1) * PAGE_SIZE;
  const shown = debts.slice(start, start + PAGE_SIZE);
  const groups = [...Map.groupBy(shown, ({ amount }) => amount.currency)].map(([currency, own]) => ({
    currency,
    isPayable: own.some(isPayableHere),
    rows: own.map((debt) => {
      const said = viewAnswers(debt, account, now);
      // What is said to be paid is not offered to be paid once more.
      const isTicked = ticked?.has(debt.ref.hash) ?? said.claim === undefined;
      return row(debt, { language, zones, now, merchant, said, isTicked });
    }),
  }));
  const answers = debtAnswers(shown.filter(isPayableHere), { account, now }, words);
  const main = [
    heading(words.heading.open(merchant), { sign: (merchant[0] ?? '').toUpperCase() }),
    // What has just happened comes first. Where nothing is left, nothing can be ticked.
    outcome?.kind === 'paid'
      ? debtsReceipt(outcome.paid, { language, zones, merchant }, words)
      : news(debts.length === 0 && outcome?.kind === 'none' ? undefined : outcome, words, merchant),
    ...sumsOf(debts).map(
      ([count, sum]) => `<p class="sum">${escapeHtml(factsOf(language).owed(count, amountText(sum, language)))}</p>`,
    ),
    debts.length === 0 ? paragraph('note', words.debts.none(merchant), 'status') : listForm(groups, answers, words),
    `<p class="small keep"><a href="?statement=1">${escapeHtml(words.statement)}</a></p>`,
    start > 0 ? pageLink(page - 1, words.debts.previous) : '',
    start + PAGE_SIZE < debts.length ? pageLink(page + 1, words.debts.next) : '',
    contactLine({ merchant, support: supportOf(account) }, words),
    imprint(account),
  ];
  const title = words.heading.open(merchant);
  return shell({ language, title, main: main.join(''), brand: account, footer: words.known(merchant) });
}

function news(
  outcome: Exclude<Outcome, { kind: 'paid' }> | undefined,
  words: PaymentPageWords,
  merchant: string,
): string {
  if (outcome === undefined) return '';
  if (outcome.kind === 'left') return paragraph('note', words.left, 'status');
  if (outcome.kind === 'returned')
    return paragraph('note', words.confirming, 'status') + linkTo(`?returned=${outcome.from}`, words.checkAgain);
  if (outcome.kind === 'said') return paragraph('note good', words.debts.told(merchant), 'status');
  if (outcome.kind === 'unclear') return paragraph('note bad', words.answers.unclear, 'alert');
  if (outcome.kind === 'limit') return paragraph('note bad', words.answers.limit(merchant), 'alert');
  if (outcome.kind === 'none') return paragraph('note', words.debts.tick, 'alert');
  if (outcome.kind === 'link')
    return (
      paragraph('note', words.leaving(new URL(outcome.link).host), 'status') +
      linkTo(outcome.link, words.continueTo(new URL(outcome.link).host))
    );
  return paragraph('note bad', outcome.kind === 'mixed' ? words.debts.mixed : words.down(merchant), 'alert');
}

const NAME = 'pay';
const CURRENCY = 'currency';

type CurrencyGroup = { currency: string; rows: readonly string[]; isPayable: boolean };

/**
 * One button for each currency, which pays what is ticked in it: no two are paid together. `answers` is empty where nothing can be ticked.
 * The first button is what the Enter key in a field would press: it does nothing.
 */
const listForm = (groups: readonly CurrencyGroup[], answers: string, words: PaymentPageWords): string => {
  const lists = groups.map(({ currency, rows, isPayable }) => {
    const label = groups.length === 1 ? words.debts.pay : `${words.debts.pay} · ${currency}`;
    const button = `<button class="go" name="${CURRENCY}" value="${currency}">${escapeHtml(label)}</button>`;
    return `<ul>${rows.join('')}</ul>${isPayable ? button : ''}`;
  });
  return `<form method="post" action="?"><button disabled hidden></button>${lists.join('')}${answers}</form>`;
};

const isPayableHere = ({ payable }: Collection): boolean => payable.proof !== undefined;

/** What was ticked, by their hashes: it stays ticked on the page that answers. */
export const tickedIn = (form: URLSearchParams): ReadonlySet<string> => new Set(form.getAll(NAME));

/** Those that were ticked and can still be paid, in the order of the list; of one currency, if the button of one was clicked. */
export function chosenIn(form: URLSearchParams, debts: readonly Collection[]): Collection[] {
  const ticked = tickedIn(form);
  const currency = form.get(CURRENCY);
  const isMeant = ({ ref, amount }: Collection) =>
    ticked.has(ref.hash) && (currency === null || amount.currency === currency);
  return debts.filter((debt) => isMeant(debt) && isPayableHere(debt)).slice(0, PAGE_SIZE);
}

/** Nothing is added across currencies. */
function sumsOf(debts: readonly Collection[]): [count: number, sum: Money][] {
  const sums = new Map<string, [number, Money]>();
  for (const debt of debts) {
    const { currency, minor } = outstandingOf(debt);
    const [count, sum] = sums.get(currency) ?? [0, { currency, minor: 0 }];
    sums.set(currency, [count + 1, { currency, minor: sum.minor + minor }]);
  }
  return [...sums.values()];
}

type DebtsContext = {
  language: Language;
  zones: readonly string[];
  now: Date;
  merchant: string;
  said: AnswersView;
  isTicked: boolean;
};

/** One that cannot be paid on a page of ours has no link. */
function row(debt: Collection, shown: DebtsContext): string {
  const { language, merchant, said, isTicked } = shown;
  const { ref, payable, dueDay, expiresAt } = debt;
  const words = PAYMENT_PAGE_WORDS[language];
  const day =
    dueDay === undefined
      ? factsOf(language).payableUntil(instantText(expiresAt, shown))
      : factsOf(language).dueOn(factsOf(language).day(calendarDay(dueDay)));
  const amount = escapeHtml(amountText(outstandingOf(debt), language));
  const tick =
    payable.proof === undefined
      ? '<label>'
      : `<label><input type="checkbox" name="${NAME}" value="${ref.hash}"${isTicked ? ' checked' : ''}> `;
  const link = payable.proof === undefined ? '' : ` href="../pay/${linkToken(ref, payable.proof)}"`;
  const pay = link && `<a${link}>${escapeHtml(words.pay(amountText(outstandingOf(debt), language)))}</a>`;
  return [
    `<li><div>${tick}<bdi>${debtTitle(debt)}</bdi></label> <strong><bdi>${amount}</bdi></strong></div>`,
    `<small>${escapeHtml(day)}</small>`,
    ...saidTexts({ answers: said, merchant, language }, words).map((text) => `<small>${escapeHtml(text)}</small>`),
    `${pay}</li>`,
  ].join('');
}

const pageLink = (page: number, label: string): string =>
  `<a class="go quiet" href="?page=${page}">${escapeHtml(label)}</a>`;
