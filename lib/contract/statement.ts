/** The schemas of the statement of a customer. */
import * as z from 'zod/mini';
import type { DayRange } from '#lib/domain/insights/reports.ts';
import type { CurrencyStatement } from '#lib/domain/journal/statement.ts';
import { toAmount } from '#lib/domain/money.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import {
  CURRENCY_TEXT,
  type DescribedSchema,
  describeResponse,
  type ParameterTexts,
  someDaysTexts,
} from './described.ts';
import { AmountResponse, calendarDay, currencyCode, reader } from './fields.ts';
import { someDays } from './insights.ts';
import { JournalEntryResponse, toJournalEntry } from './journal.ts';

export const StatementQuery = z.strictObject({
  ...someDays,
  currency: z.optional(currencyCode()),
});
export const readStatementQuery = reader(StatementQuery);

const StatementEntry = z.strictObject({ entry: JournalEntryResponse, balance: AmountResponse });

const CurrencyStatementResponse = z.strictObject({
  currency: z.string(),
  opening: AmountResponse,
  entries: z.array(StatementEntry),
  closing: AmountResponse,
  credit: AmountResponse,
});

export const StatementResponse = z.strictObject({
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  from: calendarDay(),
  to: calendarDay(),
  currencies: z.array(CurrencyStatementResponse),
});
export type StatementResponse = z.output<typeof StatementResponse>;

type Of = { id: string; name: { firstName: string; lastName: string }; account: string; zone: string };

export function toStatement(
  { id, name, account, zone }: Of,
  { from, to }: DayRange,
  statements: readonly CurrencyStatement[],
): StatementResponse {
  return {
    customer: id,
    ...name,
    from: dateOf(from),
    to: dateOf(to),
    currencies: statements.map(({ currency, opening, entries, closing, credit }) => {
      const amount = (minor: number) => toAmount({ minor, currency });
      return {
        currency,
        opening: amount(opening),
        entries: entries.map((entry) => ({
          entry: toJournalEntry(entry, { account, zone }),
          balance: amount(entry.balance),
        })),
        closing: amount(closing),
        credit: amount(credit),
      };
    }),
  };
}

export const statementQueryTexts = (): ParameterTexts<typeof StatementQuery> => ({
  ...someDaysTexts,
  currency: CURRENCY_TEXT,
});

export const statementTexts = (): DescribedSchema[] => [
  describeResponse('StatementEntry', StatementEntry, {
    description: 'An entry of the journal, and what was owed after it.',
    fields: { entry: 'The entry.', balance: 'What was owed after it.' },
  }),
  describeResponse('CurrencyStatement', CurrencyStatementResponse, {
    description: 'What was owed in one currency.',
    fields: {
      currency: 'ISO 4217 code. Money of two currencies is never added.',
      opening: 'What was owed before the first day.',
      entries: 'All that changed it, oldest first.',
      closing: 'What was owed at the end of the last day: `opening` and the entries.',
      credit: 'What came too much by then and is owed to the customer.',
    },
  }),
  describeResponse('Statement', StatementResponse, {
    description: 'The statement of a customer.',
    fields: {
      customer: 'The id of the customer.',
      firstName: 'As the newest collection has it.',
      lastName: 'As the newest collection has it.',
      from: 'The first day.',
      to: 'The last day.',
      currencies: 'One entry for each currency of which there is something to tell.',
    },
  }),
];
