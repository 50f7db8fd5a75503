/** The schema of a collection in every response. `show-collection.ts` builds the values. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { type DescribedSchema, describeResponse, INSTANT } from './described.ts';
import { EventResponse } from './event-response.ts';
import { AmountResponse, instant } from './fields.ts';
import { metadataMeaning } from './metadata.ts';

const option = <Method extends string, Fields extends z.core.$ZodLooseShape>(method: Method, fields: Fields) =>
  z.strictObject({ method: z.literal(method), ...fields, expiresAt: instant() });

const link = { link: z.url() };
const bankAccount = {
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  /** What to transfer, where the provider's fee comes on top of what is asked. */
  amount: z.optional(AmountResponse),
};

export const PaymentLinkResponse = option('payment_link', link);
export const VirtualAccountResponse = option('virtual_account', bankAccount);
export const BankTransferResponse = option('bank_transfer', bankAccount);
export const CardResponse = option('card', link);
export const MobileMoneyResponse = option('mobile_money', {
  provider: z.string(),
  phone: z.string(),
  instructions: z.string(),
});

export const PaymentOptionResponse = z.discriminatedUnion('method', [
  PaymentLinkResponse,
  VirtualAccountResponse,
  BankTransferResponse,
  CardResponse,
  MobileMoneyResponse,
]);

export const BalanceResponse = z.strictObject({ received: AmountResponse, outstanding: AmountResponse });

export const PayableResponse = z.strictObject({
  enabled: z.boolean(),
  methods: z.array(z.enum(PAYMENT_METHODS)),
  options: z.array(PaymentOptionResponse),
});

/** One object, and no union: `enabled` is no text, so no generated client could tell its variants apart by it. */
export const FollowUpResponse = z.strictObject({
  enabled: z.boolean(),
  startAfter: z.optional(z.int()),
  cadence: z.optional(z.enum(CADENCES)),
  channels: z.optional(z.array(z.enum(CHANNELS))),
  tone: z.optional(z.enum(TONES)),
});

const MetadataItemResponse = z.looseObject({
  description: z.string().register(z.globalRegistry, { minLength: 1, pattern: '^\\s*\\S' }),
});
/** In a list the items have no fields of their own here: generated clients then keep all that an item holds. */
export const MetadataResponse = z.union([MetadataItemResponse, z.array(z.looseObject({}))]);

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
  amount: AmountResponse,
  balance: BalanceResponse,
  status: z.enum(STATUSES),
  expiresIn: z.int(),
  payable: PayableResponse,
  followUp: FollowUpResponse,
  metadata: z.optional(MetadataResponse),
  events: z.array(EventResponse),
  createdAt: instant(),
  updatedAt: instant(),
  completedAt: z.nullable(instant()),
});
export type CollectionResponse = z.output<typeof CollectionResponse>;

const expiresText = () => `Until when it can be used, ${INSTANT}.`;

const bankTexts = () => ({
  bankName: 'The name of the bank.',
  accountNumber: 'The number of the account; digits, with leading zeros.',
  accountName: 'The name that the account shows to the payer.',
  amount: 'What to transfer, where the provider’s fee comes on top; absent when it is what is outstanding.',
  expiresAt: expiresText(),
});

const mapping = {
  payment_link: '#/components/schemas/PaymentLink',
  virtual_account: '#/components/schemas/VirtualAccount',
  bank_transfer: '#/components/schemas/BankTransfer',
  card: '#/components/schemas/Card',
  mobile_money: '#/components/schemas/MobileMoney',
};

/** The texts of these schemas, for the API's description. */
export const collectionTexts = (): DescribedSchema[] => [
  describeResponse('Balance', BalanceResponse, {
    description: 'What has been received for a collection, and what is still to be paid.',
    fields: {
      received: 'The sum of all entries of the ledger that count: payments less refunds and what was taken back.',
      outstanding: 'The amount less what was received, and never less than 0.',
    },
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
  describeResponse('PaymentLink', PaymentLinkResponse, {
    description: 'Our payment page, with every way to pay.',
    fields: { method: 'Always `payment_link`.', link: 'Absolute URL of the page.', expiresAt: expiresText() },
  }),
  describeResponse('Card', CardResponse, {
    description: 'Payment by card.',
    fields: { method: 'Always `card`.', link: 'Absolute URL of the page for the card.', expiresAt: expiresText() },
  }),
  describeResponse('VirtualAccount', VirtualAccountResponse, {
    description: 'A bank account made for this collection alone.',
    fields: { method: 'Always `virtual_account`.', ...bankTexts() },
  }),
  describeResponse('BankTransfer', BankTransferResponse, {
    description: 'A transfer to a bank account.',
    fields: { method: 'Always `bank_transfer`.', ...bankTexts() },
  }),
  describeResponse('MobileMoney', MobileMoneyResponse, {
    description: 'Payment from a mobile wallet.',
    fields: {
      method: 'Always `mobile_money`.',
      provider: 'The network of the wallet, such as MTN.',
      phone: 'The phone of the wallet, in E.164 form.',
      instructions: 'What the payer has to do, as text to show.',
      expiresAt: expiresText(),
    },
  }),
  describeResponse('PaymentOption', PaymentOptionResponse, {
    description: 'One way to pay a collection. `method` says which.',
    also: { discriminator: { propertyName: 'method', mapping } },
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
      startAfter: 'Minutes from the creation to the first reminder.',
      cadence: 'The time between two reminders.',
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
      amount: 'What is to be paid. It never changes.',
      balance: 'What has been received, and what is outstanding.',
      status: '`pending` and `overdue` can be paid; `expired` cannot; `completed` and `cancelled` are final.',
      expiresIn: 'Minutes from the creation to the expiry.',
      payable: 'How it can be paid.',
      followUp: 'How the customer is reminded.',
      metadata: 'Exactly as sent; absent if none was sent.',
      events: 'What happened, oldest first. A list shows only the events of the collection itself.',
      createdAt: `When it was created, ${INSTANT}.`,
      updatedAt: `When it last changed, ${INSTANT}.`,
      completedAt: `When it was completed, ${INSTANT}; null before that.`,
    },
  }),
  describeResponse('Metadata', MetadataResponse, { description: metadataMeaning() }),
];
