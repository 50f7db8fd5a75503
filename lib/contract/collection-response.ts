/** The schema of a collection in every response. `show-collection.ts` builds the values. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { ClaimResponse, DisputeResponse } from './answers.ts';
import {
  A_COLLECTION_ID,
  A_CONTACT,
  AN_AMOUNT,
  CREATED,
  type DescribedSchema,
  describeResponse,
  INSTANT,
} from './described.ts';
import { EventResponse } from './event-response.ts';
import { AmountResponse, calendarDay, instant } from './fields.ts';
import { metadataMeaning } from './metadata.ts';
import { PaymentOptionResponse } from './payment-option-response.ts';

const BalanceResponse = z.strictObject({
  received: AmountResponse,
  credited: z.optional(AmountResponse),
  outstanding: AmountResponse,
});

export const TaxResponse = z.strictObject({ name: z.string(), rate: z.number(), amount: AmountResponse });

const PaidBeforeResponse = z.strictObject({ amount: AmountResponse, at: instant() });

export const PayableResponse = z.strictObject({
  enabled: z.boolean(),
  methods: z.array(z.enum(PAYMENT_METHODS)),
  options: z.array(PaymentOptionResponse),
});

/** One object, and no union: `enabled` is no text, so no generated client could tell its variants apart by it. */
const FollowUpResponse = z.strictObject({
  enabled: z.boolean(),
  startAfter: z.optional(z.int()),
  cadence: z.optional(z.enum(CADENCES)),
  schedule: z.optional(z.array(z.int())),
  channels: z.optional(z.array(z.enum(CHANNELS))),
  tone: z.optional(z.enum(TONES)),
});

const MetadataItemResponse = z.looseObject({
  description: z.string().register(z.globalRegistry, { minLength: 1, pattern: '^\\s*\\S' }),
});
/** In a list the items have no fields of their own here: generated clients then keep all that an item holds. */
const MetadataResponse = z.union([MetadataItemResponse, z.array(z.looseObject({}))]);

export const ContactResponse = z.strictObject({
  id: z.string().check(z.regex(/^contact_[0-9a-z]{25}$/)),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
});

export const CollectionResponse = z.strictObject({
  id: z.string().check(z.regex(/^pay_[0-9a-z]{35}$/)),
  type: z.literal('integrated'),
  contact: ContactResponse,
  reference: z.string(),
  number: z.optional(z.string()),
  amount: AmountResponse,
  tax: z.optional(z.array(TaxResponse)),
  paidBefore: z.optional(PaidBeforeResponse),
  balance: BalanceResponse,
  status: z.enum(STATUSES),
  dueDate: z.optional(calendarDay()),
  expiresIn: z.int(),
  payable: PayableResponse,
  followUp: FollowUpResponse,
  claims: z.optional(z.array(ClaimResponse)),
  disputes: z.optional(z.array(DisputeResponse)),
  metadata: z.optional(MetadataResponse),
  events: z.array(EventResponse),
  createdAt: instant(),
  updatedAt: instant(),
  completedAt: z.nullable(instant()),
});
export type CollectionResponse = z.output<typeof CollectionResponse>;

/** The texts of these schemas, for the API's description. */
export const collectionTexts = (): DescribedSchema[] => [
  describeResponse('Balance', BalanceResponse, {
    description: 'What has been received for a collection, and what is still to be paid.',
    fields: {
      received:
        'The sum of all entries of the ledger that count, without credits: payments less refunds and what was taken back.',
      credited: 'By how much less you ask, by credits; absent while there is none.',
      outstanding: 'The amount less what was received and credited, and never less than 0.',
    },
  }),
  describeResponse('Tax', TaxResponse, {
    description: 'A tax in the amount.',
    fields: { name: 'What it is called.', rate: 'In percent.', amount: 'How much of the amount it is.' },
  }),
  describeResponse('PaidBefore', PaidBeforeResponse, {
    description: 'What was paid before.',
    fields: { amount: 'How much.', at: `When it was paid, ${INSTANT}.` },
  }),
  describeResponse('Contact', ContactResponse, {
    description: 'The customer, with the names and addresses that this collection was given.',
    fields: {
      id: '`contact_` and 25 characters. Collections of one customer have the same id.',
      firstName: 'As given, without white space around it.',
      lastName: 'As given, without white space around it.',
      phone: 'In E.164 form when it could be read as a phone number, else as given.',
      email: 'As given.',
    },
  }),
  describeResponse('Payable', PayableResponse, {
    description: 'How a collection can be paid.',
    fields: {
      enabled: 'Whether ways to pay are made.',
      methods: 'The ways that were asked for; empty when `enabled` is false.',
      options: 'The ways to pay that are open now; empty when there is none, such as after the payment.',
    },
  }),
  describeResponse('FollowUp', FollowUpResponse, {
    description: 'How the customer is reminded: what the request gave, completed by the service.',
    fields: {
      enabled: 'Whether reminders are sent. When false, the other fields are absent.',
      startAfter: 'Minutes from the creation, or the reopening, to the first reminder; absent with a `schedule`.',
      cadence: 'The time between two reminders; absent where they are not evenly apart.',
      schedule: 'Days from the due day on which a reminder is sent; absent if they do not follow from the due day.',
      channels: 'The channels that are used, in turn.',
      tone: 'The tone of the first reminder; later ones are firmer.',
    },
  }),
  describeResponse('Collection', CollectionResponse, {
    description: 'A request to collect one payment from one customer.',
    fields: {
      id: '`pay_` and 35 characters.',
      type: 'Always `integrated`.',
      contact: 'The customer.',
      reference: 'Your id of the payment, exactly as sent. Unique in the account.',
      number: 'Your number of the invoice; absent if none was given.',
      amount: 'What is to be paid.',
      tax: 'The taxes in the amount as it was created; absent if none were given.',
      paidBefore: 'What was paid before it was recorded here; absent if nothing was given. The balance includes it.',
      balance: 'What has been received, and what is outstanding.',
      status:
        '`pending` and `overdue` can be paid; `expired` cannot; `expired` and `cancelled` can be reopened; `completed` is `overdue` again only when its money is taken by a lost dispute, or moved away by you.',
      dueDate: 'The last day on which a payment is in time; absent if none was given.',
      expiresIn: 'Minutes from the creation to the expiry.',
      payable: 'How it can be paid.',
      followUp: 'How the customer is reminded.',
      claims: 'What the customer says was paid, oldest first; absent while there is nothing.',
      disputes: 'What the customer says is wrong, oldest first; absent while there is nothing.',
      metadata: 'Exactly as sent; absent if none was sent.',
      events: 'What happened, oldest first. A list shows only the events of the collection itself.',
      createdAt: `When it was created, ${INSTANT}.`,
      updatedAt: `When it last changed, ${INSTANT}.`,
      completedAt: `When it was completed, ${INSTANT}; null before that.`,
    },
  }),
  describeResponse('Metadata', MetadataResponse, { description: metadataMeaning() }),
];

/** A collection as its create answers it. */
export const collectionExample = {
  id: A_COLLECTION_ID,
  type: 'integrated',
  contact: A_CONTACT,
  reference: 'order-1001',
  amount: AN_AMOUNT,
  balance: { received: { value: 0, currency: 'NGN' }, outstanding: AN_AMOUNT },
  status: 'pending',
  expiresIn: 1440,
  payable: {
    enabled: true,
    methods: ['payment_link'],
    options: [
      { method: 'payment_link', link: 'https://pay.example/pay/8J2kQ7', expiresAt: '2026-03-03T09:15:30.120Z' },
    ],
  },
  followUp: {
    enabled: true,
    startAfter: 60,
    cadence: 'every_6h',
    channels: ['whatsapp', 'sms', 'email'],
    tone: 'gentle',
  },
  metadata: { description: 'Two pairs of shoes' },
  events: [{ id: 'evt_0c4n8x2q6t1w5z9r3v7b0m4kd', type: 'collection.created', timestamp: CREATED }],
  createdAt: CREATED,
  updatedAt: CREATED,
  completedAt: null,
} satisfies CollectionResponse;
