/** The envelope of every answer under `/public`. */
import * as z from 'zod/mini';

const ListPageMeta = z
  .strictObject({
    count: z.int().check(z.gte(0)),
    next: z.nullable(z.int().check(z.gte(2))),
    prev: z.nullable(z.int().check(z.gte(1))),
  })
  .register(z.globalRegistry, { description: 'Of all collections: the exact count, and the numbers of pages' });

const CursorMeta = z
  .strictObject({ count: z.null(), next: z.null(), prev: z.null(), nextCursor: z.nullable(z.string()) })
  .register(z.globalRegistry, {
    description: 'With a filter: send `nextCursor` as `cursor` for the next page; null on the last one',
  });

export const successEnvelope = <D extends z.ZodMiniType>(data: D) =>
  z.strictObject({ status: z.literal('success'), message: z.string(), data });

export const listPageEnvelope = <D extends z.ZodMiniType>(data: D) =>
  z.strictObject({
    status: z.literal('success'),
    message: z.string(),
    data,
    meta: z.union([ListPageMeta, CursorMeta]),
  });

export const ErrorEnvelope = z.strictObject({
  status: z.literal('error'),
  message: z.string(),
  code: z.string(),
  errors: z.optional(
    z.array(
      z.strictObject({
        path: z.string(),
        message: z.string(),
        /** Of `not_now`: why, and the first instant at which a reminder can be sent, if there is one. */
        reason: z.optional(z.string()),
        firstAt: z.optional(z.string()),
      }),
    ),
  ),
  existing: z.optional(z.strictObject({ id: z.string() })),
});
