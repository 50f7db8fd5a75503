/** The schemas of the book: what is owed, by currency and age, and by customer. */
import * as z from 'zod/mini';
import { validationFailed } from '#lib/domain/errors.ts';
import { AGES, agesOf } from '#lib/domain/insights/age.ts';
import {
  AS_OF,
  CURRENCY_TEXT,
  DAY_TEXT,
  type DescribedSchema,
  describeResponse,
  OF_CURRENCY,
  type ParameterTexts,
} from './described.ts';
import { AmountResponse, calendarDay, count, currencyCode, instant, optionalLimit, reader } from './fields.ts';

const MAX_BANDS = 9;
const MAX_BAND = 3_650;

/** Of a query, such as `30,60,90`. */
const bands = () =>
  z.pipe(
    z
      .string()
      .check(z.refine(isBands, `must be 1 to ${MAX_BANDS} rising numbers of days up to ${MAX_BAND}, such as 30,60,90`)),
    z.transform((text: string) => agesOf(text.split(',').map(Number))),
  );

function isBands(text: string): boolean {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(text)) return false;
  const days = text.split(',').map(Number);
  return days.length <= MAX_BANDS && days.every((day, index) => day > (days[index - 1] ?? 0) && day <= MAX_BAND);
}

export const BookQuery = z.strictObject({
  currency: z.optional(currencyCode()),
  at: z.optional(calendarDay()),
  bands: z.optional(bands()),
  by: z.optional(z.enum(['customer'])),
  limit: optionalLimit(),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1_500))),
});

const DEFAULT_CUSTOMERS = 25;
const readBook = reader(BookQuery);

/** @throws validation_failed */
export function readBookQuery(input: unknown) {
  const query = readBook(input);
  const { by, cursor, limit = DEFAULT_CUSTOMERS } = query;
  const paging = (['limit', 'cursor'] as const).filter((name) => query[name] !== undefined);
  if (by === undefined && paging.length > 0)
    throw validationFailed(paging.map((path) => ({ path, message: 'is only for `by=customer`' })));
  return { ...query, byCustomer: by === 'customer' ? { limit, cursor } : undefined };
}

export const OwedResponse = z.strictObject({ amount: AmountResponse, count: count() });

const AgeResponse = z.strictObject({
  // Other bands have other ages.
  age: z.string().register(z.globalRegistry, { 'x-extensible-enum': AGES.map(({ age }) => age) }),
  amount: AmountResponse,
  count: count(),
});

const CurrencyBook = z.strictObject({
  currency: z.string(),
  outstanding: AmountResponse,
  count: count(),
  customers: z.optional(count()),
  byAge: z.array(AgeResponse),
  promised: z.optional(OwedResponse),
  disputed: z.optional(OwedResponse),
  expiredUnpaid: z.optional(OwedResponse),
});

/** Of one customer in one currency. */
const CustomerBook = z.strictObject({
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  currency: z.string(),
  outstanding: AmountResponse,
  count: count(),
  byAge: z.array(AgeResponse),
});

export const BookResponse = z.strictObject({
  asOf: instant(),
  at: z.optional(calendarDay()),
  currencies: z.array(CurrencyBook),
  customers: z.optional(z.array(CustomerBook)),
});

const BookMeta = z.strictObject({ nextCursor: z.nullable(z.string()) });

export const BookPage = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: BookResponse,
  meta: z.optional(BookMeta),
});

export type BookResponse = z.output<typeof BookResponse>;

export const bookQueryTexts = (): ParameterTexts<typeof BookQuery> => ({
  currency: CURRENCY_TEXT,
  at: { description: `As at the end of ${DAY_TEXT}. Now by default.`, example: '2026-10-31' },
  bands: {
    description: 'The last days of each age, rising, at most nine. `7,30,60,90` by default.',
    example: '30,60,90',
  },
  by: {
    description: 'With `customer` the answer has `customers`, too: who owes how much since when, a page at a time.',
    example: 'customer',
  },
  limit: {
    description: 'Of `by=customer`: how many customers are looked at for a page, 1 to 100. Default 25.',
    example: 25,
  },
  cursor: {
    description:
      'Of `by=customer`: the `nextCursor` of the page before. Only with the same parameters, while `limit` may differ.',
    example: 'THE_CURSOR',
  },
});

export const bookTexts = (): DescribedSchema[] => [
  describeResponse('OwedAmount', OwedResponse, {
    description: 'Money that is owed, and by how many collections.',
    fields: { amount: 'What is outstanding.', count: 'How many collections.' },
  }),
  describeResponse('OwedByAge', AgeResponse, {
    description: 'What is owed since so many days.',
    fields: {
      age: 'Days after the due date; where there is none, after the end of the life of the link.',
      amount: 'What is outstanding.',
      count: 'How many collections.',
    },
  }),
  describeResponse('CurrencyBook', CurrencyBook, {
    description: 'What is owed in one currency.',
    fields: {
      currency: OF_CURRENCY,
      outstanding:
        'What is owed of all collections: of expired ones, too, and of completed ones what a dispute has taken.',
      count: 'How many collections.',
      customers: 'How many customers; absent with `at`, like the three below.',
      byAge: 'The same, by age; of each age one entry.',
      promised: 'Of it, what customers have promised to pay, while the promise can be kept.',
      disputed: 'Of it, what is disputed.',
      expiredUnpaid: 'Of it, what expired.',
    },
  }),
  describeResponse('Book', BookResponse, {
    description: 'What is owed.',
    fields: {
      asOf: AS_OF,
      at: 'The day that was asked about; absent where none was.',
      currencies: 'One entry for each currency in which something is owed.',
      customers:
        'Of `by=customer`: those of this page who owe something, by first name; one entry for each currency. A page may have none and still have a next one. Who was erased is in `currencies` alone.',
    },
  }),
  describeResponse('CustomerBook', CustomerBook, {
    description: 'What a customer owes in one currency.',
    fields: {
      customer: 'The id of the customer.',
      firstName: 'As the newest collection has it.',
      lastName: 'As the newest collection has it.',
      currency: OF_CURRENCY,
      outstanding: 'What is owed of all collections, as in `currencies`.',
      count: 'How many collections.',
      byAge: 'The same, by age; of each age one entry.',
    },
  }),
  describeResponse('BookMeta', BookMeta, {
    description: 'Where the page of `by=customer` ends.',
    fields: { nextCursor: 'What to send as `cursor` for the next page; null on the last one.' },
  }),
];
