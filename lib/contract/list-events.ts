/** The query of the feed of events. */
import * as z from 'zod/mini';
import type { ParameterTexts } from './described.ts';
import { TOLD_TYPES } from './event-response.ts';
import { limitOf, reader } from './fields.ts';

export const ListEventsQuery = z.strictObject({
  after: z.optional(z.string().check(z.maxLength(512))),
  limit: limitOf(50),
  type: z.optional(z.enum(TOLD_TYPES)),
});

export const readListEvents = reader(ListEventsQuery);

/** What each parameter means, for the API's description. */
export const listEventsQueryTexts = (): ParameterTexts<typeof ListEventsQuery> => ({
  after: {
    description: 'The `nextCursor` of an earlier answer, of the same `type`. When absent, from the beginning.',
    example: 'THE_CURSOR',
  },
  limit: { description: 'How many events a page has, 1 to 100. Default 50.', example: 50 },
  type: { description: 'Only events of this type.', example: TOLD_TYPES[0] },
});
