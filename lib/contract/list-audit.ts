/** The query of the audit log. */
import * as z from 'zod/mini';
import { reader } from './fields.ts';

/** Where the page before ended: an instant and a nonce. */
const CURSOR = /^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z#[\w-]{1,32}$/;

export const readListAudit = reader(z.strictObject({ cursor: z.optional(z.string().check(z.regex(CURSOR))) }));
