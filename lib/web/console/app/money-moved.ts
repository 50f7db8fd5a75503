/** The money that came and went back, as the console shows it: what is asked of the journal, its sums, and its lines of a file. */
import type { FlowResponse } from '#lib/contract/insights.ts';
import type { JournalEntryResponse } from '#lib/contract/journal.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { csvOf } from '#lib/web/console/collections-csv.ts';
import { type FlowStep, type Money, receivedIn, returnedIn, sumOf } from './home.ts';

/** As in the address: days of the account, both included. Empty is not asked. */
export type MoneyQuery = {
  from: string;
  to: string;
  currency: string;
  /** How money came. */
  by: '' | 'online' | 'hand';
};

export const WAYS = ['', 'online', 'hand'] as const;

type Days = { from: string; to: string };

/** As many as the service answers about. */
const MAX_DAYS = 366;

/** Those of the address, or the others where it says none. What begins after its end is one day, and what is too long is its end. */
export function daysIn(query: URLSearchParams, others: Days): Days {
  const day = (name: keyof Days) => (Number.isNaN(Date.parse(query.get(name) ?? '')) ? undefined : query.get(name));
  const to = day('to')?.slice(0, DAY_LENGTH) ?? others.to;
  const from = day('from')?.slice(0, DAY_LENGTH) ?? (others.from < to ? others.from : to);
  const longest = new Date(Date.parse(to) - (MAX_DAYS - 1) * DAY_MS).toISOString().slice(0, DAY_LENGTH);
  return { from: from > to ? to : from < longest ? longest : from, to };
}

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const CURRENCY = /^[A-Z]{3}$/;

/** The days are those of this month until the day, if the address does not say others. */
export function moneyQueryOf(query: URLSearchParams, month: Days): MoneyQuery {
  const currency = query.get('currency') ?? '';
  return {
    ...daysIn(query, month),
    currency: CURRENCY.test(currency) ? currency : '',
    by: WAYS.find((way) => way === query.get('by')) ?? '',
  };
}

/** The parameters of the call. */
export const journalQuery = ({ from, to, currency }: MoneyQuery): Record<string, string> => ({
  from,
  to,
  ...(currency !== '' && { currency }),
});

export const isByHand = ({ provider }: JournalEntryResponse): boolean => provider === 'merchant';

export const isAskedFor = (entry: JournalEntryResponse, { by }: MoneyQuery): boolean =>
  by === '' || isByHand(entry) === (by === 'hand');

/** What came is positive: in the journal it lowers what is owed. */
export const moved = ({ amount }: JournalEntryResponse): { value: number; currency: string } => ({
  ...amount,
  value: 0 - amount.value,
});

/** By currency: what came in the asked way, and what went back, which no way tells apart. */
export function sumsOf({ currencies }: FlowResponse, { by }: MoneyQuery): { received: Money; returned?: Money }[] {
  return currencies.map(({ currency, steps }) => {
    const received = {
      '': (step: FlowStep) => receivedIn(step).value,
      online: (step: FlowStep) => step.received.online.value,
      hand: (step: FlowStep) => step.received.byHand.value,
    };
    const value = sumOf(steps.map(received[by]));
    const returned = sumOf(steps.map((step) => returnedIn(step).value));
    return { received: { value, currency }, ...(by === '' && { returned: { value: returned, currency } }) };
  });
}

export const nameIn = ({ firstName = '', lastName = '' }: JournalEntryResponse): string =>
  `${firstName} ${lastName}`.trim();

export const { head: MONEY_HEAD, lineOf: moneyLine } = csvOf<JournalEntryResponse>({
  day: ({ day }) => day,
  paidAt: ({ effectiveAt }) => effectiveAt,
  kind: ({ kind }) => kind,
  amount: (entry) => moved(entry).value,
  currency: ({ amount }) => amount.currency,
  customer: nameIn,
  reference: ({ reference }) => reference,
  number: ({ number }) => number ?? '',
  method: ({ method }) => method ?? '',
  provider: ({ provider }) => provider ?? '',
  transaction: ({ transaction }) => transaction ?? '',
  fee: ({ fee }) => fee?.value ?? '',
  by: ({ by }) => by?.name ?? '',
  customerId: ({ customer }) => customer,
  collection: ({ collection }) => collection,
});
