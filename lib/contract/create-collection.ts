/** The body of a create: what is accepted, what is refused, and the defaults. */
import * as z from 'zod/mini';
import { DEFAULT_LIFE } from '#lib/domain/build-collection.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { CollectionTerms } from '#lib/domain/collection.ts';
import { CADENCES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#lib/domain/payment/payment-methods.ts';
import { countDigits, PHONE_DIGITS, PHONE_LENGTH } from '#lib/domain/phone.ts';
import { NO_DUE_DATE } from '#lib/domain/time/due-day.ts';
import { A_CUSTOMER, AN_AMOUNT, type DescribedSchema, describeRequest, ZONED } from './described.ts';
import {
  Amount,
  calendarDay,
  distinct,
  exactText,
  hasNoControl,
  minutes,
  NO_CONTROL_MESSAGE,
  reader,
  trimmedText,
  zonedInstant,
} from './fields.ts';
import { Metadata } from './metadata.ts';

/** The digits of most address books; the service reads those of every script. */
const DIGITS = '0-9٠-٩۰-۹०-९০-৯０-９';
/** A pattern for neither a digit nor a control character. */
const NO_DIGIT = `[^${DIGITS}\\x00-\\x1f\\x7f-\\x9f]`;

const Phone = z
  .string()
  .check(
    z.trim(),
    z.refine(
      (phone) =>
        phone.length <= PHONE_LENGTH &&
        countDigits(phone) >= PHONE_DIGITS.min &&
        countDigits(phone) <= PHONE_DIGITS.max,
      `must have ${PHONE_DIGITS.min} to ${PHONE_DIGITS.max} digits in at most ${PHONE_LENGTH} characters`,
    ),
    z.refine(hasNoControl, NO_CONTROL_MESSAGE),
  )
  .register(z.globalRegistry, {
    maxLength: PHONE_LENGTH,
    pattern: `^${NO_DIGIT}*([${DIGITS}]${NO_DIGIT}*){${PHONE_DIGITS.min},${PHONE_DIGITS.max}}$`,
  });

export const ContactFields = z.strictObject({
  firstName: trimmedText(100),
  lastName: trimmedText(100),
  phone: Phone,
  email: z.email().check(z.maxLength(254)),
});

/** `enabled` without a method means `payment_link`, which is always available. */
export const PayableFields = z.pipe(
  z.strictObject({
    enabled: z._default(z.boolean(), false),
    methods: z._default(distinct(z.array(z.enum(PAYMENT_METHODS))), []),
  }),
  z.transform(({ enabled, methods }: { enabled: boolean; methods: PaymentMethod[] }) => ({
    enabled,
    methods: enabled && methods.length === 0 ? (['payment_link'] as const) : methods,
  })),
);

/** Whole days from the due day. */
const Schedule = z
  .array(z.int().check(z.gte(-90), z.lte(365)))
  .check(z.minLength(1), z.maxLength(12))
  .check(
    z.refine((days) => days.every((day, n) => n === 0 || day > (days[n - 1] ?? day)), 'must rise from day to day'),
  );

export const FollowUpFields = z
  .strictObject({
    enabled: z.optional(z.boolean()),
    startAfter: z.optional(minutes(0)),
    cadence: z.optional(z.enum(CADENCES)),
    schedule: z.optional(Schedule),
    channels: z.optional(distinct(z.array(z.enum(CHANNELS)).check(z.minLength(1)))),
    tone: z.optional(z.enum(TONES)),
  })
  .check(
    z.refine(({ schedule, startAfter, cadence }) => schedule === undefined || (startAfter ?? cadence) === undefined, {
      error: 'must not be with startAfter or cadence',
      path: ['schedule'],
    }),
  );

const TaxFields = z.strictObject({
  name: trimmedText(40),
  rate: z.number().check(z.gte(0), z.lte(100)),
  amount: Amount,
});

const PaidBeforeFields = z.strictObject({ amount: Amount, at: zonedInstant() });

export const CreateCollectionRequest = z.strictObject({
  type: z._default(z.literal('integrated'), 'integrated'),
  reference: exactText(255),
  number: z.optional(trimmedText(64)),
  amount: Amount,
  tax: z.optional(z.array(TaxFields).check(z.minLength(1), z.maxLength(5))),
  paidBefore: z.optional(PaidBeforeFields),
  contact: ContactFields,
  metadata: z.optional(Metadata),
  expiresIn: z.optional(minutes(1)),
  dueDate: z.optional(calendarDay()),
  payable: z._default(PayableFields, { enabled: false, methods: [] }),
  provider: z.optional(z.string()),
  followUp: z.optional(FollowUpFields),
});

type AcceptedRequest = z.output<typeof CreateCollectionRequest>;

/** A field that is accepted and is no term does not compile; a term that is not built or not stored does not either. */
type BecomesTerm = {
  [Field in keyof AcceptedRequest]: Field extends keyof CollectionTerms | 'type' | 'expiresIn' | 'dueDate'
    ? unknown
    : never;
};

type TimeFields = Pick<AcceptedRequest, 'expiresIn' | 'dueDate' | 'followUp'>;
type SumFields = Pick<AcceptedRequest, 'amount' | 'tax' | 'paidBefore'>;

const sumOf = (taxes: AcceptedRequest['tax'] = []): number => taxes.reduce((sum, tax) => sum + tax.amount.minor, 0);

/** What is a part of the amount is in its currency, and at most all of it. An amount that is refused itself has no `minor`. */
const SUM_RULES: readonly { path: string[]; message: string; isKept: (fields: SumFields) => boolean }[] = [
  {
    path: ['tax'],
    message: 'must be in the currency of the amount',
    isKept: ({ amount, tax = [] }) => tax.every((each) => each.amount.currency === amount.currency),
  },
  {
    path: ['tax'],
    message: 'must not be more than the amount',
    isKept: ({ amount, tax }) => !(sumOf(tax) > amount.minor),
  },
  {
    path: ['paidBefore', 'amount'],
    message: 'must be in the currency of the amount',
    isKept: ({ amount, paidBefore }) => (paidBefore?.amount.currency ?? amount.currency) === amount.currency,
  },
  {
    path: ['paidBefore', 'amount'],
    message: 'must not be more than the amount',
    isKept: ({ amount, paidBefore }) => !((paidBefore?.amount.minor ?? 0) > amount.minor),
  },
];

const hasDaysToCount = ({ dueDate, followUp }: TimeFields): boolean =>
  followUp?.schedule === undefined || dueDate !== undefined;

/** What depends on several fields. The life is a part of what is read, as a repeat of an earlier request is the same request. */
export const readDated = <T extends TimeFields & SumFields>(schema: z.ZodMiniType<T>): ((input: unknown) => T) => {
  const { path, message: error } = NO_DUE_DATE;
  const sums = SUM_RULES.map(({ isKept, ...rule }) => z.refine<T>(isKept, { error: rule.message, path: rule.path }));
  const read = reader(schema.check(z.refine(hasDaysToCount, { error, path: path.split('.') }), ...sums));
  return (input) => {
    const body = read(input);
    return body.dueDate === undefined ? { ...body, expiresIn: body.expiresIn ?? DEFAULT_LIFE } : body;
  };
};

export const readCreateCollection: (input: unknown) => AcceptedRequest & BecomesTerm =
  readDated(CreateCollectionRequest);

export const contactTexts = {
  firstName: '1 to 100 characters; white space around it is removed.',
  lastName: '1 to 100 characters; white space around it is removed.',
  phone:
    '5 to 20 digits in at most 40 characters. E.164 is recommended, such as +2348031234567; a national number is read as one of the account’s country.',
  email: 'An email address of at most 254 characters.',
};

export const expiresInText = 'Minutes from the creation to the expiry, 1 to 525,600 (a year).';
export const dueDateText =
  'The last day on which a payment is in time, such as `2026-12-31`; at most ten years before or after today. It ends when it has ended in all of the account’s country.';
export const createCollectionFieldTexts = {
  type: 'Always `integrated`.',
  reference: 'Your id of the payment, 1 to 255 characters without control characters. Unique in the account.',
  number: 'Your number of the invoice, 1 to 64 characters: the customer and the journal see it.',
  amount: 'What is to be paid, with taxes.',
  tax: 'The taxes in the amount, 1 to 5: the payment page and the journal show them.',
  paidBefore: 'What was paid before you record it here, such as with another system.',
  contact: 'The customer.',
  metadata: 'Your own data.',
  expiresIn:
    'Minutes from the creation to the expiry, 1 to 525,600 (a year). When absent: 1,440 (a day); with a `dueDate`, until 90 days after it, or after the creation when that is later. Must not end before the due day has ended.',
  dueDate: dueDateText,
  payable: 'How the customer can pay. When absent, no way to pay is made.',
  provider: 'The slug of one of your enabled providers. When absent, the account’s default.',
  followUp: 'How the customer is reminded. When absent, the service chooses a strategy.',
};

/** The texts of these schemas, for the API's description. */
export const createCollectionTexts = (): DescribedSchema[] => [
  describeRequest('ContactInput', ContactFields, {
    description: 'The customer. Found by phone, else by email; else made.',
    fields: contactTexts,
  }),
  describeRequest('TaxInput', TaxFields, {
    description: 'A tax in the amount.',
    fields: {
      name: 'What it is called, such as `VAT`; 1 to 40 characters.',
      rate: 'In percent, 0 to 100.',
      amount: 'How much of the amount it is, in its currency.',
    },
  }),
  describeRequest('PaidBeforeInput', PaidBeforeFields, {
    description: 'What was paid before. All of it completes the collection at once.',
    fields: {
      amount: 'In the currency of the amount, and at most all of it.',
      at: `When it was paid; not in the future; ${ZONED}.`,
    },
  }),
  describeRequest('PayableInput', PayableFields, {
    description: 'How the customer can pay.',
    fields: {
      enabled: 'Whether ways to pay are made. With no method, the payment link is made.',
      methods: 'The ways to pay, each once. They must be ways that the provider can open in the currency.',
    },
  }),
  describeRequest('FollowUpInput', FollowUpFields, {
    description: 'How the customer is reminded. What is absent, the service chooses.',
    fields: {
      enabled: 'Whether reminders are sent; true when absent.',
      startAfter: 'Minutes from the creation to the first reminder, 0 to 525,600 (a year).',
      cadence: 'The time between two reminders.',
      schedule:
        'Days from the due day, 1 to 12, rising, each -90 to 365; a reminder is sent in the morning of each. Only with a `dueDate`, and never with `startAfter` or `cadence`.',
      channels: 'The channels to use, in turn, each once.',
      tone: 'The tone of the first reminder; later ones are firmer.',
    },
  }),
  describeRequest('CreateCollectionRequest', CreateCollectionRequest, {
    description: 'A request to collect one payment.',
    fields: createCollectionFieldTexts,
  }),
];

export const createCollectionExample = {
  reference: 'order-1001',
  amount: AN_AMOUNT,
  contact: A_CUSTOMER,
  metadata: { description: 'Two pairs of shoes' },
  payable: { enabled: true, methods: ['payment_link'] },
} satisfies z.input<typeof CreateCollectionRequest>;
