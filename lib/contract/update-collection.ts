/** The bodies of a correction (what is absent stays as it is; amount and reference never change) and of a change of status. */
import * as z from 'zod/mini';
import { STATUSES } from '#lib/domain/transitions.ts';
import { ContactFields, contactTexts, expiresInText, FollowUpFields } from './create-collection.ts';
import { type DescribedSchema, describeRequest } from './described.ts';
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

/** The texts of these schemas, for the API's description. */
export const updateCollectionTexts = (): DescribedSchema[] => [
  describeRequest('ContactChanges', ContactChanges, {
    description: 'The corrections of the contact, at least one. What is absent stays as it is.',
    fields: contactTexts,
  }),
  describeRequest('UpdateCollectionRequest', UpdateCollectionRequest, {
    description: 'The corrections, at least one. What is absent stays as it is.',
    fields: {
      contact: 'Corrections of the customer’s names and addresses.',
      expiresIn: `${expiresInText} Counted from the creation, not from now; must end in the future.`,
      followUp: 'New follow-ups, as in a create. `{"enabled": false}` ends them; the collection can still be paid.',
      metadata: 'Replaces what there was.',
    },
  }),
];

export const UpdateCollectionStatusRequest = z.strictObject({ status: z.enum(STATUSES) });

export const readUpdateCollectionStatus = reader(UpdateCollectionStatusRequest);

/** The texts of these schemas, for the API's description. */
export const updateStatusTexts = (): DescribedSchema[] => [
  describeRequest('UpdateCollectionStatusRequest', UpdateCollectionStatusRequest, {
    description: 'A new status.',
    fields: { status: 'What it has already changes nothing; `pending` can only be what it has already.' },
  }),
];
