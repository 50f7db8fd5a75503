/** The bodies of a correction (what is absent stays as it is; the reference never changes) and of a change of status. */
import * as z from 'zod/mini';
import { MAX_TAGS } from '#lib/domain/customer.ts';
import { STATUSES, WRITE_OFF_REASONS } from '#lib/domain/transitions.ts';
import { ContactFields, contactTexts, dueDateText, expiresInText, FollowUpFields } from './create-collection.ts';
import { type DescribedSchema, describeRequest } from './described.ts';
import { Amount, calendarDay, distinct, minutes, reader, trimmedText } from './fields.ts';
import { Metadata } from './metadata.ts';

const isNotEmpty = (change: object): boolean => Object.keys(change).length > 0;

export const ContactChanges = z
  .partial(ContactFields)
  .check(z.refine(isNotEmpty, 'must have at least one of firstName, lastName, phone, email'))
  .register(z.globalRegistry, { minProperties: 1 });

export const UpdateCollectionRequest = z
  .strictObject({
    contact: z.optional(ContactChanges),
    amount: z.optional(Amount),
    dueDate: z.optional(calendarDay()),
    expiresIn: z.optional(minutes(1)),
    followUp: z.optional(FollowUpFields),
    metadata: z.optional(Metadata),
  })
  .check(z.refine(isNotEmpty, 'must have at least one of contact, amount, dueDate, expiresIn, followUp, metadata'))
  .register(z.globalRegistry, { minProperties: 1 });

const isSomething = (change: object): boolean => Object.values(change).some((value) => value !== undefined);

/** What of a customer can be changed: in every collection that can be paid, and what is kept of the customer alone. */
export const UpdateCustomerRequest = z
  .strictObject({
    ...z.partial(ContactFields).shape,
    tags: z.optional(distinct(z.array(trimmedText(40)).check(z.maxLength(MAX_TAGS)))),
  })
  .check(z.refine(isSomething, 'must have at least one of firstName, lastName, phone, email, tags'))
  .register(z.globalRegistry, { minProperties: 1 });

export const readUpdateCustomer = reader(UpdateCustomerRequest);

export const readUpdateCollection = reader(UpdateCollectionRequest);

/** The texts of these schemas, for the API's description. */
export const updateCollectionTexts = (): DescribedSchema[] => [
  describeRequest('ContactChanges', ContactChanges, {
    description: 'The corrections of the contact, at least one. What is absent stays as it is.',
    fields: contactTexts,
  }),
  describeRequest('UpdateCustomerRequest', UpdateCustomerRequest, {
    description: 'What is changed of a customer, at least one thing. What is absent stays as it is.',
    fields: {
      ...contactTexts,
      tags: `At most ${MAX_TAGS} words of yours, 1 to 40 characters each, in place of those before. They change no collection that is there: rules ask for them when one is created.`,
    },
  }),
  describeRequest('UpdateCollectionRequest', UpdateCollectionRequest, {
    description: 'The corrections, at least one. What is absent stays as it is.',
    fields: {
      contact: 'Corrections of the customer’s names and addresses.',
      amount:
        'The corrected amount, in the same currency, and at least what was received: as much as that completes the collection. What was opened for another amount ends.',
      dueDate: `${dueDateText} Moved into the future, it makes an overdue collection \`pending\` again.`,
      expiresIn: `${expiresInText} Counted from the creation, not from now; must end in the future.`,
      followUp: 'New follow-ups, as in a create. `{"enabled": false}` ends them; the collection can still be paid.',
      metadata: 'Replaces what there was.',
    },
  }),
];

export const UpdateCollectionStatusRequest = z
  .strictObject({
    status: z.enum(STATUSES),
    reason: z.optional(z.enum(WRITE_OFF_REASONS)),
    note: z.optional(trimmedText(500)),
  })
  .check(
    z.refine(({ status, reason }) => reason === undefined || status === 'cancelled', {
      path: ['reason'],
      message: 'is only for the status `cancelled`',
    }),
    z.refine(({ reason, note }) => note === undefined || reason !== undefined, {
      path: ['note'],
      message: 'is only for a write-off, with a `reason`',
    }),
  );

export const readUpdateCollectionStatus = reader(UpdateCollectionStatusRequest);

/** The texts of these schemas, for the API's description. */
export const updateStatusTexts = (): DescribedSchema[] => [
  describeRequest('UpdateCollectionStatusRequest', UpdateCollectionStatusRequest, {
    description: 'A new status.',
    fields: {
      status: 'What it has already changes nothing; `pending` can only be what it has already.',
      reason: 'Of `cancelled`: why the rest is written off. With it, what has expired can be cancelled, too.',
      note: 'Your remark on the write-off, 1 to 500 characters. Only a read of the collection shows it, until it is erased.',
    },
  }),
];
