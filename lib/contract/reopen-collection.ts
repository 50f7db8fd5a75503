/** The body of a reopening. */
import * as z from 'zod/mini';
import { type DescribedSchema, describeRequest } from './described.ts';
import { minutes, reader } from './fields.ts';

export const ReopenCollectionRequest = z.strictObject({ extendBy: z.optional(minutes(1)) });

export const readReopenCollection = reader(ReopenCollectionRequest);

/** The texts of these schemas, for the API's description. */
export const reopenCollectionTexts = (): DescribedSchema[] => [
  describeRequest('ReopenCollectionRequest', ReopenCollectionRequest, {
    description: 'For how long it can be paid.',
    fields: {
      extendBy:
        'Minutes from now, 1 to 525,600 (a year). When absent: as long as before, and at least until the due day has ended.',
    },
  }),
];
