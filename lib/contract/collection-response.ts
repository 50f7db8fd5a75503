/** The schema of a collection in every response. `show-collection.ts` builds the values. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { instant } from './fields.ts';

export const AmountResponse = z.strictObject({ value: z.number(), currency: z.string() });

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

export const MemberResponse = z.strictObject({ id: z.string(), name: z.string() });

/** What a reader of the event needs. Open, because new types of events add fields. */
export const EventDataResponse = z.looseObject({
  amount: z.optional(AmountResponse),
  transaction: z.optional(z.string()),
  method: z.optional(z.string()),
  reason: z.optional(z.string()),
  changed: z.optional(z.array(z.string())),
  until: z.optional(instant()),
  payBy: z.optional(instant()),
  slot: z.optional(z.int()),
  actor: z.optional(z.string()),
  member: z.optional(MemberResponse),
  channel: z.optional(z.enum(CHANNELS)),
  by: z.optional(z.string()),
  text: z.optional(z.string()),
});

export const EventTypeResponse = z.string();

export const EventResponse = z.strictObject({
  id: z.string().check(z.regex(/^evt_[0-9a-z]{25}$/)),
  type: EventTypeResponse,
  timestamp: instant(),
  data: z.optional(EventDataResponse),
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
