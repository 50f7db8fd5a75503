/** The query of a list. */
import * as z from 'zod/mini';
import { limitOf, reader, wholeNumber } from './fields.ts';

export const ListCollectionsQuery = z.strictObject({
  page: z._default(wholeNumber(Number.MAX_VALUE), 1).register(z.globalRegistry, { type: 'integer', minimum: 1 }),
  limit: limitOf(10),
});

export const readListCollections = reader(ListCollectionsQuery);
