/** The query of the feed of events. */
import * as z from 'zod/mini';
import { ALL_EVENT_TYPES } from './event-types.ts';
import { limitOf, reader } from './fields.ts';

export const ListEventsQuery = z.strictObject({
  after: z.optional(z.string().check(z.maxLength(512))),
  limit: limitOf(50),
  type: z.optional(z.enum(ALL_EVENT_TYPES)),
});

export const readListEvents = reader(ListEventsQuery);
