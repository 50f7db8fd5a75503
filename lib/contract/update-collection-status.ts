/** The body of a status change. The domain decides which changes are allowed. */
import * as z from 'zod/mini';
import { STATUSES } from '#lib/domain/transitions.ts';
import { reader } from './fields.ts';

export const UpdateCollectionStatusRequest = z.strictObject({ status: z.enum(STATUSES) });

export const readUpdateCollectionStatus = reader(UpdateCollectionStatusRequest);
