/** The query of a list: pages of all collections, or a filter with a cursor. */
import * as z from 'zod/mini';
import { type Fault, validationFailed } from '#lib/domain/errors.ts';
import { isContactId } from '#lib/domain/ids.ts';
import { countDigits, PHONE_DIGITS } from '#lib/domain/phone.ts';
import { STATUSES, type Status } from '#lib/domain/transitions.ts';
import { A_CUSTOMER, CREATED, type ParameterTexts } from './described.ts';
import { exactText, limitOf, reader, wholeNumber, zonedInstant } from './fields.ts';

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

/** `page` has no default here, because a filter refuses it. */
export const ListCollectionsQuery = z.strictObject({
  page: z.optional(wholeNumber(Number.MAX_VALUE).register(z.globalRegistry, { type: 'integer', minimum: 1 })),
  limit: limitOf(10),
  reference: z.optional(exactText(255)),
  contact: z.optional(Contact),
  status: z.optional(z.enum(STATUSES)),
  createdFrom: z.optional(zonedInstant()),
  createdTo: z.optional(zonedInstant()),
  search: z.optional(exactText(254)),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
});

export type ListFilter = {
  reference?: string | undefined;
  contact?: NamedContact | undefined;
  status?: Status | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  search?: string | undefined;
};

export type ListQuery =
  | { page: number; limit: number; filter?: never }
  | { limit: number; filter: ListFilter; cursor?: string | undefined };

const read = reader(ListCollectionsQuery);

/** @throws validation_failed */
export function readListCollections(input: unknown): ListQuery {
  const { page, limit, cursor, ...filter } = read(input);
  const faults: Fault[] = [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (isFiltered && page !== undefined) faults.push({ path: 'page', message: 'cannot be used with a filter' });
  if (!isFiltered && cursor !== undefined) faults.push({ path: 'cursor', message: 'needs the filter it belongs to' });
  const { createdFrom = '', createdTo = createdFrom } = filter;
  if (createdTo < createdFrom) faults.push({ path: 'createdTo', message: 'must not be before createdFrom' });
  if (faults.length > 0) throw validationFailed(faults);
  return isFiltered ? { limit, filter, cursor } : { page: page ?? 1, limit };
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
  status: { description: 'Filter: the status that the collection has now.', example: 'pending' },
  createdFrom: {
    description: 'Filter: created at or after this instant. In UTC, too, its year has four digits.',
    example: CREATED,
  },
  createdTo: {
    description: 'Filter: created before this instant. In UTC, too, its year has four digits.',
    example: CREATED,
  },
  search: {
    description:
      'Filter: the beginning of words of the reference (`1001` finds `INV-1001`) or of the customer’s names, case and accents aside; or a phone or an email. Found seconds after the create; at most the first 1,000 that match.',
    example: '1001',
  },
  cursor: {
    description: 'The `nextCursor` of the page before. Only with the same filter, while `limit` may differ.',
    example: 'THE_CURSOR',
  },
});
