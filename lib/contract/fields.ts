/** Field types that several requests share, and a reader that lists every fault at once. */
import * as z from 'zod/mini';
import { type Fault, validationFailed } from '#lib/domain/errors.ts';
import { isExactNumber } from '#lib/domain/exact-json.ts';
import { CURRENCIES, type Currency, isCurrency, MAX_MINOR, type Money, parseAmount } from '#lib/domain/money.ts';
import { type DescribedSchema, describeRequest, describeResponse } from './described.ts';

const CONTROL = /\p{Cc}/u;

/** For the API's description: written so that every dialect of regular expressions reads it. */
const NO_CONTROL = '[^\\x00-\\x1f\\x7f-\\x9f]';
const INK = '[^\\s\\x00-\\x1f\\x7f-\\x9f]';

export const hasNoControl = (text: string): boolean => !CONTROL.test(text);
export const NO_CONTROL_MESSAGE = 'must not contain control characters';

/** 1 to `max` characters (code points). */
export const hasLength = (max: number, { abort = false }: { abort?: boolean } = {}) =>
  z.refine<string>(
    (text) => {
      const { length } = [...text];
      return length >= 1 && length <= max;
    },
    { error: `must have 1 to ${max} characters`, abort },
  );

/** 1 to `max` characters (code points) without control characters, kept exactly as sent. */
export const exactText = (max: number) =>
  z
    .string()
    .check(hasLength(max, { abort: true }), z.refine(hasNoControl, NO_CONTROL_MESSAGE))
    .register(z.globalRegistry, { minLength: 1, maxLength: max, pattern: `^${NO_CONTROL}*$` });

/** Like {@link exactText}, after white space around the text is removed. */
export const trimmedText = (max: number) =>
  z.pipe(
    z
      .string()
      .check(z.trim())
      .register(z.globalRegistry, { pattern: `^\\s*${INK}(${NO_CONTROL}{0,${max - 2}}${INK})?\\s*$` }),
    exactText(max),
  );

/** A whole number of minutes, at most a year (525,600). */
export const minutes = (min: number) => z.int().check(z.gte(min), z.lte(525_600));

/** The description says so in words: as `uniqueItems` clients in Java could not read a set of an enumeration. */
export const distinct = <T>(schema: z.ZodMiniArray<z.ZodMiniType<T>>) =>
  schema.check(z.refine((items) => new Set(items).size === items.length, 'must not repeat an item'));

export const currencyCode = () =>
  z
    .string()
    .check(z.refine(isCurrency, 'must be a current ISO 4217 code in capital letters, such as NGN'))
    .register(z.globalRegistry, { pattern: `^(${[...CURRENCIES].join('|')})$` });

/** Read into whole minor units. `value` must not have more decimals than its currency. */
export const Amount = z.pipe(
  z.strictObject({
    value: z
      .number()
      .check(z.positive({ error: 'must be a number above 0', abort: true }))
      .register(z.globalRegistry, { maximum: MAX_MINOR }),
    currency: currencyCode(),
  }),
  z.transform(({ value, currency }: { value: number; currency: Currency }, ctx): Money => {
    const read = parseAmount(value, currency);
    if (!('fault' in read)) return read;
    ctx.issues.push({ code: 'custom', input: value, path: ['value'], message: read.message });
    return z.NEVER;
  }),
);

/** An amount as responses show it. */
export const AmountResponse = z.strictObject({ value: z.number(), currency: z.string() });

const NO_INSTANT = 'must be an ISO 8601 instant with its time zone, such as 2026-01-31T09:00:00Z';

/** A day of the calendar, in a year of four digits. */
export const calendarDay = () => z.iso.date();

/** Below it DynamoDB keeps no number but 0. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html */
const LEAST_STORED = 1e-130;

/** A number of a request that is stored as one. */
export const decimal = ({ from, to }: { from: number; to: number }) =>
  z.number().check(
    z.gte(from),
    z.lte(to),
    z.refine((value) => value === 0 || Math.abs(value) >= LEAST_STORED, `must be 0 or at least ${LEAST_STORED}`),
  );

/** Of an entry in a ledger. */
export const paymentId = () => z.string().check(z.regex(/^pmt_[0-9a-z]{25}$/, 'must be pmt_ and 25 characters'));

/** ISO 8601 with milliseconds, in UTC. */
export const instant = () => z.iso.datetime({ precision: 3 });

/** Any ISO 8601 instant that names its zone, and that lies in a year of four digits in UTC as well. */
export const zonedInstant = () =>
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((time: string, ctx) => {
      const inUtc = new Date(time).toISOString();
      if (/^\d{4}-/.test(inUtc)) return inUtc;
      ctx.issues.push({ code: 'custom', input: time, message: NO_INSTANT });
      return z.NEVER;
    }),
  );

/** Of a query. Digits only: `1e2`, `+1`, ` 1` and `1.0` are typing mistakes. */
export const wholeNumber = (max: number) =>
  z.pipe(
    z.string().check(
      z.refine((text) => /^[1-9]\d*$/.test(text), { error: 'must be a whole number of at least 1', abort: true }),
      z.refine((text) => Number(text) <= max, `must be at most ${max}`),
    ),
    z.transform(Number),
  );

/** How many items a query asks for: `standard` when it does not say, and at most 100. */
export const limitOf = (standard: number) =>
  z._default(wholeNumber(100), standard).register(z.globalRegistry, LIMIT_TYPE);

/** Where it is refused unless there are pages. */
export const optionalLimit = () => z.optional(wholeNumber(100)).register(z.globalRegistry, LIMIT_TYPE);

const LIMIT_TYPE = { type: 'integer', minimum: 1, maximum: 100 } as const;

type Issue = z.core.$ZodRawIssue;

/** @throws validation_failed with all the faults of the input. */
export const reader =
  <T>(schema: z.core.$ZodType<T>) =>
  (input: unknown): T => {
    const result = z.safeParse(schema, input);
    if (result.success) return result.data;
    throw validationFailed(result.error.issues.flatMap(faultsOf));
  };

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const at = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: at.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...at, key].join('.'), message: 'is not a known field' }));
}

const ARTICLES: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  object: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  datetime: NO_INSTANT,
  date: 'must be a day such as 2026-12-31',
};

/** The unit of a bound on a size. */
const COUNTED: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

/** The caller reads it after the path: "amount.value must be a number". */
function describe(issue: Issue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      if (isExactNumber(issue.input)) return 'has more digits than this number can have';
      return `must be ${ARTICLES[issue.expected] ?? `a ${issue.expected}`}${issue.input === null ? ', not null' : ''}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong form';
    case 'too_small':
      return bound('at least', issue.minimum, COUNTED[issue.origin]);
    case 'too_big':
      return bound('at most', issue.maximum, COUNTED[issue.origin]);
    default:
      return 'is not valid';
  }
}

const bound = (side: string, limit: number | bigint, counted: string | undefined): string =>
  counted === undefined
    ? `must be ${side} ${limit}`
    : `must have ${side} ${limit} ${limit === 1 ? counted.slice(0, -1) : counted}`;

z.config({ localeError: describe });

/** The texts of these schemas, for the API's description. */
export const amountTexts = (): DescribedSchema[] => [
  describeRequest('AmountInput', Amount, {
    description: 'An amount of money above 0.',
    fields: {
      value:
        'In the unit of the currency (naira, not kobo). Has no more decimals than its currency, and at most 10^14 of its smallest units.',
      currency: 'A current ISO 4217 code in capital letters, such as NGN, USD or GHS.',
    },
  }),
  describeResponse('Amount', AmountResponse, {
    description: 'An amount of money.',
    fields: {
      value:
        'In the unit of the currency (naira, not kobo), with at most its decimals. What was taken or given back is negative.',
      currency: 'ISO 4217 code in capital letters, such as NGN.',
    },
  }),
];

export const count = () => z.int().check(z.gte(0));
