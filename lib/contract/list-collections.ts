/** The query of a list. */
import * as z from 'zod/mini';
import { reader } from './fields.ts';

/** Digits only: `1e2`, `+1`, ` 1` and `1.0` are typing mistakes. */
const wholeNumber = (max: number) =>
  z.pipe(
    z.string().check(
      z.refine((text) => /^[1-9]\d*$/.test(text), { error: 'must be a whole number of at least 1', abort: true }),
      z.refine((text) => Number(text) <= max, `must be at most ${max}`),
    ),
    z.transform(Number),
  );

const withDefault = (schema: z.ZodMiniType<number, string>, value: number, bounds: object) =>
  z._default(schema, value).register(z.globalRegistry, { type: 'integer', minimum: 1, ...bounds });

export const ListCollectionsQuery = z.strictObject({
  page: withDefault(wholeNumber(Number.MAX_VALUE), 1, {}),
  limit: withDefault(wholeNumber(100), 10, { maximum: 100 }),
});

export const readListCollections = reader(ListCollectionsQuery);
