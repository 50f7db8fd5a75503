/** The body of a status change; which changes are allowed is the domain's to say. */
import * as z from 'zod/mini';
import { STATUSES } from '#lib/domain/transitions.ts';
import { reader } from './fields.ts';

export const UpdateCollectionStatusRequest = z.strictObject({ status: z.enum(STATUSES) });

export const readUpdateCollectionStatus = reader(UpdateCollectionStatusRequest);
