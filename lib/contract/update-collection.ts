/** The body of a correction. What is absent stays as it is; amount and reference never change. */
import * as z from 'zod/mini';
import { ContactFields, FollowUpFields } from './create-collection.ts';
import { minutes, reader } from './fields.ts';
import { Metadata } from './metadata.ts';

const isNotEmpty = (change: object): boolean => Object.keys(change).length > 0;

export const ContactChanges = z
  .partial(ContactFields)
  .check(z.refine(isNotEmpty, 'must have at least one of firstName, lastName, phone, email'))
  .register(z.globalRegistry, { minProperties: 1 });

export const UpdateCollectionRequest = z
  .strictObject({
    contact: z.optional(ContactChanges),
    expiresIn: z.optional(minutes(1)),
    followUp: z.optional(FollowUpFields),
    metadata: z.optional(Metadata),
  })
  .check(z.refine(isNotEmpty, 'must have at least one of contact, expiresIn, followUp, metadata'))
  .register(z.globalRegistry, { minProperties: 1 });

export const readUpdateCollection = reader(UpdateCollectionRequest);
