/** What the merchant console sends to make an API key. */
import * as z from 'zod/mini';
import { MAX_KEY_DAYS } from '#lib/domain/checked-token.ts';
import { ROLES } from '#lib/domain/member.ts';
import { reader, trimmedText } from './fields.ts';

export const readMakeKey = reader(
  z.strictObject({
    name: trimmedText(60),
    role: z.enum(ROLES),
    expiresInDays: z.optional(z.int().check(z.gte(1), z.lte(MAX_KEY_DAYS))),
  }),
);
