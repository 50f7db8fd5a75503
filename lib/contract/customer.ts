/** The schemas of customers: how they are listed, and what is answered. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { type Customer, owedIn } from '#lib/domain/customer.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { FAILURE_KINDS, untilLifted } from '#lib/domain/message/outgoing.ts';
import { toAmount } from '#lib/domain/money.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { A_CUSTOMER, type DescribedSchema, describeResponse, INSTANT, type ParameterTexts } from './described.ts';
import { AmountResponse, currencyCode, exactText, instant, limitOf, reader } from './fields.ts';

const ORDERS = ['newest', 'name', 'outstanding'] as const;

export const ListCustomersQuery = z.strictObject({
  search: z.optional(exactText(254)),
  order: z.optional(z.enum(ORDERS)),
  currency: z.optional(currencyCode()),
  limit: limitOf(10),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1_500))),
});

const read = reader(ListCustomersQuery);

/** A currency alone asks who owes most in it. @throws validation_failed */
export function readListCustomers(input: unknown) {
  const { order, ...query } = read(input);
  if (query.currency !== undefined && order !== undefined && order !== 'outstanding')
    throw validationFailed([{ path: 'currency', message: 'is only for the order `outstanding`' }]);
  return { ...query, order: order ?? (query.currency === undefined ? 'newest' : 'outstanding') } as const;
}

/** The body of a call that needs none. */
export const readNothing = reader(z.strictObject({}));

/** What each parameter means, for the API's description. */
export const listCustomersQueryTexts = (): ParameterTexts<typeof ListCustomersQuery> => ({
  search: {
    description:
      'The beginning of first or last names, case and accents aside, in any script; or a phone (read with the country of the account) or an email. Write `+` as `%2B`. Found seconds after the create; at most the first 1,000 that match.',
    example: 'ada',
  },
  order: {
    description:
      '`newest` (by the first collection of each, the default), `name` (first name first), or `outstanding`: those who owe something in `currency`, the most first (`owed`, so with what has expired). With `search` those who owe nothing come last.',
    example: 'outstanding',
  },
  currency: {
    description:
      'Of the order `outstanding`. May be left out while your newest customers owe in one currency only. Alone it asks for that order.',
    example: 'NGN',
  },
  limit: { description: 'How many customers a page has, 1 to 100. Default 10.', example: 10 },
  cursor: {
    description: 'The `nextCursor` of the page before. Only with the same parameters, while `limit` may differ.',
    example: 'THE_CURSOR',
  },
});

const CustomerOpenResponse = z.strictObject({
  currency: z.string(),
  outstanding: z.number(),
  count: z.int().check(z.gte(1)),
  oldestDueDate: z.nullable(z.string()),
});

const CustomerExpiredResponse = z.strictObject({ amount: AmountResponse, count: z.int().check(z.gte(0)) });

const CustomerOwedResponse = z.strictObject({
  amount: AmountResponse,
  count: z.int().check(z.gte(1)),
  expired: CustomerExpiredResponse,
});

const CustomerOptOuts = z.strictObject(
  Object.fromEntries(CHANNELS.map((channel) => [channel, z.boolean()])) as Record<
    (typeof CHANNELS)[number],
    z.ZodMiniBoolean
  >,
);

const UnreachableResponse = z.strictObject({
  channel: z.enum(CHANNELS),
  reason: z.enum(FAILURE_KINDS),
  until: z.nullable(instant()),
});

export const CustomerResponse = z.strictObject({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
  open: z.array(CustomerOpenResponse),
  owed: z.array(CustomerOwedResponse),
  optedOut: CustomerOptOuts,
  unreachable: z.array(UnreachableResponse),
  lastHeardAt: z.nullable(instant()),
  lastMessageAt: z.nullable(instant()),
  nextMessageAt: z.nullable(instant()),
  pausedSince: z.optional(instant()),
  tags: z.array(z.string()),
});
export type CustomerResponse = z.output<typeof CustomerResponse>;

const CustomersMeta = z.strictObject({ nextCursor: z.nullable(z.string()) });

export const CustomersPage = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: z.array(CustomerResponse),
  meta: CustomersMeta,
});

export function toCustomerResponse(customer: Customer): CustomerResponse {
  const { sums, optedOut, unreachable, lastHeardAt = null, lastMessageAt = null, nextMessageAt = null } = customer;
  const { id, firstName, lastName, phone, email, pausedSince, tags } = customer;
  return {
    id,
    firstName,
    lastName,
    phone,
    email,
    open: sums
      .filter(({ count }) => count > 0)
      .map(({ currency, outstanding, count, oldestDueDay }) => ({
        currency,
        outstanding: toAmount({ minor: outstanding, currency }).value,
        count,
        oldestDueDate: oldestDueDay === null ? null : dateOf(oldestDueDay),
      })),
    owed: sums.map((sum) => ({
      amount: toAmount({ minor: owedIn(sum), currency: sum.currency }),
      count: sum.count + sum.expiredCount,
      expired: { amount: toAmount({ minor: sum.expired, currency: sum.currency }), count: sum.expiredCount },
    })),
    optedOut: Object.fromEntries(
      CHANNELS.map((channel) => [channel, optedOut.includes(channel)]),
    ) as CustomerResponse['optedOut'],
    unreachable: unreachable.map(({ channel, reason, until }) => ({ channel, reason, until: untilLifted(until) })),
    lastHeardAt,
    lastMessageAt,
    nextMessageAt,
    ...(pausedSince !== undefined && { pausedSince }),
    tags: [...tags],
  };
}

/** The texts of these schemas, for the API's description. */
export const customerTexts = (): DescribedSchema[] => [
  describeResponse('CustomerOpen', CustomerOpenResponse, {
    description: 'What a customer can pay in one currency.',
    fields: {
      currency: 'ISO 4217 code in capital letters.',
      outstanding: 'What is still to be paid, in the unit of the currency (naira, not kobo).',
      count: 'By how many collections.',
      oldestDueDate: 'The earliest due day of these; null if none has one.',
    },
  }),
  describeResponse('CustomerOwed', CustomerOwedResponse, {
    description: 'All that a customer owes in one currency, as in `GET /public/insights/book`.',
    fields: {
      amount: 'What is still owed.',
      count: 'By how many collections.',
      expired:
        'What of it is owed by collections that have expired: they are reopened before they can be paid on their pages.',
    },
  }),
  describeResponse('CustomerExpired', CustomerExpiredResponse, {
    description: 'What a customer owes in one currency by collections that have expired.',
    fields: { amount: 'What is still owed by them; 0 if there is none.', count: 'How many there are.' },
  }),
  describeResponse('CustomerOptOuts', CustomerOptOuts, {
    description: 'By which channels the customer wants no messages.',
    fields: Object.fromEntries(
      CHANNELS.map((channel) => [channel, `Whether the customer has opted out of ${channel}.`]),
    ) as Record<(typeof CHANNELS)[number], string>,
  }),
  describeResponse('UnreachableChannel', UnreachableResponse, {
    description: 'A channel by which messages to the customer have failed.',
    fields: {
      channel: 'The channel that is left out.',
      reason: 'Why, as the channel reported it. More may come.',
      until: `When it may be tried again, ${INSTANT}; null if never.`,
    },
  }),
  describeResponse('Customer', CustomerResponse, {
    description: 'A customer: the contact that all of its collections have, with the details of the newest one.',
    fields: {
      id: 'The id of the contact.',
      firstName: `The first name, such as ${A_CUSTOMER.firstName}.`,
      lastName: `The last name, such as ${A_CUSTOMER.lastName}.`,
      phone: 'The phone number, in E.164 if it can be read.',
      email: 'The email address.',
      open: 'What can be paid now, by currency; empty if nothing can. Expired collections are not in it until they are reopened: `owed` has them.',
      owed: 'All that the customer owes, by currency: by collections that can be paid, and by those that have expired. Empty if nothing is owed.',
      optedOut: 'By which channels the customer wants no messages.',
      unreachable: 'The channels by which messages to these addresses have failed.',
      lastHeardAt: `When the customer last wrote, ${INSTANT}; null if never.`,
      lastMessageAt: `When the last reminder went to this phone and email, or one of your people wrote to the customer, ${INSTANT}; null if none is remembered.`,
      nextMessageAt: `When the next message is planned, ${INSTANT}; null if none is.`,
      pausedSince: `Since when the reminders to the customer are paused, ${INSTANT}; absent unless they are.`,
      tags: 'Your own words for what kind of customer it is; rules for follow-ups can ask for them.',
    },
  }),
  describeResponse('CustomersMeta', CustomersMeta, {
    description: 'Where a page of customers ends.',
    fields: { nextCursor: 'What to send as `cursor` for the next page; null on the last one.' },
  }),
];
