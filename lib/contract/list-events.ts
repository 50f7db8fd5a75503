/** The query of the feed of events. */
import * as z from 'zod/mini';
import { ALL_EVENT_TYPES } from './event-types.ts';
import { reader } from './fields.ts';
import { wholeNumber, withDefault } from './list-collections.ts';

export const ListEventsQuery = z.strictObject({
  after: z.optional(
    z
      .string()
      .check(z.maxLength(512))
      .register(z.globalRegistry, { description: 'The `meta.nextCursor` of an earlier answer, of the same `type`' }),
  ),
  limit: withDefault(wholeNumber(100), 50, { maximum: 100 }),
  type: z.optional(z.enum(ALL_EVENT_TYPES)),
});

export const readListEvents = reader(ListEventsQuery);
