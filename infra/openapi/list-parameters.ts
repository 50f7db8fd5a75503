/** What each parameter of a list means, for the API's description. */
import type * as z from 'zod/mini';
import type { ListCollectionsQuery } from '#lib/contract/list-collections.ts';
import { A_CONTACT, AN_ORDER, CREATED } from './example-values.ts';
import type { ParameterText } from './named.ts';

export const LIST_PARAMETERS: Readonly<Record<keyof z.input<typeof ListCollectionsQuery>, ParameterText>> = {
  page: { description: 'The number of the page, from 1. Default 1. Not with a filter.', example: 1 },
  limit: { description: 'How many collections a page has, 1 to 100. Default 10.', example: 10 },
  reference: { description: 'Filter: your id of the payment, exactly as sent.', example: AN_ORDER.reference },
  contact: {
    description:
      'Filter: the id of a contact; or a phone (read with the country of the account) or an email, which stands for the contact that a create with it finds. Write `+` as `%2B`.',
    example: A_CONTACT.phone,
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
  cursor: {
    description: 'The `nextCursor` of the page before. Only with the same filter, while `limit` may differ.',
    example: 'THE_CURSOR',
  },
};
