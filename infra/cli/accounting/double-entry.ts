/** An entry of the journal as double-entry bookkeeping writes it: which account of the merchant's ledger is debited, and which is credited. */
import type { JournalEntryResponse } from '#lib/contract/journal.ts';
import { minorDigits } from '#lib/domain/money.ts';

/** Accounts that a map must name: what each of them is for stands in docs/guides/accounting.md. */
export const ACCOUNTS = [
  'receivable',
  'sales',
  'tax',
  'credits',
  'badDebt',
  'customerCredit',
  'moves',
  'money',
] as const;
type AccountName = (typeof ACCOUNTS)[number];

/** By provider, with `default` for the others; the merchant's own records are of `merchant`. */
type MoneyAccounts = Readonly<Record<string, string>> & { default: string };

export type AccountMap = Readonly<Record<Exclude<AccountName, 'money'>, string>> & { money: MoneyAccounts };

/** `amount`: a debit is above 0, a credit is below. */
export type Posting = { account: string; amount: number; isReceivable: boolean };

export type Voucher = {
  number: string;
  day: string;
  customer: string;
  /** What it is, of which collection, and the id of the entry: no two are the same. */
  narration: string;
  currency: string;
  postings: Posting[];
};

/** Programs limit numbers to 21 characters: these are of the id of the entry, 20 of its 25. */
const NUMBER_LENGTH = 20;

/** What stands against the receivable account. */
const AGAINST: Readonly<Record<JournalEntryResponse['kind'], AccountName>> = {
  asked: 'sales',
  corrected: 'sales',
  received: 'money',
  returned: 'money',
  restored: 'money',
  moved: 'moves',
  credited: 'credits',
  written_off: 'badDebt',
  reinstated: 'badDebt',
  overpaid: 'customerCredit',
};

/** Of sums in major units, without the rounding of doubles. */
export const sumOf = (values: readonly number[], currency: string): number =>
  Number(values.reduce((sum, value) => sum + value, 0).toFixed(minorDigits(currency)));

/** `slug`: of the provider of the entry, or `merchant`. */
export function voucherOf(entry: JournalEntryResponse, slug: string, accounts: AccountMap): Voucher {
  const { id, day, customer, kind, reference, number, amount, tax = [] } = entry;
  const name = AGAINST[kind];
  const against = name === 'money' ? (accounts.money[slug] ?? accounts.money.default) : accounts[name];
  const taxes = kind === 'asked' ? tax.map((each) => ({ account: accounts.tax, amount: -each.amount.value })) : [];
  const rest = sumOf([amount.value, ...taxes.map((each) => each.amount)], amount.currency);
  const postings = [
    { account: accounts.receivable, amount: amount.value, isReceivable: true },
    ...[{ account: against, amount: -rest }, ...taxes].map((each) => ({ ...each, isReceivable: false })),
  ];
  return {
    number: id.slice('jnl_'.length, 'jnl_'.length + NUMBER_LENGTH),
    day,
    customer,
    narration: [kind.replaceAll('_', ' '), number ?? reference, id].join(' · '),
    currency: amount.currency,
    postings: postings.filter((posting) => posting.amount !== 0),
  };
}
