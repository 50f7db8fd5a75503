/** The body of a status change. The domain decides which changes are allowed. */
import * as z from 'zod/mini';
import { STATUSES } from '#lib/domain/transitions.ts';
import { type DescribedSchema, describeRequest } from './described.ts';
import { reader } from './fields.ts';

export const UpdateCollectionStatusRequest = z.strictObject({ status: z.enum(STATUSES) });

export const readUpdateCollectionStatus = reader(UpdateCollectionStatusRequest);

/** The texts of these schemas, for the API's description. */
export const updateStatusTexts = (): DescribedSchema[] => [
  describeRequest('UpdateCollectionStatusRequest', UpdateCollectionStatusRequest, {
    description: 'A new status.',
    fields: { status: 'What it has already changes nothing; `pending` can only be what it has already.' },
  }),
];
