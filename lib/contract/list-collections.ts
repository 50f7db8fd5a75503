/** The query of a list: pages of all collections, or a filter with a cursor. */
import * as z from 'zod/mini';
import type { DebtOrder } from '#lib/domain/customer.ts';
import { type Fault, validationFailed } from '#lib/domain/errors.ts';
import { isContactId } from '#lib/domain/ids.ts';
import { countDigits, PHONE_DIGITS } from '#lib/domain/phone.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { STATUSES, type Status } from '#lib/domain/transitions.ts';
import { A_CUSTOMER, CREATED, type ParameterTexts } from './described.ts';
import { calendarDay, currencyCode, exactText, limitOf, reader, wholeNumber, zonedInstant } from './fields.ts';

type NamedContact = { id: string } | { phone: string } | { email: string };

/** A `+` that was not encoded reads as a space. */
const readPhone = (text: string): string => text.replace(/^ (?=\d)/, '+');

const isPhone = (text: string): boolean => {
  const digits = countDigits(text);
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
};

const Contact = z.pipe(
  exactText(254).check(
    z.refine(
      (text) => isContactId(text) || text.includes('@') || isPhone(text),
      "must be a contact's id, a phone or an email",
    ),
  ),
  z.transform((text: string): NamedContact => {
    if (isContactId(text)) return { id: text };
    return text.includes('@') ? { email: text.trim() } : { phone: readPhone(text) };
  }),
);

const isStatus = (text: string): text is Status => (STATUSES as readonly string[]).includes(text);

/** One of them, or several, such as `pending,overdue`. */
function someStatuses() {
  const isList = (text: string) => {
    const all = text.split(',');
    return all.every(isStatus) && new Set(all).size === all.length;
  };
  const one = `(${STATUSES.join('|')})`;
  return z.pipe(
    z
      .string()
      .check(z.refine(isList, `must be one of ${STATUSES.join(', ')}; or several, such as pending,overdue`))
      .register(z.globalRegistry, { pattern: `^${one}(,${one})*$` }),
    z.transform((text: string) => text.split(',').filter(isStatus)),
  );
}

const ORDERS = ['newest', 'dueDate', 'outstanding'] as const;

/** `page` has no default here, because a filter refuses it. */
export const ListCollectionsQuery = z.strictObject({
  page: z.optional(wholeNumber(Number.MAX_VALUE).register(z.globalRegistry, { type: 'integer', minimum: 1 })),
  limit: limitOf(10),
  reference: z.optional(exactText(255)),
  contact: z.optional(Contact),
  status: z.optional(someStatuses()),
  createdFrom: z.optional(zonedInstant()),
  createdTo: z.optional(zonedInstant()),
  dueFrom: z.optional(calendarDay()),
  dueTo: z.optional(calendarDay()),
  search: z.optional(exactText(254)),
  order: z.optional(z.enum(ORDERS)),
  currency: z.optional(currencyCode()),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
});

export type ListFilter = {
  reference?: string | undefined;
  contact?: NamedContact | undefined;
  status?: readonly Status[] | undefined;
  dueFrom?: number | undefined;
  dueTo?: number | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  search?: string | undefined;
  order?: DebtOrder | undefined;
};

export type ListQuery =
  | { page: number; limit: number; filter?: never }
  | { limit: number; filter: ListFilter; cursor?: string | undefined };

const read = reader(ListCollectionsQuery);

/** @throws validation_failed */
export function readListCollections(input: unknown): ListQuery {
  const { page, limit, cursor, dueFrom: dueSince, dueTo: dueUntil, order, currency, ...given } = read(input);
  const [dueFrom, dueTo] = [dueSince, dueUntil].map((day) => (day === undefined ? undefined : dayOf(day)));
  const faults: Fault[] = [];
  const filter = { ...given, dueFrom, dueTo, order: orderOf({ order, currency }, faults) };
  if (filter.order !== undefined)
    for (const path of NOT_ORDERED)
      if (given[path] !== undefined) faults.push({ path: 'order', message: `cannot be used with ${path}` });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (isFiltered && page !== undefined) faults.push({ path: 'page', message: 'cannot be used with a filter' });
  if (!isFiltered && cursor !== undefined) faults.push({ path: 'cursor', message: 'needs the filter it belongs to' });
  const { createdFrom = '', createdTo = createdFrom } = filter;
  if (createdTo < createdFrom) faults.push({ path: 'createdTo', message: 'must not be before createdFrom' });
  if (dueFrom !== undefined && dueTo !== undefined && dueTo < dueFrom)
    faults.push({ path: 'dueTo', message: 'must not be before dueFrom' });
  if (faults.length > 0) throw validationFailed(faults);
  return isFiltered ? { limit, filter, cursor } : { page: page ?? 1, limit };
}

/** They find what they find newest first. */
const NOT_ORDERED = ['reference', 'contact', 'search'] as const;

type AskedOrder = { order: (typeof ORDERS)[number] | undefined; currency: string | undefined };

function orderOf({ order = 'newest', currency }: AskedOrder, faults: Fault[]): DebtOrder | undefined {
  if (order === 'outstanding' && currency !== undefined) return { by: order, currency };
  if (order === 'outstanding') faults.push({ path: 'currency', message: 'is needed with the order `outstanding`' });
  else if (currency !== undefined) faults.push({ path: 'currency', message: 'is only for the order `outstanding`' });
  return order === 'dueDate' ? { by: order } : undefined;
}

/** What each parameter means, for the API's description. */
export const listCollectionsQueryTexts = (): ParameterTexts<typeof ListCollectionsQuery> => ({
  page: { description: 'The number of the page, from 1. Default 1. Not with a filter.', example: 1 },
  limit: { description: 'How many collections a page has, 1 to 100. Default 10.', example: 10 },
  reference: { description: 'Filter: your id of the payment, exactly as sent.', example: 'order-1001' },
  contact: {
    description:
      'Filter: the id of a contact; or a phone (read with the country of the account) or an email, which stands for the contact that a create with it finds. Write `+` as `%2B`.',
    example: A_CUSTOMER.phone,
  },
  status: {
    description:
      'Filter: the status that the collection has now, or one of several (`pending,overdue`); with several a page may hold fewer than `limit` while there are more.',
    example: 'pending',
  },
  createdFrom: {
    description: 'Filter: created at or after this instant. In UTC, too, its year has four digits.',
    example: CREATED,
  },
  createdTo: {
    description: 'Filter: created before this instant. In UTC, too, its year has four digits.',
    example: CREATED,
  },
  dueFrom: {
    description: 'Filter: due on this day or later. What has no due date is not among them.',
    example: '2026-11-01',
  },
  dueTo: { description: 'Filter: due on this day or before.', example: '2026-11-30' },
  search: {
    description:
      'Filter: the beginning of words of the reference (`1001` finds `INV-1001`) or of the customer’s names, case and accents aside; or a phone or an email. Found seconds after the create; at most the first 1,000 that match.',
    example: '1001',
  },
  order: {
    description:
      '`newest` (the default); or only what is owed, also by what has expired: `dueDate` has what is due first first, without what has no due date, and `outstanding` the most of a `currency` first. Seconds behind. Not with `reference`, `contact` or `search`.',
    example: 'dueDate',
  },
  currency: { description: 'Of the order `outstanding`, which needs it.', example: 'NGN' },
  cursor: {
    description: 'The `nextCursor` of the page before. Only with the same filter, while `limit` may differ.',
    example: 'THE_CURSOR',
  },
});
