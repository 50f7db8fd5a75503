/** The envelope of every answer under `/public`. */
import * as z from 'zod/mini';
import { instant } from './fields.ts';

/** The first three are null in an answer to a filter, which has `nextCursor` instead. */
export const ListPageMeta = z.strictObject({
  count: z.nullable(z.int().check(z.gte(0))),
  next: z.nullable(z.int().check(z.gte(2))),
  prev: z.nullable(z.int().check(z.gte(1))),
  nextCursor: z.optional(z.nullable(z.string())),
});

export const successEnvelope = <D extends z.ZodMiniType>(data: D) =>
  z.strictObject({ status: z.literal('success'), message: z.string(), data });

export const listPageEnvelope = <D extends z.ZodMiniType>(data: D) =>
  z.strictObject({ status: z.literal('success'), message: z.string(), data, meta: ListPageMeta });

export const ErrorCodeResponse = z.string();

export const FaultResponse = z.strictObject({
  path: z.string(),
  message: z.string(),
  reason: z.optional(z.string()),
  firstAt: z.optional(instant()),
});

export const ExistingResponse = z.strictObject({ id: z.string() });

export const ErrorEnvelope = z.strictObject({
  status: z.literal('error'),
  message: z.string(),
  code: ErrorCodeResponse,
  errors: z.optional(z.array(FaultResponse)),
  existing: z.optional(ExistingResponse),
});
