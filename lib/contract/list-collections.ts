/** The query of a list. */
import * as z from 'zod/mini';
import { reader } from './faults.ts';

/** Digits only: `1e2`, `+1`, ` 1` and `1.0` are typing mistakes, not numbers. */
const wholeNumber = (most: number) =>
  z.pipe(
    z.string().check(
      z.refine((text) => /^[1-9]\d*$/.test(text), { error: 'must be a whole number of at least 1', abort: true }),
      z.refine((text) => Number(text) <= most, `must be at most ${most}`),
    ),
    z.transform(Number),
  );

export const ListCollectionsQuery = z.strictObject({
  page: z._default(
    wholeNumber(Number.MAX_VALUE).register(z.globalRegistry, {
      pattern: '^[1-9][0-9]*$',
      description: 'From 1, newest first',
    }),
    1,
  ),
  limit: z._default(
    wholeNumber(100).register(z.globalRegistry, { pattern: '^([1-9][0-9]?|100)$', description: 'Collections a page' }),
    10,
  ),
});

export const readListCollections = reader(ListCollectionsQuery);
